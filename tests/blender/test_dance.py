"""Sign dance in Blender: databases of every kind of file, tempi, music in the sequencer, facing."""

import json
import shutil
import wave

import bpy
import numpy as np
import pytest

from stepweave.bridge.dancing import dance_database, dance_tempo
from stepweave.bridge.files import importing
from stepweave.bridge.rigs import armatures
from stepweave.core.errors import LibraryError
from stepweave.core.sign_dance import Counts, prepare
from stepweave.core.sign_dance.generated_music import generated_music
from stepweave.core.sign_dance.starter import starter_sign
from stepweave.core.sign_dance.steering import front_of, share_facing

DANCES = ("cmu_05_02_dance_expressive_arms_pirouette", "pirouette_120fps")


@pytest.fixture
def stepweave(extension, capfd):
    """Run a verb; gives its exit code and what it said."""

    def run(*words):
        capfd.readouterr()
        code = extension.cli.main([str(word) for word in words])
        return code, capfd.readouterr().out

    return run


@pytest.fixture
def database(extension, shared_data, tmp_path):
    """A folder with a BVH, an FBX and a .blend of two dances, and broken files of each kind."""
    folder = tmp_path / "dances"
    folder.mkdir()
    shutil.copy(shared_data / "dance" / "pirouette_120fps.bvh", folder)
    shutil.copy(shared_data / "skeletons" / "mixamo_names_blender_export.fbx", folder / "stroll.fbx")
    for name in DANCES:
        [clip] = importing.import_file(shared_data / "dance" / f"{name}.bvh")
        clip.action.use_fake_user = True
    clip.action["bpm"], clip.action["first_count"] = 96.0, 0.25
    bpy.context.scene.render.fps = 120
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "two.blend"), copy=True)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for broken in ("bad.bvh", "bad.fbx", "bad.blend"):
        (folder / broken).write_text("nothing of the kind")
    return folder


def write_song(path, samples, rate=22050):
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes((np.clip(samples, -1, 1) * 32000).astype("<i2").tobytes())


def test_a_database_holds_every_kind_of_file_and_broken_ones_are_named(database):
    before = importing.existing()
    scenes = len(bpy.data.scenes)
    dances, refused = dance_database.read_dances([database])
    assert {dance.key for dance in dances} == {
        "pirouette_120fps.bvh", "stroll.fbx", *(f"two.blend/{name}" for name in DANCES)
    }
    assert [next(n for n in ("bad.blend", "bad.bvh", "bad.fbx") if n in line) for line in refused] == [
        "bad.blend", "bad.bvh", "bad.fbx"
    ]
    assert importing.existing() == before and len(bpy.data.scenes) == scenes
    by_key = {dance.key: dance.clip for dance in dances}
    text, blend = by_key["pirouette_120fps.bvh"].motion, by_key["two.blend/pirouette_120fps"].motion
    assert blend.fps == pytest.approx(120.0, rel=1e-3) and blend.frames == text.frames
    assert np.allclose(blend.skeleton.leg_length, text.skeleton.leg_length, rtol=1e-3)
    # other skeletons, rates and rest poses become one dancer
    signer = starter_sign(110.0, segments=1, fps=30.0)
    ready = prepare([dance.clip for dance in dances], signer, Counts(120.0))
    assert len(ready.motions) == 4
    assert len({motion.skeleton.names for motion in ready.motions}) == 1


def test_tempi_come_from_the_sheet_the_action_and_music_beside_and_are_saved(database):
    write_song(database / "stroll.wav", generated_music("drums", bpm=104.0, seconds=12.0)[0])
    rows = ("file,bpm,first_count", "bad.bvh,80,", f"two.blend/{DANCES[0]},120,0.5")
    (database / "dances.csv").write_text("\n".join(rows))
    dances, _ = dance_database.read_dances([database], listen=True)
    told = {d.key: (d.tempo_from, d.clip.counts and round(d.clip.counts.bpm)) for d in dances}
    assert told == {
        "pirouette_120fps.bvh": ("", None),
        "stroll.fbx": ("music", 104),
        f"two.blend/{DANCES[0]}": ("sheet", 120),
        f"two.blend/{DANCES[1]}": ("action", 96),
    }
    [sheet] = dance_database.save_tempi(dances)
    assert "bad.bvh,80" in sheet.read_text()  # rows of others stay
    again, _ = dance_database.read_dances([database])
    assert {d.key: d.tempo_from for d in again if d.key == "stroll.fbx"} == {"stroll.fbx": "sheet"}


def test_what_was_read_is_kept_until_the_file_changes(database, monkeypatch):
    dance_database.read_dances([database])
    mark = dance_database.fingerprint([database])
    monkeypatch.setattr(dance_database, "load_clip", lambda path: pytest.fail(f"{path} is read again"))
    monkeypatch.setattr(dance_database, "_blend_takes", lambda path: pytest.fail(f"{path} is read again"))
    (database / "bad.bvh").unlink()
    (database / "bad.blend").unlink()
    dance_database.read_dances([database])
    assert dance_database.fingerprint([database]) != mark


def test_a_database_that_is_not_there_or_holds_nothing_is_told(extension, tmp_path):
    with pytest.raises(LibraryError, match="no such file or folder"):
        dance_database.read_dances([tmp_path / "none"])
    (tmp_path / "bad.blend").write_text("nothing")
    with pytest.raises(LibraryError, match=r"bad\.blend"):
        dance_database.read_dances([tmp_path])


def test_the_panel_lists_dances_takes_typed_tempi_and_dances_of_a_blend_file(extension, database):
    bpy.ops.stepweave.add_starter_sign()
    dance = bpy.context.scene.stepweave.dance
    dance.use_generated, dance.database, dance.facing = False, str(database / "two.blend"), "SIGNER"
    assert bpy.ops.stepweave.read_dances() == {"FINISHED"}
    listed = {item.name: item for item in dance.dances}
    assert listed[DANCES[1]].bpm == 96.0 and listed[DANCES[0]].bpm == 0.0
    listed[DANCES[0]].bpm = 110.0
    bpy.ops.stepweave.read_dances()
    assert {item.name: item.bpm for item in dance.dances} == {DANCES[0]: 110.0, DANCES[1]: 96.0}
    assert bpy.ops.stepweave.make_dance() == {"FINISHED"}
    assert all(segment.chosen.endswith(DANCES) for segment in dance.segments)
    assert {round(c.bpm) for s in dance.segments for c in s.candidates} <= {110, 96}
    assert bpy.ops.stepweave.save_dance_tempi() == {"FINISHED"}
    assert f"two.blend/{DANCES[0]},110,0" in (database / "dances.csv").read_text()
    dance.facing = "CAMERA"
    with pytest.raises(RuntimeError, match="no camera"):
        bpy.ops.stepweave.make_dance()


def song_in_sequencer(scene, path, frame, trimmed=0):
    editor = scene.sequence_editor_create()
    strip = editor.strips.new_sound("Song", str(path), 1, frame)
    if trimmed:
        strip.frame_offset_start = trimmed
    return strip


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_counts_come_from_the_sequencers_sound_where_it_lies(extension, empty_scene, tmp_path):
    empty_scene.render.fps = 30
    bpy.ops.stepweave.add_starter_sign()
    samples, beats = generated_music("drums", bpm=100.0, seconds=16.0, silence=1.0)
    write_song(tmp_path / "song.wav", samples)
    strip = song_in_sequencer(empty_scene, tmp_path / "song.wav", 31)
    dance = empty_scene.stepweave.dance
    assert bpy.ops.stepweave.find_tempo(source="STRIP") == {"FINISHED"}
    assert dance.bpm == pytest.approx(100.0, abs=0.5) and not dance.beats
    # sample 0 sounds at frame 31, a second after the signing's first frame
    offset = dance.offset - (1.0 + beats[0])
    assert abs(offset - 0.6 * round(offset / 0.6)) < 0.05
    # put off by a third of a second inside the strip
    strip.sound_offset = 0.3
    late = dance.offset + 0.3
    assert bpy.ops.stepweave.find_tempo(source="STRIP") == {"FINISHED"}
    apart = dance.offset - late
    assert abs(apart - 0.6 * round(apart / 0.6)) < 0.02
    strip.sound_offset = 0.0
    # a strip trimmed by two seconds: the first count is one that is heard
    strip.frame_offset_start = 60
    strip.sound.pack()
    (tmp_path / "song.wav").unlink()
    bpy.ops.stepweave.find_tempo(source="STRIP")
    assert 3.0 - 0.05 <= dance.offset < 3.65
    if bpy.app.version >= (5, 0):  # 4.5 itself crashes when a script adds a retiming key
        strip.retiming_keys.add(timeline_frame=120)
        with pytest.raises(RuntimeError, match="'Song' is retimed.*Render Audio"):
            bpy.ops.stepweave.find_tempo(source="STRIP")
    strip.mute = True
    with pytest.raises(RuntimeError, match="no music"):
        bpy.ops.stepweave.find_tempo(source="STRIP")


def test_a_song_that_is_not_steady_is_followed_beat_by_beat(extension, empty_scene, tmp_path):
    empty_scene.render.fps = 30
    bpy.ops.stepweave.add_starter_sign()
    truth = np.cumsum(np.linspace(0.5, 0.58, 44))
    click, _ = generated_music("clicks", bpm=60.0, seconds=0.9)
    samples = np.zeros(25 * 22050)
    for time in truth:
        samples[int(time * 22050) : int(time * 22050) + 2000] += click[:2000]
    write_song(tmp_path / "song.wav", samples)
    dance = empty_scene.stepweave.dance
    dance.music = str(tmp_path / "song.wav")
    assert bpy.ops.stepweave.find_tempo(source="FILE") == {"FINISHED"}
    counts = dance_tempo.song_counts(dance)
    assert counts.beats is not None
    assert np.median(np.abs(counts.beats[:, None] - truth).min(axis=1)) < 0.07
    # the one is put on a beat, and the dance is made on those counts
    empty_scene.frame_set(1 + 30 * 4)
    bpy.ops.stepweave.first_count_here()
    nearest = truth[np.abs(truth - 4.0).argmin()]
    assert dance_tempo.song_counts(dance).time(0) == pytest.approx(nearest, abs=0.06)
    assert bpy.ops.stepweave.make_dance() == {"FINISHED"}
    starts = np.array([segment.start for segment in dance.segments])
    assert np.diff(starts)[-2] > np.diff(starts)[1]  # the segments grow longer as the song slows down
    dance.bpm = 100.0  # typed: the beats are forgotten
    assert dance_tempo.song_counts(dance) == Counts(100.0, dance.offset)


def test_the_first_count_is_put_at_the_current_frame_and_the_tempo_halved(extension, empty_scene):
    empty_scene.render.fps = 30
    bpy.ops.stepweave.add_starter_sign()
    dance = empty_scene.stepweave.dance
    empty_scene.frame_set(16)
    bpy.ops.stepweave.first_count_here()
    bpy.ops.stepweave.scale_tempo(factor=0.5)
    assert (dance.offset, dance.bpm) == (pytest.approx(0.5), pytest.approx(55.0))


def test_taps_give_the_tempo(extension, empty_scene):
    assert dance_tempo.tap(bpy.context, 100.0) is None
    for k in range(1, 8):
        dance_tempo.tap(bpy.context, 100.0 + 0.5 * k)
    assert empty_scene.stepweave.dance.bpm == pytest.approx(120.0, abs=1.0)


def test_a_scene_rate_that_parts_song_and_signing_is_told(extension, empty_scene):
    empty_scene.render.fps = 30
    bpy.ops.stepweave.add_starter_sign()
    empty_scene.render.fps = 24
    bpy.ops.stepweave.make_dance()
    assert "24 frames a second" in empty_scene.stepweave.dance.warnings.splitlines()[0]


def test_the_command_line_lists_tempi_and_dances_out_of_fbx_and_blend_files(
    stepweave, database, shared_data, tmp_path
):
    code, said = stepweave("dance", "tempi", "--database", database, "--save")
    assert code == 0
    assert f"two.blend/{DANCES[1]}: 4.9 s, 96 BPM, first count at 0.25 s, from action" in said
    assert "stroll.fbx: 3.9 s, tempo not known" in said and "bad.fbx" in said
    report = tmp_path / "report.json"
    code, said = stepweave(
        "dance", "make", "--sign", shared_data / "sign" / "isl_thanks.bvh",
        "--database", database / "stroll.fbx", database / "two.blend", "--bpm", 100, "--face-front",
        "--out", tmp_path / "out.bvh", "--report", report,
    )
    assert code == 0
    told = json.loads(report.read_text())
    assert told["database"]["clips"] == 3
    assert told["settings"]["face_front"] and told["facing_front_share"] > 0.5
    assert told["kept"]["max_difference"] == 0.0


def test_the_dancer_comes_back_to_the_scenes_camera(extension, empty_scene):
    empty_scene.render.fps = 30
    bpy.ops.stepweave.add_starter_sign()
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    empty_scene.collection.objects.link(camera)
    empty_scene.camera, camera.location = camera, (5.0, 0.0, 1.5)
    bpy.context.view_layer.update()
    dance, [clip] = empty_scene.stepweave.dance, empty_scene.stepweave.clips
    shares = {}
    for facing in ("FREE", "CAMERA"):
        dance.facing = facing
        bpy.ops.stepweave.make_dance()
        motion = armatures.motion_of(clip.armature, dance.result, 30.0)
        shares[facing] = share_facing(motion, front_of(motion, (1.0, 0.0)))
    assert shares["FREE"] < 0.1 and shares["CAMERA"] > 0.8
