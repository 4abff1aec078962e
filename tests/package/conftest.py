"""Tests of a built zip, in the Blender it is made for.

STEPWEAVE_ZIP names the zip. It is installed into a Blender with a home of its own: the bpy wheel that runs
these tests, or the real Blender named by STEPWEAVE_REAL_BLENDER.
"""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def zipped():
    """The zip under test."""
    named = os.environ.get("STEPWEAVE_ZIP")
    if not named:
        pytest.skip("no zip to test: `make test` builds them and names one in STEPWEAVE_ZIP")
    return Path(named).resolve()
