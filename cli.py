"""The same jobs without a window: ``blender --background --command stepweave VERB …``."""

import argparse
import logging
import os
import sys

import bpy

from .core.errors import StepweaveError

_registered = []
_told = logging.StreamHandler()
_told.setFormatter(logging.Formatter("stepweave: %(message)s"))


def main(arguments):
    """Run one verb.

    Parameters
    ----------
    arguments : list of str; the verb and what follows it

    Returns
    -------
    int
        0 when it succeeded, 2 when the input is at fault: one line on stderr says how. A verb may have codes
        of its own, told by its --help.
    """
    from .bridge import verbs  # only now: Blender starts faster without scipy

    parser = _Parser(prog="stepweave", description="Walks woven from motion-captured clips along a path.")
    verbs.add_to(parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser))
    try:
        wish = parser.parse_args(arguments)
    except SystemExit as asked:          # --help, or a line about the arguments
        return asked.code or 0
    with _own_output() as out:
        logging.getLogger(__package__).addHandler(_told)
        try:
            return wish.run(wish, out) or 0
        except StepweaveError as error:
            print(f"stepweave {wish.verb}: {error}", file=sys.stderr)
            return 2
        except OSError as error:
            print(f"stepweave {wish.verb}: {error.filename}: {error.strerror}", file=sys.stderr)
            return 2
        finally:
            logging.getLogger(__package__).removeHandler(_told)


def register():
    """Offer the command to ``blender --command``."""
    _registered.append(bpy.utils.register_cli_command("stepweave", main))


def unregister():
    """Take it back."""
    while _registered:
        bpy.utils.unregister_cli_command(_registered.pop())


class _Parser(argparse.ArgumentParser):
    """One line for a mistake instead of the whole usage."""

    def error(self, message):
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


class _own_output:  # noqa: N801 - a context manager, named as one reads it
    """What the program says itself, on the real stdout; what Blender chatters there meanwhile is dropped."""

    def __enter__(self):
        sys.stdout.flush()
        self._stdout = os.dup(1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
        self._file = os.fdopen(os.dup(self._stdout), "w")
        return self._file

    def __exit__(self, *_failure):
        self._file.close()
        sys.stdout.flush()
        os.dup2(self._stdout, 1)
        os.close(self._stdout)
