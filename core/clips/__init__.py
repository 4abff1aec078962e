"""Clips as people have them: BVH text read leniently, joint roles, unit, axes and rate found."""

from .actor import BvhActor
from .reading import load_clip, read_bvh
from .roles import RoleMap, find_roles

__all__ = ["BvhActor", "RoleMap", "find_roles", "load_clip", "read_bvh"]
