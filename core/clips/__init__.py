"""Clips as people have them: BVH text read leniently, joint roles, unit, axes and rate found."""

from .actor import BvhActor
from .families import families, proportions, same_body
from .inspection import describe, inspect_file
from .reading import load_clip, read_bvh
from .roles import RoleMap, find_roles

__all__ = [
    "BvhActor",
    "RoleMap",
    "describe",
    "families",
    "find_roles",
    "inspect_file",
    "load_clip",
    "proportions",
    "read_bvh",
    "same_body",
]
