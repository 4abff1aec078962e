"""The rows of the lists."""

import bpy

_ICONS = {"OK": "CHECKMARK", "REPAIRED": "MODIFIER", "REFUSED": "CANCEL"}


class STEPWEAVE_UL_clips(bpy.types.UIList):
    """Clips: name, seconds, state, use."""

    def draw_item(self, _context, layout, _data, clip, _icon, _active_data, _active_property, _index=0):
        """One clip."""
        row = layout.row(align=True)
        row.label(text="", icon=_ICONS[clip.status])
        if clip.status == "REFUSED":
            row.label(text=clip.name)
            return
        row.prop(clip, "name", text="", emboss=False)
        seconds = row.row()
        seconds.alignment = "RIGHT"
        seconds.label(text=f"{max(clip.frames - 1, 0) / clip.fps:.1f} s")
        row.prop(clip, "use", text="")


class STEPWEAVE_UL_characters(bpy.types.UIList):
    """Characters: name and path."""

    def draw_item(self, _context, layout, _data, character, _icon, _active_data, _active_property, _index=0):
        """One character."""
        row = layout.row(align=True)
        row.prop(character, "name", text="", emboss=False, icon="OUTLINER_OB_ARMATURE")
        row.label(text=character.path.name if character.path else "no path")


class STEPWEAVE_UL_collisions(bpy.types.UIList):
    """Collisions: who, when, by how much."""

    def draw_item(self, _context, layout, _data, found, _icon, _active_data, _active_property, _index=0):
        """One collision."""
        row = layout.row(align=True)
        row.label(text=f"{found.first}, {found.second}", icon="ERROR")
        row.label(text=f"frame {found.frame}, {found.overlap:.2f} m")


CLASSES = (STEPWEAVE_UL_clips, STEPWEAVE_UL_characters, STEPWEAVE_UL_collisions)
