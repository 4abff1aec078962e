"""Make the checkout importable as `stepweave` and find the shared motion data."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
SOURCE = Path(os.environ.get("STEPWEAVE_SOURCE", CHECKOUT))   # an installed copy, when that is what is tested


def _importable(source):
    """Put the package into sys.modules without running its __init__.py, which needs Blender."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", source / "__init__.py", submodule_search_locations=[str(source)]
    )
    sys.modules["stepweave"] = importlib.util.module_from_spec(spec)


_importable(SOURCE)


@pytest.fixture(scope="session")
def shared_data():
    """Folder of real motion clips that stands beside the checkout."""
    folder = CHECKOUT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the shared motion data (../shared/data) is not on this machine")
    return folder
