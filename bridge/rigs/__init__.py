"""Armatures, their Actions and poses, as core's skeletons and motions and back."""
