"""Tests that need Blender as a module (the bpy wheel)."""

import sys
from importlib.util import find_spec

import numpy as np
import pytest

if find_spec("bpy") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    import bpy

ROLES = {"pelvis": "hips", "thigh_l": "leg.L", "thigh_r": "leg.R", "shin_l": "shin.L", "shin_r": "shin.R"}


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


@pytest.fixture
def armature(empty_scene):
    """An armature of 24 bones of any direction and roll; the pelvis "hips" hangs below a bone "above"."""
    random = np.random.default_rng(3)
    thing = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
    empty_scene.collection.objects.link(thing)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.mode_set(mode="EDIT")
    names = ["above", *ROLES.values(), *(f'bone "{i}"' for i in range(18))]
    parents = [-1, 0, 1, 1, 2, 3, *(int(random.integers(1, i)) for i in range(6, 24))]
    made = []
    for name, parent in zip(names, parents):
        bone = thing.data.edit_bones.new(name)
        bone.head = made[parent].tail if parent >= 0 else (0.1, -0.2, 0.05)
        bone.tail = np.array(bone.head) + random.normal(size=3) * 0.2
        bone.roll = random.uniform(-3, 3)
        if parent >= 0:
            bone.parent = made[parent]
        made.append(bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    return thing


@pytest.fixture
def roles():
    """The armature's roles, given: its shape is nobody's."""
    return ROLES
