"""Build the extension's zips: one per platform and Python with scipy inside, one without it.

    build_zips.py [--only TEXT]        those whose name holds TEXT

They land in dist/; downloaded wheels are kept in .cache/wheels/. The one without scipy is for a Blender
whose own Python has it. Each zip is validated and built by Blender's extension tool: run this with a Python
that has the bpy wheel.
"""

import argparse
import importlib.util
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
SHIPPED = ("*.py", "bridge", "core", "operators", "panels", "LICENSE")
SCIPY = {"3.11": "1.17.1", "3.13": "1.18.1"}       # the newest for each Python
BLENDERS = {                                       # first version, first version no more
    "3.11": ("4.5.0", "5.1.0"),
    "3.13": ("5.1.0", None),
    "own": ("4.5.0", None),
}
WHEEL_TAGS = {
    "linux-x64": ("manylinux_2_27_x86_64", "manylinux_2_28_x86_64", "manylinux2014_x86_64"),
    "windows-x64": ("win_amd64",),
    "macos-arm64": ("macosx_12_0_arm64",),
    "macos-x64": ("macosx_10_14_x86_64", "macosx_10_15_x86_64"),
}


@dataclass(frozen=True)
class Target:
    """One zip: a platform and a Python; Python "own" takes the scipy that Blender's Python already has."""

    platform: str
    python: str

    @property
    def name(self):
        """Last part of the zip's name."""
        tag = "own-scipy" if self.python == "own" else "cp" + self.python.replace(".", "")
        return f"{self.platform}-{tag}"


TARGETS = (
    *(Target(platform, python) for platform in WHEEL_TAGS for python in SCIPY if platform != "macos-x64"),
    Target("macos-x64", "3.11"),        # Blender 5 no longer comes for Intel Macs
    Target("linux-x64", "own"),
)


def main():
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="build only the zips whose name holds this text")
    wanted = parser.parse_args().only
    version = tomllib.loads((CHECKOUT / "blender_manifest.toml").read_text())["version"]
    for target in TARGETS:
        if wanted in target.name:
            built = build(target, version)
            print(f"{built.relative_to(CHECKOUT)}  {built.stat().st_size / 1e6:.1f} MB")


def build(target, version):
    """Stage the sources, a manifest and the wheel of one target; validate and zip them.

    Returns
    -------
    Path
        The zip.
    """
    staged = CHECKOUT / ".cache" / "staged" / target.name
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir(parents=True)
    for source in (found for pattern in SHIPPED for found in CHECKOUT.glob(pattern)):
        if source.is_dir():
            shutil.copytree(source, staged / source.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, staged / source.name)
    wheels = []
    if target.python != "own":
        wheel = scipy_wheel(target)
        (staged / "wheels").mkdir()
        shutil.copy2(wheel, staged / "wheels" / wheel.name)
        wheels.append(f"./wheels/{wheel.name}")
    (staged / "blender_manifest.toml").write_text(manifest(target, wheels))
    zipped = CHECKOUT / "dist" / f"stepweave-{version}-{target.name}.zip"
    zipped.parent.mkdir(exist_ok=True)
    extension_tool("validate", str(staged))
    extension_tool("build", "--source-dir", str(staged), "--output-filepath", str(zipped))
    extension_tool("validate", str(zipped))
    return zipped


def manifest(target, wheels):
    """The checkout's manifest with what belongs to one target."""
    first, end = BLENDERS[target.python]
    lines = []
    for line in (CHECKOUT / "blender_manifest.toml").read_text().splitlines():
        if line.startswith("blender_version_min"):
            lines.append(f'blender_version_min = "{first}"')
            lines += [f'blender_version_max = "{end}"'] if end else []
            lines.append(f'platforms = ["{target.platform}"]')
            lines += [f"wheels = {wheels}".replace("'", '"')] if wheels else []
        elif not line.startswith("#"):
            lines.append(line)
    return "\n".join(lines) + "\n"


def scipy_wheel(target):
    """The scipy wheel of a target, downloaded once.

    Returns
    -------
    Path
    """
    cached = CHECKOUT / ".cache" / "wheels" / target.name
    version = SCIPY[target.python]
    pattern = f"scipy-{version}-*.whl"
    if not list(cached.glob(pattern)):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--only-binary=:all:", "--implementation", "cp"]
        command += ["--python-version", target.python, "--dest", str(cached)]
        for tag in WHEEL_TAGS[target.platform]:
            command += ["--platform", tag]
        if subprocess.run([*command, f"scipy=={version}"], check=False).returncode:
            sys.exit(f"scipy {version} for {target.name} could not be downloaded: check the network")
    return next(cached.glob(pattern))


def extension_tool(*arguments):
    """Run Blender's extension tool; a complaint ends the build."""
    folder = Path(importlib.util.find_spec("bpy").origin).parent
    tool = next(folder.glob("*/scripts/addons_core/bl_pkg/cli/blender_ext.py"))
    command = [sys.executable, str(tool), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: {done.stdout.strip()} {done.stderr.strip()}")


if __name__ == "__main__":
    main()
