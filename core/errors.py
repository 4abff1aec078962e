"""What can go wrong, in one clear line a person can act on."""


class StepweaveError(Exception):
    """Base of every error Stepweave raises on purpose; its message is meant for the user."""


class ClipError(StepweaveError):
    """A clip cannot be used as it is."""


class TooShortError(ClipError):
    """A clip, or a part of it, has too few frames."""


class RoleError(ClipError):
    """Joints the work needs (pelvis, legs, ...) were not found."""


class PathError(StepweaveError):
    """A path, stroke or warp curve that cannot be walked."""


class LibraryError(StepweaveError):
    """The clips at hand do not hold what is asked of them."""


class SpecificationError(StepweaveError):
    """A wish that makes no sense: a speed of zero, a negative rate."""


class Cancelled(StepweaveError):  # noqa: N818 - the user's own decision, not a fault
    """The user stopped a long piece of work."""
