"""From bytes to text, whatever the program that wrote the file thought of encodings."""

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8 byte-order mark removed"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "read as UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "read as UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "read as UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "read as UTF-16"),
)


def decode(data):
    """Text of a file, with line ends as newlines, and what had to be mended.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    text : str
    repairs : list of str; empty when the bytes are plain UTF-8
    """
    repairs = []
    for mark, encoding, note in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, errors="replace")
            repairs.append(note)
            break
    else:
        text, note = _unmarked(data)
        repairs += [note] if note else []
    if "\0" in text:
        text = text.replace("\0", " ")
        repairs.append("zero bytes removed")
    return text.replace("\r\n", "\n").replace("\r", "\n"), repairs


def _unmarked(data):
    """Text of bytes that carry no byte-order mark, and a note when they are not UTF-8."""
    head = data[:400]
    if len(head) >= 8:
        odd, even = head[1::2].count(0), head[0::2].count(0)
        if odd > 0.4 * len(head) / 2 and even == 0:
            return data.decode("utf-16-le", errors="replace"), "read as UTF-16"
        if even > 0.4 * len(head) / 2 and odd == 0:
            return data.decode("utf-16-be", errors="replace"), "read as UTF-16"
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError:
        pass
    try:
        japanese = data.decode("cp932")
    except UnicodeDecodeError:
        japanese = ""
    if any(word in japanese for word in ("左足", "右足", "上半身", "センター")):
        return japanese, "names read as Shift-JIS"
    return data.decode("cp1252", errors="replace"), "names read as Latin-1"
