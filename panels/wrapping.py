"""Long lines in narrow panels."""


def wrapped(layout, text, icon, width=34):
    """A long line over several labels."""
    line = ""
    for word in text.split():
        if line and len(line) + len(word) >= width:
            layout.label(text=line, icon=icon)
            line, icon = "", "BLANK1"
        line = f"{line} {word}".strip()
    layout.label(text=line, icon=icon)
