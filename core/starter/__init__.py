"""Starter clips: Stepweave's own motion, made from published gait relations, and a body to show it."""

from .assemble import StarterClip
from .body import Body, capsules
from .clips import starter_clips, varied_library
from .skeleton import starter_skeleton

__all__ = ["Body", "StarterClip", "capsules", "starter_clips", "starter_skeleton", "varied_library"]
