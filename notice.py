"""What the tab shows when a library that Stepweave needs is missing."""

import bpy


class STEPWEAVE_PT_notice(bpy.types.Panel):
    """Says what is missing and what to do."""

    bl_idname = "STEPWEAVE_PT_notice"
    bl_label = "Stepweave"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Stepweave"

    def draw(self, _context):
        """Two plain lines and the remedy."""
        column = self.layout.column(align=True)
        column.label(text="scipy is missing or cannot be loaded", icon="ERROR")
        column.label(text="Install the Stepweave zip made for", icon="BLANK1")
        column.label(text="your system and Blender version,", icon="BLANK1")
        column.label(text="then restart Blender.", icon="BLANK1")


def register():
    """Register the notice."""
    bpy.utils.register_class(STEPWEAVE_PT_notice)


def unregister():
    """Unregister it."""
    bpy.utils.unregister_class(STEPWEAVE_PT_notice)
