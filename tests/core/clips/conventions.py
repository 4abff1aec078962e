"""Joint names that programs give the same body, as patterns: {s} stands for the side.

A convention is (left, right, names): `names` maps roles without side to patterns, fingers included.
"""


def _fingers(pattern, words, numbers=(1, 2, 3)):
    """Names of finger joints: role -> pattern with word and number put in."""
    roles = ("thumb", "index", "middle", "ring", "pinky")
    return {
        f"{role}{k}": pattern.replace("{f}", word).replace("{k}", str(number))
        for role, word in zip(roles, words)
        for k, number in zip((1, 2, 3), numbers)
    }


def _named(words, **fingers):
    """Role -> pattern from words in the order of _ORDER."""
    return dict(zip(_ORDER, words)) | fingers


_ORDER = ("pelvis", "spine", "chest", "neck", "head", "shoulder", "upper_arm", "forearm", "hand")
_ORDER += ("thigh", "shin", "foot", "toe")
_CAPITAL = ("Thumb", "Index", "Middle", "Ring", "Pinky")
_SMALL = ("thumb", "index", "middle", "ring", "pinky")


def _words(text):
    return text.split()


_MIXAMO = _words(
    "Hips Spine Spine2 Neck Head {s}Shoulder {s}Arm {s}ForeArm {s}Hand {s}UpLeg {s}Leg {s}Foot {s}ToeBase"
)


def _prefixed(prefix, words):
    return [prefix + word for word in words]


CONVENTIONS = {
    "Mixamo, any number": (
        "Left",
        "Right",
        _named(_prefixed("mixamorig12:", _MIXAMO), **_fingers("mixamorig12:{s}Hand{f}{k}", _CAPITAL)),
    ),
    "MotionBuilder Character1": (
        "Left",
        "Right",
        _named(_prefixed("Character1_", _MIXAMO), **_fingers("Character1_{s}Hand{f}{k}", _CAPITAL)),
    ),
    "Perception Neuron with a namespace": (
        "Left",
        "Right",
        _named(_prefixed("Robot_", _MIXAMO), **_fingers("Robot_{s}Hand{f}{k}", _CAPITAL)),
    ),
    "Rigify ORG": (
        "L",
        "R",
        _named(
            _words(
                "ORG-spine ORG-spine.001 ORG-spine.003 ORG-spine.004 ORG-spine.006 ORG-shoulder.{s} "
                "ORG-upper_arm.{s} ORG-forearm.{s} ORG-hand.{s} ORG-thigh.{s} ORG-shin.{s} ORG-foot.{s} "
                "ORG-toe.{s}"
            ),
            **_fingers("ORG-{f}.0{k}.{s}", ("thumb", "f_index", "f_middle", "f_ring", "f_pinky")),
        ),
    ),
    "Unreal mannequin": (
        "l",
        "r",
        _named(
            _words(
                "pelvis spine_01 spine_03 neck_01 head clavicle_{s} upperarm_{s} lowerarm_{s} hand_{s} "
                "thigh_{s} "
                "calf_{s} foot_{s} ball_{s}"
            ),
            **_fingers("{f}_0{k}_{s}", _SMALL),
        ),
    ),
    "Unity humanoid with blanks": (
        "Left",
        "Right",
        _named(
            [
                "Hips",
                "Spine",
                "Chest",
                "Neck",
                "Head",
                "{s} shoulder",
                "{s} arm",
                "{s} elbow",
                "{s} wrist",
                "{s} leg",
                "{s} knee",
                "{s} ankle",
                "{s} toe",
            ]
        ),
    ),
    "VRM humanoid": (
        "left",
        "right",
        _named(
            _words(
                "hips spine upperChest neck head {s}Shoulder {s}UpperArm {s}LowerArm {s}Hand {s}UpperLeg "
                "{s}LowerLeg {s}Foot {s}Toes"
            ),
            **_fingers(
                "{s}{f}{k}",
                ("Thumb", "Index", "Middle", "Ring", "Little"),
                ("Proximal", "Intermediate", "Distal"),
            ),
        ),
    ),
    "Valve": (
        "L",
        "R",
        _named(
            _prefixed(
                "ValveBiped.Bip01_",
                _words(
                    "Pelvis Spine Spine4 Neck1 Head1 {s}_Clavicle {s}_UpperArm {s}_Forearm {s}_Hand "
                    "{s}_Thigh {s}_Calf {s}_Foot {s}_Toe0"
                ),
            )
        ),
    ),
    "3ds Max Biped with fingers": (
        "L",
        "R",
        _named(
            [
                "Bip001 Pelvis",
                "Bip001 Spine",
                "Bip001 Spine1",
                "Bip001 Neck",
                "Bip001 Head",
                "Bip001 {s} Clavicle",
                "Bip001 {s} UpperArm",
                "Bip001 {s} Forearm",
                "Bip001 {s} Hand",
                "Bip001 {s} Thigh",
                "Bip001 {s} Calf",
                "Bip001 {s} Foot",
                "Bip001 {s} Toe0",
            ],
            **_fingers("Bip001 {s} Finger{f}{k}", "01234", ("", "1", "2")),
        ),
    ),
    "Auto-Rig Pro": (
        "l",
        "r",
        _named(
            _words(
                "root.x spine_01.x spine_03.x neck.x head.x shoulder.{s} arm_stretch.{s} "
                "forearm_stretch.{s} "
                "hand.{s} thigh_stretch.{s} leg_stretch.{s} foot.{s} toes_01.{s}"
            ),
            **_fingers("{f}{k}.{s}", _SMALL),
        ),
    ),
    "iClone": (
        "L",
        "R",
        _named(
            _prefixed(
                "CC_Base_",
                _words(
                    "Hip Waist Spine02 NeckTwist01 Head {s}_Clavicle {s}_Upperarm {s}_Forearm {s}_Hand "
                    "{s}_Thigh "
                    "{s}_Calf {s}_Foot {s}_ToeBase"
                ),
            ),
            **_fingers("CC_Base_{s}_{f}{k}", ("Thumb", "Index", "Mid", "Ring", "Pinky")),
        ),
    ),
    "DAZ Genesis 8": (
        "l",
        "r",
        _named(
            _words(
                "hip abdomenLower chestUpper neckLower head {s}Collar {s}ShldrBend {s}ForearmBend {s}Hand "
                "{s}ThighBend {s}Shin {s}Foot {s}Toe"
            ),
            **_fingers("{s}{f}{k}", ("Thumb", "Index", "Mid", "Ring", "Pinky")),
        ),
    ),
    "MMD": (
        "左",
        "右",
        _named(
            _words(
                "センター 上半身 上半身2 首 頭 {s}肩 {s}腕 {s}ひじ {s}手首 {s}足 {s}ひざ {s}足首 {s}つま先"
            ),
            **_fingers("{s}{f}{k}", ("親指", "人指", "中指", "薬指", "小指"), ("１", "２", "３")),
        ),
    ),
    "MakeHuman": (
        "L",
        "R",
        _named(
            _words(
                "root spine05 spine01 neck01 head clavicle.{s} upperarm01.{s} lowerarm01.{s} wrist.{s} "
                "upperleg01.{s} lowerleg01.{s} foot.{s} toe1-1.{s}"
            ),
            **_fingers("finger{f}-{k}.{s}", "12345"),
        ),
    ),
    "SMPL-X": (
        "left",
        "right",
        _named(
            _words(
                "pelvis spine1 spine3 neck head {s}_collar {s}_shoulder {s}_elbow {s}_wrist {s}_hip "
                "{s}_knee "
                "{s}_ankle {s}_foot"
            ),
            **_fingers("{s}_{f}{k}", _SMALL),
        ),
    ),
    "Xsens": (
        "Left",
        "Right",
        _named(
            _words(
                "Pelvis L5 T8 Neck Head {s}Shoulder {s}UpperArm {s}ForeArm {s}Hand {s}UpperLeg {s}LowerLeg "
                "{s}Foot {s}Toe"
            ),
            **_fingers("{s}{f}{k}", ("First", "Second", "Third", "Fourth", "Fifth"), ("MC", "PP", "DP")),
        ),
    ),
    "Acclaim": (
        "l",
        "r",
        _named(
            _words(
                "root lowerback thorax lowerneck head {s}clavicle {s}humerus {s}radius {s}wrist {s}femur "
                "{s}tibia "
                "{s}foot {s}toes"
            )
        ),
    ),
    "bare names, side last": (
        "left",
        "right",
        _named(
            _words(
                "pelvis spine chest neck head clavicle_{s} upper_arm_{s} forearm_{s} hand_{s} thigh_{s} "
                "shin_{s} "
                "foot_{s} toe_{s}"
            )
        ),
    ),
    "shouted names": (
        "LEFT",
        "RIGHT",
        _named(
            _words(
                "HIPS SPINE CHEST NECK HEAD {s}COLLAR {s}SHOULDER {s}ELBOW {s}WRIST {s}HIP {s}KNEE "
                "{s}ANKLE {s}TOE"
            )
        ),
    ),
    "Poser": (
        "l",
        "r",
        _named(
            _words(
                "hip abdomen chest neck head {s}Collar {s}Shldr {s}ForeArm {s}Hand {s}Thigh {s}Shin "
                "{s}Foot {s}Toe"
            ),
            **_fingers("{s}{f}{k}", ("Thumb", "Index", "Mid", "Ring", "Pinky")),
        ),
    ),
    "Rokoko with fingers": (
        "Left",
        "Right",
        _named(
            _words(
                "Hips Spine1 Spine4 Neck Head {s}Shoulder {s}Arm {s}ForeArm {s}Hand {s}Thigh {s}Shin "
                "{s}Foot {s}Toe"
            ),
            **_fingers("{s}Finger{f}{k}", "12345", ("Proximal", "Medial", "Distal")),
        ),
    ),
}
