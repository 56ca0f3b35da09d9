"""Texts that patterns and stemmers choke on: one table, any length, for every test of speed.

Each is something a person can paste: a key, a log, a table, a formula, a page of links.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import cycle, islice

_HEX = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
_BASE64 = "TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQsIGNvbnNlY3RldHVyIGFkaXBpc2Npbmc+/"

_REPEATED: Mapping[str, str] = {
    # one word
    "a": "a",
    "capital": "A",
    "e": "e",
    "digit": "7",
    "hex": _HEX,
    "base64": _BASE64,
    "base64_lines": f"{_BASE64}\n",
    "camel": "CamelCase",
    "snake": "snake_case_",
    "underscore": "_",
    "vowels": "aeiou",
    "ee": "beek",
    "participle": "verged",
    "accent": "é",
    "combining": "e\u0301",
    "combining_only": "\u0301",
    "cjk": "漢字",
    "chinese_sentences": "我喜欢你。",
    "arabic": "أنا أحب القهوة. ",
    "control_characters": "\x0b\x0c\x1c ",
    "emoji": "👩\u200d👩\u200d👧",
    "emoji_spaced": "😀 ",
    "flag": "🇳🇱",
    "joiner": "\u200d",
    "null_like": "\u2028",
    # marks
    "space": " ",
    "tab": "\t",
    "newline": "\n",
    "space_newline": " \n",
    "nbsp": "\u00a0",
    "dot": ".",
    "dots_spaced": ". ",
    "a_dot": "a.",
    "A_dot": "A.",
    "a_dot_spaced": "a. ",
    "A_dot_spaced": "A. ",
    "roman": "i. ",
    "number_dot": "1. ",
    "short_lines": "a\n",
    "comma": ",",
    "comma_spaced": ", ",
    "colon": ":",
    "semicolon": "; ",
    "question": "?",
    "question_spaced": "? ",
    "exclamation": "! ",
    "ellipsis": "…",
    "hyphen": "-",
    "hyphen_spaced": "- ",
    "a_hyphen": "a-",
    "em_dash": "—",
    "slash": "/",
    "backslash": "\\",
    "quote": '"',
    "quote_spaced": ' "',
    "curly_open": "“",
    "curly_quotes": "“a”",
    "apostrophe": "'",
    "a_apostrophe": "a'",
    "it_s": "it's ",
    "round_open": "(",
    "round_close": ")",
    "round": "()",
    "round_word": "(a) ",
    "square_open": "[",
    "square_close": "]",
    "square": "[]",
    "curly": "{",
    "angle": "<",
    "tag": "<b>",
    "tag_open": "<memory",
    "entity": "&amp;",
    "pipe": "|",
    "pipe_row": "| a | b |\n",
    "tilde": "~",
    "equals": "=",
    "equals_line": "=\n",
    "plus": "+ ",
    "percent": "5% ",
    "at": "@",
    "and_sign": "&",
    # numbers
    "numbers": "12 ",
    "decimal": "1.",
    "decimals": "1.5 ",
    "thousands": "1,000",
    "thousands_spaced": "1 000 ",
    "phone": "+31 6 1234 5678 ",
    "time": "10:30 ",
    "colon_digits": "1:",
    "iso_dates": "2026-05-03 ",
    "iso_joined": "2026-05-03",
    "dates_en": "3 May 2026, ",
    "dates_us": "May 3rd, 2026 ",
    "dates_nl": "3 mei 2026, ",
    "months": "May ",
    "weekdays": "on Monday ",
    "weekdays_nl": "op maandag ",
    "relative": "last week of March ",
    "relative_nl": "de laatste week van maart ",
    "money": "€ 5 ",
    "money_joined": "€5",
    "dollar_numbers": "$5",
    "money_word": "5 euros ",
    "ranges": "1-",
    # words
    "word": "word ",
    "I": "I ",
    "the": "the ",
    "de": "de ",
    "not": "not ",
    "niet": "niet ",
    "and": "and ",
    "very": "very ",
    "no_space_words": "not,oak,",
    "names": "Anna ",
    "names_and": "Anna and ",
    "names_of": "University of ",
    "initials": "J. ",
    "saint": "St. ",
    "she": "she ",
    "there": "there ",
    "possessive": "Anna's ",
    "my": "my ",
    "todo": "I need to call ",
    "todo_nl": "ik moet bellen ",
    "todo_dotted": "I need to call Jan. ",
    "remember": "remember to ",
    "prefer": "I prefer ",
    "prefer_nl": "ik hou van ",
    "decided": "we decided ",
    "instead": "not oak, rather ",
    "actually": "Actually, it is ",
    "actually_nl": "Eigenlijk is het ",
    "is_a": "my name is ",
    "question_words": "what is ",
    "could_you": "could you please ",
    "thanks": "thanks, ",
    "hello": "hello ",
    "because": "because ",
    "sentences": "We fly to Lisbon on 3 May. ",
    "abbreviations": "I moved in May. Dr. Berg of St. Olav called on Friday! ",
    "sentences_nl": "We vliegen op 3 mei naar Lissabon. ",
    "questions": "Where do we go? ",
    "speaker": "Anna: ",
    "speaker_lines": "Anna: hello\n",
    "shares": "[shares a",
    "citation": "\ue200",
    # addresses
    "url": "https://example.com/a?b=c&d=e ",
    "url_joined": "https://",
    "url_long": "https://example.com/" + "a/" * 40 + " ",
    "www": "www.",
    "mail": "jan.de.vries@example.com ",
    "mail_joined": "a@a.",
    "data_url": "data:image/png;base64,",
    "data_open": "data:a;a=",
    # Markdown
    "heading": "# ",
    "heading_lines": "# a\n",
    "hashes": "#",
    "hash_lines": "#\n",
    "bullets": "- a\n",
    "nested_bullets": "- - ",
    "stars": "*",
    "stars_spaced": "* ",
    "bold": "**a** ",
    "bold_open": "**a",
    "underscored": "_a_ ",
    "numbered": "1. a\n",
    "numbered_line": "1. a ",
    "numbered_bold": " 1. **",
    "checkbox": "- [ ] a\n",
    "checkbox_open": "- [",
    "quoted_lines": "> a\n",
    "quoted_nested": "> ",
    "quoted_joined": ">",
    "backticks": "`",
    "backtick_pairs": "` ",
    "backtick_runs": "`a``b```c",
    "growing_backticks": "`" * 7 + "a" + "`" * 5 + "b",
    "fence": "```\n",
    "fence_named": "```python\na\n",
    "fence_file": "\n\n```file a\n",
    "fence_file_closed": "```\n\n````file a\nx",
    "fence_indented": "  ```\n",
    "fence_diagram": "```mermaid",
    "tildes": "~~~\n",
    "link": "[a](b) ",
    "link_open": "[a](",
    "link_nested": "[[a]",
    "image": "![a](b)",
    "image_open": "![",
    "footnote": "[^1]",
    "reference": "[a][b]",
    "emoji_code": ":smile:",
    "emoji_open": ":a",
    "directive": ":red[",
    "material": ":material/",
    "table_line": "|---",
    "code_line": "def f():\n",
    "assignment": "x = 1;\n",
    "braces": "{a} ",
    # LaTeX
    "dollar": "$",
    "dollar_pairs": "$$",
    "dollar_spaced": "$ ",
    "dollar_a": "$a",
    "dollar_newline": "$a\n",
    "tex_open": "\\[",
    "tex_close": "\\]",
    "tex_pair": "\\[a\\]",
    "tex_round_open": "\\(",
    "tex_round": "\\(a\\)",
    "tex_nested": "\\frac{",
    "tex_word": "\\alpha ",
    "tex_begin": "\\begin{a}",
    # JSON
    "json": '{"a": ',
    "json_list": "[",
    "json_escapes": "\\u0000",
    "json_strings": '"a",',
}


def _keyed(size: int) -> str:
    """Return different words, so that no cache helps."""
    return _filled((f"w{at:x} " for at in range(size)), size)


def _keys(size: int) -> str:
    return _filled((f"{at:x}{_HEX} " for at in range(size)), size)


def _growing(size: int) -> str:
    return _filled((f"{'`' * at}a" for at in range(3, size)), size)


def _ended(unit: str, end: str) -> Callable[[int], str]:
    return lambda size: unit * ((size - len(end)) // len(unit)) + end


def _opened(start: str, unit: str, end: str = "") -> Callable[[int], str]:
    return lambda size: start + unit * ((size - len(start) - len(end)) // len(unit)) + end


def _filled(parts: Iterable[str], size: int) -> str:
    made: list[str] = []
    length = 0
    for part in parts:
        made.append(part)
        length += len(part)
        if length >= size:
            break
    return "".join(made)[:size]


def _repeated(unit: str) -> Callable[[int], str]:
    return lambda size: "".join(islice(cycle(unit), size))


NASTY_TEXTS: Mapping[str, Callable[[int], str]] = {
    **{name: _repeated(unit) for name, unit in _REPEATED.items()},
    "different_words": _keyed,
    "different_keys": _keys,
    "growing_fences": _growing,
    "spaces_ended": _ended(" ", "x"),
    "spaces_between": _opened("x", " ", "x"),
    "newlines_between": _opened("x", "\n", "x"),
    "a_ended": _ended("a", "!"),
    "a_opened": _opened("!", "a"),
    "digits_ended": _ended("7", "x"),
    "marks_ended": _ended("!", "x"),
    "stars_ended": _ended("*", "x"),
    "key_in_a_sentence": _opened("My key is ", _HEX, ". Keep it."),
    "base64_in_a_sentence": _opened("I prefer tea. ", _BASE64, " What do I prefer?"),
    "word_in_a_question": _opened("what is ", "a", "?"),
    "long_line_of_words": _opened("I want ", "very ", "much tea"),
    "fence_left_open": _opened("```\n", "a\n"),
    "quote_left_open": _opened('"', "a "),
    "round_left_open": _opened("(", "a "),
    "square_left_open": _opened("[", "a "),
    "link_left_open": _opened("[a](", "b"),
    "formula_left_open": _opened("$", "a "),
    "speaker_left_open": _opened("Anna", "a", ": hello"),
    "shares_left_open": _opened("[shares ", "a"),
    "label": _opened("Correction: ", "a, "),
    "price_left_open": _opened("€", "1,"),
    "date_left_open": _opened("on ", "3 "),
}
