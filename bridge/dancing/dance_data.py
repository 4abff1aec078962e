"""What a sign-dance maker decides, as properties saved in the .blend."""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

OWNERSHIP = (
    ("hands", "Hands", "Hands and fingers are the sign's, as in the paper"),
    ("arms+hands", "Arms and Hands", "Arms too: place and movement of the signs are kept"),
    ("arms+hands+head", "Arms, Hands and Head", "The head too"),
)
ORDERS = (
    ("greedy", "Step by Step", "One segment after the other, as in the paper"),
    ("sequence", "Best Sequence", "The best whole row of segments"),
)
FORMS = (
    ("safe", "Safe", "Opposed postures cost much instead of winning"),
    ("literal", "Literal", "The formulas as printed, 1/P even where P is small or negative"),
)


FACINGS = (
    ("FREE", "As Danced", "The dancer turns as the dances do"),
    ("SIGNER", "The Signer's Front", "The dancer comes back to where the signer looks"),
    ("CAMERA", "The Camera", "The dancer comes back to the scene's camera"),
)


def _typed(dance, _context):
    """A tempo or first count that is typed takes the place of beats that were found."""
    dance.beats = ""


def _tempo_typed(item, _context):
    """What is typed stays typed when the database is read again."""
    item.tempo_from = "typed"


class STEPWEAVE_PG_kept_dance(bpy.types.PropertyGroup):
    """A dance of the database; its tempo, when typed, wins over what its sheet says."""

    key: StringProperty(name="Row", description="What dances.csv calls it")
    folder: StringProperty(name="Folder", subtype="DIR_PATH")
    bpm: FloatProperty(
        name="BPM", min=0.0, soft_max=220.0, update=_tempo_typed, description="Its own tempo; 0: not known"
    )
    first_count: FloatProperty(
        name="First Count", unit="TIME_ABSOLUTE", update=_tempo_typed, description="Second of its first count"
    )
    tempo_from: StringProperty(name="Tempo From")


class STEPWEAVE_PG_candidate(bpy.types.PropertyGroup):
    """A dance segment that could go here, with its scores."""

    dance: IntProperty(name="Dance Segment")
    similarity: FloatProperty(name="S", description="Equation (1): how far from what the model expects")
    posture: FloatProperty(name="P", description="Equation (2): how alike the postures at the join are")
    degree: FloatProperty(name="E", description="Equation (3): what is minimised")
    bpm: FloatProperty(name="BPM")


class STEPWEAVE_PG_excluded(bpy.types.PropertyGroup):
    """A dance segment the user does not want here."""

    dance: IntProperty(name="Dance Segment")


class STEPWEAVE_PG_dance_segment(bpy.types.PropertyGroup):
    """Four counts of the sign, the dance under them and the others that could be there."""

    start: IntProperty(name="Start", description="First scene frame")
    chosen: StringProperty(name="Dance", description="Clip and counts that were chosen")
    dance: IntProperty(name="Dance Segment", default=-1)
    locked: BoolProperty(name="Locked", description="Keep this choice when the dance is made again")
    candidates: CollectionProperty(type=STEPWEAVE_PG_candidate)
    excluded: CollectionProperty(type=STEPWEAVE_PG_excluded)


class STEPWEAVE_PG_dance(bpy.types.PropertyGroup):
    """A sign dance in the making."""

    sign: StringProperty(name="Sign", description="The listed clip that holds the signing")
    database: StringProperty(
        name="Dances", subtype="FILE_PATH",
        description="Folder of dances (BVH, FBX, glTF, .blend), their tempi in its dances.csv; or one file",
    )  # fmt: skip
    dances: CollectionProperty(type=STEPWEAVE_PG_kept_dance)
    dance_index: IntProperty(name="Dance")
    refused: StringProperty(name="Left Out", description="Files of the database that cannot be used")
    use_generated: BoolProperty(name="Generated Dances", description="Use our generated dances to try it")
    model: StringProperty(
        name="Model", subtype="FILE_PATH", description="Trained Sign Dance Model; empty: the sign as it is"
    )
    music: StringProperty(name="Music", subtype="FILE_PATH", description="Song to find tempo and counts in")
    bpm: FloatProperty(
        name="Tempo", default=110.0, min=0.0, soft_min=40.0, soft_max=220.0, description="BPM", update=_typed
    )
    offset: FloatProperty(
        name="First Count", unit="TIME_ABSOLUTE", update=_typed,
        description="Second of the first count, from the first frame of the signing",
    )  # fmt: skip
    beats: StringProperty(name="Beats", description="Seconds of the counts of a song that is not steady")
    facing: EnumProperty(name="Face", items=FACINGS, description="Where the dancer comes back to at joins")
    ownership: EnumProperty(name="From the Sign", items=OWNERSHIP, default="arms+hands")
    hold_wrists: BoolProperty(name="Hold Wrists", description="With hands only: wrists stay where they were")
    order: EnumProperty(name="Order", items=ORDERS)
    form: EnumProperty(name="Formula", items=FORMS)
    strips: BoolProperty(name="NLA Strips", description="One NLA strip per segment instead of one Action")
    segments: CollectionProperty(type=STEPWEAVE_PG_dance_segment)
    segment_index: IntProperty(name="Segment")
    result: PointerProperty(name="Sign Dance", type=bpy.types.Action)
    warnings: StringProperty(name="Warnings")


CLASSES = (
    STEPWEAVE_PG_kept_dance,
    STEPWEAVE_PG_candidate,
    STEPWEAVE_PG_excluded,
    STEPWEAVE_PG_dance_segment,
    STEPWEAVE_PG_dance,
)
