"""Blender data to core arrays and back: the only place that knows Actions, bones, curves and versions."""
