"""Clips in and out of files through Blender's importers and exporters."""
