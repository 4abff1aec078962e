"""The verbs of the command line, each on an empty Blender file."""

from . import clips, crowd, dance, measuring, variants, walking


def add_to(verbs):
    """Add every verb to an argparse sub-parser."""
    for module in (walking, clips, variants, crowd, measuring, dance):
        module.add_to(verbs)
