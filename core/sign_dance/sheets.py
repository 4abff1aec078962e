"""Sheets that people keep beside their clips: CSV, with commas, semicolons or tabs."""

import csv

from ..errors import LibraryError
from .counts import Counts


def read_rows(path, needed):
    """Rows of a sheet with the numbers of their lines.

    Parameters
    ----------
    path : pathlib.Path
    needed : sequence of str; columns it must have

    Returns
    -------
    list of (int, dict of str to str), cells stripped, columns in small letters

    Raises
    ------
    LibraryError
        It cannot be read as text, or a column is missing.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LibraryError(f"{path.name}: cannot be read as a text file: {error}") from None
    header = next((line for line in lines if line.strip()), "")
    separator = max(",;\t", key=header.count)
    try:
        cells = list(csv.reader(lines, delimiter=separator, skipinitialspace=True))
    except csv.Error as error:
        raise LibraryError(f"{path.name}: no sheet that can be read: {error}") from None
    rows = [(n, [cell.strip() for cell in row]) for n, row in enumerate(cells, 1) if any(row)]
    if not rows:
        return []
    columns = [name.lower() for name in rows[0][1]]
    missing = [name for name in needed if name not in columns]
    if missing:
        raise LibraryError(
            f"{path.name}: no column {', '.join(missing)}; its first line must name {', '.join(needed)}"
        )
    return [(n, dict(zip(columns, row + [""] * (len(columns) - len(row))))) for n, row in rows[1:]]


def row_counts(row, bpm, first):
    """Counts of a row out of its columns for tempo and first count.

    Raises
    ------
    LibraryError
        A cell is no number; the message names the column.
    SpecificationError
        It is no tempo.
    """
    return Counts(_number(row, bpm), _number(row, first) if row.get(first) else 0.0)


def _number(row, column):
    try:
        return float(row[column].replace(",", "."))
    except ValueError:
        raise LibraryError(f"{column} is not a number: '{row[column]:.60}'") from None
