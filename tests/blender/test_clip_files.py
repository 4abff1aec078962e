"""Which files a folder of clips gives, whatever else lies in it."""

import os

import bpy
import pytest

from stepweave.bridge import jobs
from stepweave.bridge.files import importing
from stepweave.core.errors import ClipError

NAME = "walk ünïcode 歩き, take 1; \"final\".bvh"


@pytest.fixture
def clip(shared_data):
    """Bytes of a clip."""
    return (shared_data / "quirks" / "q00_reference_ok.bvh").read_bytes()


def test_what_looks_like_a_clip_and_is_none_is_passed_over(extension, clip, tmp_path):
    (tmp_path / "__MACOSX").mkdir()
    (tmp_path / ".trash").mkdir()
    (tmp_path / "folder.bvh").mkdir()
    wanted = [tmp_path / "folder.bvh" / "inside.bvh", tmp_path / "UPPER.BVH"]
    others = ["._UPPER.bvh", "__MACOSX/UPPER.bvh", ".trash/old.bvh", "notes.txt"]
    for path in (*wanted, *(tmp_path / name for name in others)):
        path.write_bytes(clip)
    os.mkfifo(tmp_path / "pipe.bvh")
    (tmp_path / "dangling.bvh").symlink_to(tmp_path / "nowhere.bvh")
    assert sorted(importing.clip_files([tmp_path])) == sorted(wanted)
    assert importing.clip_files([tmp_path], deep=False) == [tmp_path / "UPPER.BVH"]


def test_a_linked_folder_is_searched_and_a_loop_of_links_only_once(extension, clip, tmp_path):
    (tmp_path / "clips").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "walk.bvh").write_bytes(clip)
    (tmp_path / "clips" / "linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / "back").symlink_to(tmp_path / "clips")
    assert [path.name for path in importing.clip_files([tmp_path / "clips"])] == ["walk.bvh"]


def test_a_name_of_any_letters_and_length_comes_in(extension, clip, tmp_path):
    folder = tmp_path / "mes clips" / "深い"
    folder.mkdir(parents=True)
    names = [NAME, "x" * 240 + ".bvh"]
    batch = jobs.ImportBatch(bpy.context)
    for name in names:
        (folder / name).write_bytes(clip)
        (folder / name).chmod(0o444)
        batch.add(folder / name)
    assert [entry.status for entry in batch.added] == ["OK", "OK"]
    assert batch.added[0].action.name == NAME.removesuffix(".bvh")
    assert batch.added[0].source == str(folder / NAME)


@pytest.mark.parametrize("name", ["clips.zip", "clips.tar.gz", "clips.7z"])
def test_an_archive_is_to_be_unpacked(extension, tmp_path, name):
    (tmp_path / name).write_bytes(b"PK\x03\x04")
    with pytest.raises(ClipError, match="unpack"):
        importing.clip_files([tmp_path / name])


@pytest.mark.parametrize("ending", [".bvh", ".fbx", ".glb", ".gltf"])
def test_an_archive_under_a_clips_name_is_refused_in_one_line(extension, tmp_path, ending):
    path = tmp_path / f"clip{ending}"
    path.write_bytes(b"PK\x03\x04" + bytes(range(256)) * 4)
    batch = jobs.ImportBatch(bpy.context)
    batch.add(path)
    [entry] = batch.added
    assert entry.status == "REFUSED"
    assert len(entry.notes.splitlines()) == 1
    assert entry.notes.startswith(f"clip{ending}: ")
