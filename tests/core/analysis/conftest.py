"""Clips whose footsteps are known because they were made."""

import pytest

from stepweave.core.starter import starter_clips


@pytest.fixture(scope="session")
def made_clips():
    return {clip.label: clip for clip in starter_clips(60)}
