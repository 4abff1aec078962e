"""Tests that need Blender as a module (the bpy wheel)."""

import sys
from importlib.util import find_spec

import pytest

if find_spec("bpy") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    import bpy


@pytest.fixture
def empty_scene():
    """A Blender file with nothing in it; gives its scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    return bpy.context.scene


@pytest.fixture
def extension(empty_scene):
    """The extension, registered as Blender does it."""
    package = sys.modules["stepweave"]
    package.__spec__.loader.exec_module(package)
    package.register()
    yield package
    package.unregister()
