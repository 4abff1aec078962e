"""Verb `variants`: other paths like one."""

from pathlib import Path

from ...core.errors import PathError
from ...core.paths import fit_stroke, propose_variants, read_path
from .session import add_verb, write_json, write_text


def add_to(verbs):
    """Add the verb."""
    verb = add_verb(verbs, "variants", variants, "propose well-spread variants of a path")
    verb.add_argument("--path", required=True, help="JSON, CSV or SVG; metres on Blender's ground plane")
    verb.add_argument("--count", type=int, default=8, metavar="K", help="how many, the path included (8)")
    verb.add_argument("--radius", type=float, metavar="R", help="metres round each hub point")
    verb.add_argument("--sub-points", type=int, default=6, metavar="N", help="sub points of each hub (6)")
    verb.add_argument("--seed", type=int, default=0, metavar="S", help="another seed, other variants (0)")
    verb.add_argument("--free-ends", action="store_true", help="let the ends move too")
    verb.add_argument("--out", required=True, metavar="FILE", help="result: .json, or .svg to look at")


def variants(wish, out):
    """Read, vary, write."""
    ending = Path(wish.out).suffix.lower()
    if ending not in {".json", ".svg"}:
        raise PathError(f"cannot write '{wish.out}': variants are written as .json or .svg")
    path = read_path(Path(wish.path))
    spline = fit_stroke(path.points, closed=path.closed)
    pinned = not wish.free_ends
    found = propose_variants(spline, wish.count, wish.radius, wish.sub_points, wish.seed, pinned)
    if ending == ".svg":
        write_text(wish.out, found.to_svg())
    else:
        write_json(wish.out, found.to_json())
    print(f"{len(found)} variants of {found.total:,} possible ones: {wish.out}", file=out)
