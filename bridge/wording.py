"""Words for people."""


def counted(number, thing):
    """A number of things: "1 clip", "2 clips"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
