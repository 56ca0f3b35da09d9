"""Foreign Markdown made safe to draw: nothing in it runs, loads, or imitates the page.

Streamlit's Markdown escapes HTML and drops ``javascript:`` links itself.  This module handles
images (a browser would fetch them), ``data:`` links, Streamlit's directives (``:red[…]``,
``:material/…:``, emoji codes), diagrams, and headings as large as the page's own.  Fenced code is
drawn as code, never as Markdown, so no misreading of a fence can let an image through.
"""

import re
from dataclasses import dataclass

_JOINER = "\u2060"  # word joiner: invisible, but separates two characters
_FENCE = re.compile(r"^(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^`\n]*$")
_PUNCTUATION = re.compile(r"([\\`*_{}\[\]()<>#+!|$~&^=.\-])")
_TYPOGRAPHY = re.compile(r"(<-|->|--|>=|<=|~=)")
_CODE = re.compile(
    r"^[ \t>]+(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t>]+\1[ \t]*$|\Z)"  # an indented fence
    r"|(?<!`)(`++)[^\n]*?(?<!`)\2(?!`)",  # inline code
    re.MULTILINE | re.DOTALL,
)
# Bounded, so that no text takes long: the longest emoji code and directive are shorter
_DIRECTIVE = re.compile(r"(\\?):(?=[a-zA-Z][\w-]{0,40}[\[{])")
_ICON = re.compile(r":(?=:?(?:material/|[\w+-]{0,40}?[a-zA-Z][\w+-]{0,40}:))")
_DATA = re.compile(r"\b(data)\\?:(?=[\w/+.-]*(?:;[\w=+.-]*)*,)", re.IGNORECASE)
_DISGUISE = re.compile(r"&(?=#|colon;|Tab;|NewLine;)")  # would hide a scheme from _DATA
_IMAGE = re.compile(r"(?<!!)!++\[(\]?)")
_HEADING = re.compile(r"^( {0,3}(?:(?:>|[-*+]|\d+[.)])[ \t]+)*)#{1,2}(?=[ \t])", re.MULTILINE)
# Streamlit would draw a checkbox without a label
_BOX = re.compile(
    r"^((?:[ \t>]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}))\[([ xX])\](?=[ \t])", re.MULTILINE
)
_NUMBER_LINE = re.compile(r"^([ \t>]{0,40}\d{1,9})([.)])(?=[ \t]*$)", re.MULTILINE)  # no list
_UNDERLINE = re.compile(r"^([ \t>]*)(=+)[ \t]*$", re.MULTILINE)
# TeX delimiters that models use and Streamlit ignores; without a formula they are plain brackets
_BRACKETED = re.compile(
    r"\\\[((?:(?!\\\[).){1,2000}?)\\\]|\\\(((?:(?!\\\().){1,500}?)\\\)", re.DOTALL
)
_OF_A_FORMULA = re.compile(r"[\\^_=+<>/|]|\A\s*\w\s*\Z")
# Pandoc's rule (its manual, tex_math_dollars): "$5 and $10" is money
_FORMULA = re.compile(
    r"\\.|\$\$.*?(?:\$\$|\Z)|\$(?![\s$])(?:[^$\\\n]|\\.|\n(?!\s))*(?<!\s)\$(?!\d)|(\$)", re.DOTALL
)
_DIAGRAM = re.compile(r"((?:(?<!`)`{3,}+|(?<!~)~{3,}+)[ \t]*)mermaid\b", re.IGNORECASE)


@dataclass(frozen=True)
class Segment:
    """A part of a reply: Markdown, or the lines of a code fence and their language."""

    text: str
    is_code: bool = False
    language: str | None = None


def segments(text: str) -> tuple[Segment, ...]:
    """Split ``text`` into safe Markdown and code that is drawn unchanged.

    A fence counts only at the start of a line, and may still be open at the end.  All other text
    passes through ``safe``.
    """
    found: list[Segment] = []
    prose: list[str] = []
    code: list[str] = []
    fence, language = "", ""
    for line in text.splitlines():
        opening = _FENCE.match(line)
        if fence:
            if _closes(line, fence):
                found.append(_code(code, language))
                fence, code = "", []
            else:
                code.append(line)
        elif opening:
            found.extend(_prose(prose))
            prose, fence, language = [], opening[1], opening[2]
        else:
            prose.append(line)
    found.extend([_code(code, language)] if fence else _prose(prose))
    return tuple(found)


def safe(text: str) -> str:
    """Return Markdown that draws ``text`` as intended, with images as links and no directives.

    >>> safe("![a boat](http://example.com/boat.png)")
    '[a boat](http://example.com/boat.png)'
    """
    parts: list[str] = []
    at = 0
    for code in _CODE.finditer(text):
        parts += [_tamed(text[at : code.start()]), code[0]]
        at = code.end()
    parts.append(_tamed(text[at:]))
    whole = _DIAGRAM.sub(r"\1text", "".join(parts))
    return whole.replace("![", f"!{_JOINER}[")  # in case our idea of code differs from Markdown's


def literal(text: str) -> str:
    r"""Return a Markdown label that shows ``text`` literally, on one line.

    >>> print(literal("*one*"))
    \*one\*
    """
    line = _TYPOGRAPHY.sub(
        lambda found: found[0][0] + _JOINER + found[0][1:], " ".join(text.split())
    )
    line = _PUNCTUATION.sub(r"\\\1", line)
    return line.replace(":", "\\:" + _JOINER)


def _tamed(text: str) -> str:
    counted = _FORMULA.sub(lambda found: r"\$" if found[1] else found[0], _dollared(text))
    linked = _IMAGE.sub(lambda found: "[image]" if found[1] else "[", counted)
    linked = _DATA.sub(rf"\1{_JOINER}:", _DISGUISE.sub("&amp;", linked))
    named = _ICON.sub(":" + _JOINER, _DIRECTIVE.sub(_inert, linked))
    flat = _UNDERLINE.sub(lambda found: f"{found[1]}\\{found[2]}", named)
    flat = _BOX.sub(lambda found: found[1] + ("☐" if found[2] == " " else "☑"), flat)
    flat = _NUMBER_LINE.sub(r"\1\\\2", flat)
    return _HEADING.sub(r"\1###", flat)


def _inert(directive: re.Match[str]) -> str:
    """Return the colon of a directive neutralised; an escaped one stays escaped."""
    return f"\\:{_JOINER}" if directive[1] else "\\:"


def _dollared(text: str) -> str:
    def in_dollars(found: re.Match[str]) -> str:
        mark, within = ("$$", found[1]) if found[1] else ("$", found[2])
        is_formula = "$" not in within and _OF_A_FORMULA.search(within)
        return f"{mark}{' '.join(within.split())}{mark}" if is_formula else found[0]

    return _BRACKETED.sub(in_dollars, text)


def _closes(line: str, fence: str) -> bool:
    stripped = line.strip()
    return len(line) - len(line.lstrip()) <= 3 and (
        len(stripped) >= len(fence) and set(stripped) == {fence[0]}
    )


def _code(lines: list[str], language: str) -> Segment:
    return Segment("\n".join(lines), is_code=True, language=language.lower() or None)


def _prose(lines: list[str]) -> list[Segment]:
    text = "\n".join(lines)
    return [Segment(safe(text))] if text.strip() else []
