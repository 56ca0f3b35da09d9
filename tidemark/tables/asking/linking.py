"""Links the words of a question to tables, columns, values, cues and numbers."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from rapidfuzz import fuzz, process

from tidemark.nlp.languages import Language
from tidemark.nlp.stemming import stem
from tidemark.schema.tables import Table, TableLink
from tidemark.tables.asking.periods import Period, period_at
from tidemark.tables.asking.query_shape import ColumnName
from tidemark.tables.asking.question_words import (
    LONGEST_CUE,
    Cue,
    commanding,
    cues,
    measured,
    numbers_named,
    opposing,
    relating,
    role_of,
    skipped,
    synonyms,
    telling,
)
from utils import text_cache

MOST_TOKENS = 160  # people's questions are shorter; a longer text is no question over tables
_LONGEST_VALUE = 7  # words
_SYNONYM = 0.8  # of the score of an exact word
_PART_OF_NAME = 0.75
_EXACT = 0.01  # above any synonym
_WHOLE_LINK = 0.8
_LEAST_OF_BEST = 0.6  # of the best score
_LEAST_COLUMN = 0.15
_ALIKE = 84  # of 100, for misspelt words
_LETTERS_TO_MISSPELL = 5
_LONGEST_GAP = 3  # small words inside a name: "date of the birth", "names of all the songs"
_ALL = frozenset({"all", "alle"})

_TOKEN = re.compile(
    r"""(?<!\w)(?P<mark>["“”'‘])(?P<quoted>[^"“”\n]{1,80}?)["”'’](?!\w)"""
    r"""|(?P<number>\d+(?:[.,:-]\d+)*)(?!\w)|(?P<word>[^\W_]+(?:[’'._@-][^\W_]+)*)|(?P<comma>[,;])"""
)
_NAME_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-zß-öø-ÿ]+|\d+|[^\W\d_]+")
_LONG_FORMS = {
    "no": "number", "num": "number", "nr": "number", "dest": "destination", "desc": "description",
    "abbrev": "abbreviation", "abbr": "abbreviation", "qty": "quantity", "amt": "amount",
    "addr": "address", "tel": "phone", "uid": "id", "dob": "birthday", "dept": "department",
    "temp": "temperature", "avg": "average", "src": "source", "lang": "language",
    "achternaam": "last name", "achternamen": "last name",
    "voornaam": "first name", "voornamen": "first name", "geboortejaar": "birth year",
    "geboortedatum": "birth date", "postcode": "zip code", "postcodes": "zip code",
    "zipcode": "zip code", "birthdate": "birth date", "fname": "first name",
    "lname": "last name", "firstname": "first name", "lastname": "last name",
}  # fmt: skip
_WOMEN, _MEN = frozenset({"f", "female", "v", "vrouw"}), frozenset({"m", "male", "man"})
_SEXES = {
    **dict.fromkeys(("female", "females", "women", "woman", "vrouw", "vrouwen"), _WOMEN),
    **dict.fromkeys(("male", "males", "men", "mannen"), _MEN),
}
_BEGINNINGS = (3, 4)
_COLUMN_WORDS = frozenset(
    "result results value values time last number kind field row total order".split()
)
_KEY_WORDS = ("id", "code", "number", "key")
_FIRST_AND_LAST = re.compile(r"(?i)\bfirst and (?=last names?\b)")
# "die ouder zijn dan 20": Dutch splits the phrase with a verb
_PARTED = re.compile(
    r"(?i)\b(\w+er|meer) (?:is|zijn|was|waren|heeft|hebben|kost|kosten|weegt|wegen) (?=dan\b)"
)
_WORD = re.compile(r"\w+")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th|e|ste|de)\b")  # "31st January 1206"
_SHORTEST_PART = 4  # letters
_SHORTEST_BEGINNING = 3  # of a compound, in letters
_EMPTY_PARTS = frozenset(
    """yn is tbl in of the for by at on to with and a an from van de het op per en voor bij
    aan""".split()
)
_FLAGS = (frozenset("01"), frozenset("yn"), frozenset("tf"), frozenset({"true", "false"}),
          frozenset({"yes", "no"}), frozenset({"ja", "nee"}))  # fmt: skip
_TRUE = frozenset({"1", "y", "t", "true", "yes", "ja"})


_LEAST_OPPOSED = 4  # letters: "unpaid"
_NAMING = frozenset({"value", "table", "column"})
_BEFORE_NOUNS = frozenset(
    """the a an of all each their his her its average total maximum minimum highest lowest
    de het een van alle elke gemiddelde totale maximale minimale hoogste laagste""".split()
)
_DOERS = frozenset({"i", "we", "ik", "wij"})
_ORDERING = frozenset({*_DOERS, "they", "he", "she"})
_NAME = frozenset({"name", "names", "naam", "namen"})
_OF = frozenset({"of", "van"})
_AFTER_ORDERS = frozenset({"all", "the", "every", "each", "some", "alle", "de", "het", "elke"})
_LANDING = frozenset({"land", "lands", "landed", "landing"})
_HELPING = frozenset({"did", "do", "have", "had", "heb", "hebben", "hadden"})


@dataclass(frozen=True)
class QuestionWord:
    """A word, number or quotation of a question."""

    text: str
    kind: str
    start: int

    @cached_property
    def folded(self) -> str:
        """The word in the form in which it is compared."""
        return self.text.casefold().replace("’", "'").removesuffix("'s").removesuffix("'")


@dataclass(frozen=True)
class Target:
    """A column, or a table if ``column`` is empty, with a score for the words that name it."""

    table: str
    column: str = ""
    score: float = 1.0
    value: str = ""

    @property
    def name(self) -> ColumnName:
        """The column."""
        return ColumnName(table=self.table, column=self.column)


@dataclass
class Tag:
    """The meaning of tokens ``start`` to ``end``; ``used`` once it is part of the query."""

    kind: str  # table, column, value, part (of a value), number, period, quoted, cue, comma or word
    start: int
    end: int
    targets: tuple[Target, ...] = ()
    tables: tuple[Target, ...] = ()
    cue: Cue = field(default=Cue("word"))
    text: str = ""
    number: float | None = None
    period: Period | None = None
    used: bool = False
    is_opposite: bool = False  # of its column of yes and no: "unpaid"

    @property
    def says(self) -> str:
        """The kind of its cue, or its own kind."""
        return self.cue.kind if self.kind == "cue" else self.kind


@text_cache(16_384)
def _forms(word: str) -> frozenset[str]:
    """Return the forms of ``word`` for comparison: stems in both languages, and synonyms."""
    stems = {stem(word), stem(word, "nl")}
    groups = synonyms()
    near = {group for each in (word, *stems) for group in groups.get(each, ())}
    return frozenset({*stems, *(f"~{group}" for group in near)})


@text_cache(16_384)
def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name of a table or column, with abbreviations expanded.

    >>> name_words("DestAirport"), name_words("song_release_year")
    (('destination', 'airport'), ('song', 'release', 'year'))
    """
    parts = [each.casefold() for each in _NAME_PART.findall(name)]
    if parts[:2] in (["l", "name"], ["f", "name"]):
        parts[0] = {"l": "last", "f": "first"}[parts[0]]
    kept = [each for each in parts if each not in _EMPTY_PARTS]
    words = [word for each in kept for word in _LONG_FORMS.get(each, each).split()]
    return tuple(words) or tuple(parts)


def _alike(one: str, other: str) -> float:
    if one == other or {stem(one), stem(one, "nl")} & {stem(other), stem(other, "nl")}:
        return 1.0
    return _SYNONYM if _forms(one) & _forms(other) else 0.0


@dataclass(frozen=True)
class _Name:
    target: Target
    words: tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """All names and values of ``tables``, and the ``links`` between them."""

    tables: tuple[Table, ...]
    links: tuple[TableLink, ...] = ()

    @cached_property
    def by_name(self) -> Mapping[str, Table]:
        """The tables by their names."""
        return {each.name: each for each in self.tables}

    @cached_property
    def _ends(self) -> frozenset[tuple[str, str]]:
        """The columns that only refer to other tables: part of their name is often a verb."""
        return frozenset(
            (each.table, each.column)
            for each in self.links
            if not {stem(word) for word in name_words(each.column)}
            <= {stem(word) for word in (*name_words(each.of_table), *_KEY_WORDS)}
        )

    @cached_property
    def _names(self) -> tuple[_Name, ...]:
        named = [
            (Target(table.name, column.name if column else ""), column or table)
            for table in self.tables
            for column in (None, *table.columns)
        ]
        return tuple(
            _Name(target, words)
            for target, each in named
            for words in {
                self._unabridged(name_words(each.name)),
                self._unabridged(name_words(each.title)),
            }
            if words
        )

    @cached_property
    def _beginnings(self) -> Mapping[str, str]:
        return {
            word[:letters]: word
            for table in self.tables
            for word in name_words(table.name)
            for letters in _BEGINNINGS
            if len(word) > letters
        }

    def _unabridged(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return ``words`` with prefixes of tables' names expanded: stu_id of student."""
        if len(words) < 2:
            return words
        return (self._beginnings.get(words[0], words[0]), *words[1:])

    @cached_property
    def _by_form(self) -> Mapping[str, Sequence[_Name]]:
        found: dict[str, list[_Name]] = {}
        for name in self._names:
            for form in {form for word in name.words for form in _forms(word)}:
                found.setdefault(form, []).append(name)
        return found

    def values_among(self, texts: AbstractSet[str]) -> Mapping[str, Sequence[Target]]:
        """Return the columns in which each of the folded ``texts`` is a value."""
        found: dict[str, list[Target]] = {}
        for table in self.tables:
            for column in table.columns:
                for sample in column.samples:
                    if (folded := sample.casefold()) in texts:
                        target = Target(table.name, column.name, 1.0, sample)
                        found.setdefault(folded, []).append(target)
        return found

    def sexes(self, tokens: Sequence[QuestionWord]) -> Mapping[str, Sequence[Target]]:
        """Return the values for women and men, in columns that store a letter for them."""
        found: dict[str, list[Target]] = {}
        for word in {token.folded for token in tokens} & set(_SEXES):
            for target in self.named(["gender"]) if not found.get(word) else ():
                if target.column and target.score >= _SYNONYM:
                    samples = self.by_name[target.table].column(target.column).samples
                    fit = [each for each in samples if each.casefold() in _SEXES[word]]
                    for each in fit[:1]:
                        found.setdefault(word, []).append(replace(target, value=each))
        return found

    def named(self, words: Sequence[str]) -> tuple[Target, ...]:
        """Return the targets that ``words`` together name, the best first, each with its score."""
        best: dict[tuple[str, str], float] = {}
        candidates = {id(n): n for form in _forms(words[0]) for n in self._by_form.get(form, ())}
        for name in candidates.values():
            score = _score(words, name.words)
            is_end = (name.target.table, name.target.column) in self._ends
            if is_end and (score < _WHOLE_LINK or not _alike(words[0], name.words[0])):
                continue
            if _is_first_of_several_meanings(words, name.words):
                score = max(score, _SYNONYM + _EXACT)
            if score > best.get((name.target.table, name.target.column), 0.0):
                best[(name.target.table, name.target.column)] = score
        ranked = sorted(best.items(), key=lambda item: -item[1])
        return tuple(Target(table, column, score) for (table, column), score in ranked)

    def column_of_concept(self, concept: str, tables: Iterable[str]) -> tuple[Target, ...]:
        """Return the columns of ``tables`` for ``concept``, such as "age"."""
        among = set(tables)
        return tuple(t for t in self.named([concept]) if t.table in among and t.column)

    @cached_property
    def _texts(self) -> Sequence[tuple[Target, str, Sequence[str]]]:
        """Each column of text with its values, folded: joined, and one by one."""
        columns = (
            (Target(table.name, column.name), [each.casefold() for each in column.samples])
            for table in self.tables
            for column in table.columns
            if column.type == "text"
        )
        return [(target, "\n".join(folded), folded) for target, folded in columns]

    def holding(self, word: str) -> tuple[Target, ...]:
        """Return the columns with values that contain ``word``: "hotel" in "Hotel Lisbon".

        The ``value`` of each is the pattern of the word, spelt as in the column.
        """
        root = stem(word)
        found = (
            (target, [each for value in values if root in value for each in _WORD.findall(value)])
            for target, text, values in self._texts
            if root in text
        )
        named = (
            (target, [each for each in words if _alike(each, word) == 1.0])
            for target, words in found
        )
        return tuple(
            replace(target, value=f"%{min(words, key=len)}%") for target, words in named if words
        )

    def with_initials(self, letters: str) -> tuple[Target, ...]:
        """Return the columns with a value of several words that begin with ``letters``."""
        return tuple(
            replace(target, value=value)
            for target in (each for each, _, _ in self._texts)
            for value in self.by_name[target.table].column(target.column).samples
            if len(words := value.split()) > 1
            and "".join(word[0] for word in words if word[0].isupper()) == letters
        )

    @cached_property
    def misspellings(self) -> Sequence[str]:
        """All words of names, to correct misspelt ones."""
        words = {word for name in self._names for word in name.words}
        return sorted(word for word in words if len(word) >= _LETTERS_TO_MISSPELL)


def _is_first_of_several_meanings(asked: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether a name begins with a word of several meanings: "duur" is length, or dear."""
    return len(asked) == 1 and asked[0] == name[0] and len(synonyms().get(asked[0], ())) > 1


def _score(asked: Sequence[str], name: Sequence[str]) -> float:
    """Return how well ``asked`` names ``name``: 0 unless each of its words occurs there."""
    left = list(name)
    total = 0.0
    for word in asked:
        scores = [_alike(word, other) for other in left]
        best = max(scores, default=0.0)
        if not best:
            return 0.0
        total += best
        left.pop(scores.index(best))
    if not left:
        return total / len(name)
    has_head = name[-1] not in left
    share = total / len(name)
    return share * (_PART_OF_NAME + (0.1 if has_head else 0.0))


def plainly_joined(question: str) -> str:
    """Return ``question`` with the phrases joined that a word parts: "first and last names"."""
    return _PARTED.sub(r"\1 ", _FIRST_AND_LAST.sub("first name and ", question))


def tokens_of(question: str) -> list[QuestionWord]:
    """Return the words, numbers, quotations and commas of ``question``."""
    found = []
    for match in _TOKEN.finditer(plainly_joined(question)):
        kind = str(match.lastgroup)
        if kind == "mark":
            kind = "quoted"
        found.append(QuestionWord(match[kind].strip(), kind, match.start()))
        if len(found) > MOST_TOKENS:
            break
    return found


def link(question: str, vocabulary: Vocabulary, language: Language) -> list[Tag]:
    """Return the tags of ``question`` in order; small words are left out."""
    tokens = tokens_of(question)
    tags: list[Tag] = []
    at = 0
    texts = {text for place in range(len(tokens)) for _, text in _texts_at(tokens, place, language)}
    values = {**vocabulary.values_among(texts), **vocabulary.sexes(tokens)}
    words = [token.text for token in tokens]
    while at < len(tokens):
        tag = _tag_at(tokens, at, vocabulary, language, values)
        period = None if tag.kind in _NAMING else period_at(words, at, language)
        if period:
            tag = Tag(
                "period", at, period[1], period=period[0], text=" ".join(words[at : period[1]])
            )
        tags.append(tag)
        at = tag.end
    tags = [_measured(_part_of_value(tag, vocabulary), vocabulary, language) for tag in tags]
    tags = [_opposed(tag, vocabulary, language) for tag in tags]
    tags = [_spelt(tag, vocabulary) for tag in _without_measured(tags, language)]
    verbs = [tag for tag in tags if _is_deed(tag, tokens) or _is_landing(tag, tokens, language)]
    tags = [tag for tag in tags if not _only_tells(tag, tags, tokens)]
    tags = _without_verbs([tag for tag in tags if tag not in verbs])
    return [tag for tag in tags if tag.kind != "small"]


def _is_deed(tag: Tag, tokens: Sequence[QuestionWord]) -> bool:
    """Return whether a word that names something is a verb here: "how many roses did I plant"."""
    before = [each.folded for each in tokens[max(tag.start - 2, 0) : tag.start]]
    doers = _ORDERING if tag.says == "order" else _DOERS
    may_be = tag.kind in {"table", "column", "word"} or tag.says == "order"
    is_word = may_be and tag.end == tag.start + 1
    return is_word and len(before) == 2 and before[0] in _HELPING and before[1] in doers


def _only_tells(tag: Tag, tags: Sequence[Tag], tokens: Sequence[QuestionWord]) -> bool:
    """Return whether "name" asks for none: "name all cities", "a city whose name contains".

    The "names of all cities" are the cities, where those are a column.
    """
    word = tokens[tag.start].folded
    if tag.kind != "column" or tag.end != tag.start + 1 or word not in _NAME:
        return False
    named = next((t for t in tags if t.start >= tag.end and t.kind in _NAMING), None)
    if named and named.kind == "column" and named.targets[0].score >= _WHOLE_LINK:
        between = {each.folded for each in tokens[tag.end : named.start]}
        if between & _OF and between <= _OF | _AFTER_ORDERS:
            return True
        if tag.start == 0 and word == "name" and tokens[1].folded in _AFTER_ORDERS:
            return True
    is_whose = tag.start > 0 and tokens[tag.start - 1].folded == "whose"
    end = tag.start - is_whose
    before = next((each for each in tags if each.kind == "column" and each.end == end), None)
    is_whole = before is not None and before.targets[0].score >= _WHOLE_LINK
    return before is not None and (is_whose or is_whole)  # "country names"


def _is_landing(tag: Tag, tokens: Sequence[QuestionWord], language: Language) -> bool:
    """Return whether an English "land" is a verb, and not the Dutch word for a country."""
    if language != "en" or tag.kind != "column" or tag.end != tag.start + 1:
        return False
    after = tokens[tag.end].folded if tag.end < len(tokens) else ""
    return tokens[tag.start].folded in _LANDING and after in {"in", "at", "on"}


def _part_of_value(tag: Tag, vocabulary: Vocabulary) -> Tag:
    """Return the tag of an unknown word that occurs in values of exactly one column.

    So do initials: "UK" is the United Kingdom.
    """
    if tag.kind == "word" and tag.text.isupper() and len(tag.text) > 1:
        initials = vocabulary.with_initials(tag.text)
        return replace(tag, kind="value", targets=initials) if len(initials) == 1 else tag
    if tag.kind != "word" or len(tag.text) < _SHORTEST_PART:
        return tag
    found = vocabulary.holding(tag.text.casefold())
    return replace(tag, kind="part", targets=found) if len(found) == 1 else tag


def _measured(tag: Tag, vocabulary: Vocabulary, language: Language) -> Tag:
    """Return the tag of a compound as one of what is measured: of gas for "gasverbruik"."""
    folded = tag.text.casefold()
    heads = [each for each in measured(language) if tag.kind == "word" and folded.endswith(each)]
    for head in heads:
        rest = folded.removesuffix(head)
        named = vocabulary.named([rest]) if len(rest) >= _SHORTEST_BEGINNING else ()
        if named and named[0].column:
            return _named(tag.start, tag.end, named, rest)
    return tag


def _without_measured(tags: list[Tag], language: Language) -> list[Tag]:
    """Return ``tags`` without nouns that add nothing to the column before: "gas consumption"."""
    before = [Tag("none", 0, 0), *tags]
    return [
        tag
        for column, tag in zip(before, tags, strict=False)
        if not (
            tag.kind == "word"
            and tag.text.casefold() in measured(language)
            and column.kind == "column"
            and column.end == tag.start
        )
    ]


def _without_verbs(tags: list[Tag]) -> list[Tag]:
    """Return ``tags`` without first words of tables' names, if others are named in full.

    Between "students" and "bikes", "own" does not mean the table "Owns_Bike".
    """
    whole = [tag for tag in tags if tag.kind == "table" and _best_table(tag) >= _SYNONYM]
    return [replace(tag, kind="small") if whole and _is_first_word(tag) else tag for tag in tags]


def _is_first_word(tag: Tag) -> bool:
    """Return whether ``tag`` is a word of a table's name that does not describe its rows."""
    if tag.kind != "table" or tag.targets or _best_table(tag) >= _SYNONYM:
        return False
    heads = [name_words(each.table)[-1] for each in tag.tables]
    return not any(_alike(tag.text.split()[-1], head) for head in heads)


def _best_table(tag: Tag) -> float:
    return max((each.score for each in tag.tables), default=0.0)


def _tag_at(
    tokens: list[QuestionWord],
    at: int,
    vocabulary: Vocabulary,
    language: Language,
    values: Mapping[str, Sequence[Target]],
) -> Tag:
    token = tokens[at]
    if token.kind == "comma":
        return Tag("comma", at, at + 1)
    value = _value_at(tokens, at, values, language)
    if token.kind == "quoted":
        return value or Tag("quoted", at, at + 1, text=token.text)
    cue = _cue_at(tokens, at, language)
    cue = None if cue and _ends_with_column(tokens, cue, vocabulary, language) else cue
    name = _name_at(tokens, at, vocabulary, language)
    if name and cue and cue.says == "count" and _counts(name, vocabulary):
        name = None
    if name and cue and name.end == cue.end:
        if _is_cue(tokens, name, cue, vocabulary, language):
            name = None
        else:
            cue = None
    number = _number(token, language)
    after_compare = at > 0 and tokens[at - 1].folded in {"than", "least", "most", "dan", "top"}
    if number is not None and after_compare:
        return Tag("number", at, at + 1, number=number, text=token.text)
    if number is not None and (cue is None or cue.end == at + 1) and not name and not value:
        return Tag("number", at, at + 1, number=number, text=token.text)
    options = [each for each in (value, name, cue) if each]
    if options:
        return max(options, key=lambda each: each.end)
    return _unnamed(tokens, at, language)


def _unnamed(tokens: list[QuestionWord], at: int, language: Language) -> Tag:
    """Return the tag of a word that is no name, value or cue."""
    token = tokens[at]
    shouts = token.text.isupper() and len(token.text) > 1 and not tokens[at - 1].text.isupper()
    is_small = token.folded in skipped(language) and not (shouts or _is_done(tokens, at, language))
    if is_small or _is_wish(tokens, at, language):
        return Tag("small", at, at + 1)
    return Tag("word", at, at + 1, text=token.text)


def _is_wish(tokens: Sequence[QuestionWord], at: int, language: Language) -> bool:
    """Return whether a word only says that rows are wanted: "I would love", "ik ben benieuwd"."""
    persons = telling(language, "tellers") | telling(language, "owners")
    for start in (max(at - 1, 0), at):
        pair = " ".join(
            each.text.casefold().replace("’", "'") for each in tokens[start : start + 2]
        )
        wanting = {tokens[0].folded, tokens[max(start - 1, 0)].folded, pair.split("'")[0]}
        if pair in telling(language, "wishes") and persons & wanting:
            return True
    return False


def _is_done(tokens: Sequence[QuestionWord], at: int, language: Language) -> bool:
    """Return whether a word such as "return" is no order, but what somebody does."""
    if tokens[at].folded not in commanding(language, "commands"):
        return False
    before = tokens[at - 1] if at else None
    after = tokens[at + 1].folded if at + 1 < len(tokens) else ""
    is_order = (
        before is None
        or before.kind == "comma"
        or tokens[at].text[:1].isupper()
        or before.folded in commanding(language, "before_commands")
    )
    return not is_order or after in commanding(language, "possessives")


def _ends_with_column(
    tokens: list[QuestionWord], cue: Tag, vocabulary: Vocabulary, language: Language
) -> bool:
    """Return whether "the results" names a column: "the results of those battles"."""
    after = tokens[cue.end].folded if cue.end < len(tokens) else ""
    if cue.says != "them" or cue.end - cue.start == 1 or after not in relating(language):
        return False
    name = _name_at(tokens, cue.end - 1, vocabulary, language)
    return name is not None and name.kind == "column" and name.targets[0].score >= 1


def _counts(name: Tag, vocabulary: Vocabulary) -> bool:
    """Return whether "number of flights" counts flights, despite a column flight number."""
    if not name.text.startswith("number") or not name.targets:
        return False
    best = name.targets[0]
    column = vocabulary.by_name[best.table].column(best.column)
    return name_words(column.name)[0] != "number"


def _is_cue(
    tokens: list[QuestionWord], name: Tag, cue: Tag, vocabulary: Vocabulary, language: Language
) -> bool:
    """Return whether words that are a cue and a name are the cue: "average age"."""
    if cue.says == "spent":
        before = tokens[cue.start - 1].folded if cue.start else ""
        best = max(each.score for each in (*name.targets, *name.tables))
        return best < 1.0 and before not in _BEFORE_NOUNS
    if cue.says not in _YIELDING or max(t.score for t in (*name.targets, *name.tables)) < 1.0:
        return True
    if cue.says not in _FUNCTIONS:
        return False
    if {each.folded for each in tokens[cue.end : cue.end + 2]} & _PRONOUNS:
        return True  # "the average of them"
    following = cue.end
    while following < len(tokens) and _is_between(tokens, following, language):
        following += 1
    after = _name_at(tokens, following, vocabulary, language) if following < len(tokens) else None
    return after is not None and after.kind == "column"


def _is_between(tokens: list[QuestionWord], at: int, language: Language) -> bool:
    """Return whether a figure's column may follow this word: "average, minimum and maximum age"."""
    cue = _cue_at(tokens, at, language)
    is_figure = cue is not None and cue.end == at + 1 and cue.says in {"avg", "min", "max", "sum"}
    return is_figure or not _parts_of(tokens[at]) or tokens[at].folded in _JOINING


_JOINING = frozenset({",", "and", "en"})
_PRONOUNS = frozenset({"them", "those", "these", "hen", "die", "deze", "daarvan"})
_FUNCTIONS = frozenset({"sum", "avg", "median", "max", "min", "super", "count"})
_YIELDING = frozenset({"all", "sum", "also", "them", "top", "only", "like", "avg", "median", "max",
                       "min", "count", "order", "super", "distinct", "common", "by"})  # fmt: skip


def _number(token: QuestionWord, language: Language) -> float | None:
    if token.kind == "number":
        digits = token.text
        if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", digits):
            digits = re.sub("[.,]", "", digits)
        digits = digits.replace(",", ".")
        return float(digits) if re.fullmatch(r"\d+(?:\.\d+)?", digits) else None
    named = numbers_named(language).get(token.folded)
    return None if named is None else float(named)


def _cue_at(tokens: list[QuestionWord], at: int, language: Language) -> Tag | None:
    known = cues(language)
    for length in range(min(LONGEST_CUE, len(tokens) - at), 0, -1):
        words = tuple(token.text.casefold().replace("’", "'") for token in tokens[at : at + length])
        cue = known.get(words)
        if cue and not (cue.kind == "like" and _is_wish(tokens, at, language)):
            return Tag("cue", at, at + length, cue=cue, text=" ".join(words))
    return None


def _value_at(
    tokens: list[QuestionWord], at: int, values: Mapping[str, Sequence[Target]], language: Language
) -> Tag | None:
    for length, text in _texts_at(tokens, at, language):
        if found := values.get(text):
            return Tag("value", at, at + length, tuple(found), text=text)
    return None


def _texts_at(tokens: list[QuestionWord], at: int, language: Language) -> Iterator[tuple[int, str]]:
    """Yield the texts from ``at`` on that may be values, with their lengths, longest first."""
    most = 1 if tokens[at].kind == "quoted" else min(_LONGEST_VALUE, len(tokens) - at)
    for length in range(most, 0, -1):
        span = tokens[at : at + length]
        if length > 1 and any(each.kind == "quoted" for each in span):
            continue
        if length == 1 and span[0].kind == "number":
            continue
        if length == 1 and span[0].kind == "word" and not _may_be_value(span[0], at, language):
            continue
        text = _written(span)
        yield length, text
        if text[:1].isdigit() and (plain := _ORDINAL.sub(r"\1", text)) != text:
            yield length, plain
        if span[0].kind == "quoted":
            yield length, text.strip(" ?!.,")
        if text.endswith("s"):
            yield length, text.removesuffix("'s").removesuffix("s")
        if text.endswith("es"):
            yield length, text.removesuffix("es")


def _written(span: Sequence[QuestionWord]) -> str:
    pieces = [span[0].text]
    for before, token in pairwise(span):
        glued = token.kind == "comma" or token.start == before.start + len(before.text)
        pieces.append(token.text if glued else f" {token.text}")
    return "".join(pieces).casefold()


def _may_be_value(token: QuestionWord, at: int, language: Language) -> bool:
    folded = token.folded
    small = folded in skipped(language) or (folded,) in cues(language)
    if small or folded in numbers_named(language):
        return False
    return len(folded) > 2 or (token.text.isupper() and at > 0)


def _name_at(
    tokens: list[QuestionWord], at: int, vocabulary: Vocabulary, language: Language
) -> Tag | None:
    """Return the longest run of words that names a table or a column."""
    words: list[str] = []
    best: Tag | None = None
    gap = 0
    end = at
    small = skipped(language)
    while end < len(tokens) and len(words) < LONGEST_CUE and tokens[end].kind == "word":
        parts = _parts_of(tokens[end])
        found = vocabulary.named([*words, *parts]) if parts else ()
        if not found and not words and end + 1 < len(tokens) and tokens[end + 1].kind == "word":
            both = (*parts, *_parts_of(tokens[end + 1]))
            if len(both) > len(parts) > 0 and (found := vocabulary.named(both)):
                parts, end = both, end + 1
        is_small = tokens[end].folded in small
        if gap and _is_all(tokens[end - 1]) and _names_table(vocabulary, parts):
            break  # "the codes for all templates" are of that table
        fills = not parts or _is_all(tokens[end])
        if not found and words and fills and gap < _LONGEST_GAP:
            gap += 1
            end += 1
            continue
        if not found or (is_small and not words and not at):
            break
        words, end, gap = [*words, *parts], end + 1, 0
        if len(words) > 1 or not is_small or _is_column(found, folded=tokens[end - 1].folded):
            best = _named(at, end, found, " ".join(words))
    if best and end - at == 1 and role_of(tokens[at].folded, language):
        whole = max(each.score for each in (*best.targets, *best.tables))
        return best if whole >= 1 else None
    return best


def _is_all(token: QuestionWord) -> bool:
    return token.folded in _ALL


def _names_table(vocabulary: Vocabulary, words: Sequence[str]) -> bool:
    """Return whether ``words`` are the whole name of a table."""
    found = vocabulary.named(words) if words else ()
    return any(not each.column and each.score >= _SYNONYM for each in found)


def _is_column(found: Sequence[Target], *, folded: str) -> bool:
    """Return whether a small word is the name of a column: "result"."""
    return folded in _COLUMN_WORDS and found[0].score >= 1 and bool(found[0].column)


def _parts_of(token: QuestionWord) -> tuple[str, ...]:
    """Return the parts of a word: several if it is written like the name of a column."""
    if "_" in token.text or re.search(r"[a-z][A-Z]", token.text):
        return name_words(token.text)
    folded = token.folded
    return () if folded in _EMPTY_PARTS else tuple(_LONG_FORMS.get(folded, folded).split())


def _named(at: int, end: int, found: Sequence[Target], text: str) -> Tag:
    least = found[0].score * _LEAST_OF_BEST
    columns = tuple(each for each in found if each.column and each.score >= _LEAST_COLUMN)
    tables = tuple(each for each in found if not each.column and each.score >= least)
    return _kind_settled(Tag("column", at, end, columns, tables, text=text))


def _kind_settled(tag: Tag) -> Tag:
    column = max((each.score for each in tag.targets), default=0.0)
    table = max((each.score for each in tag.tables), default=0.0)
    tag.kind = "table" if table >= column else "column"
    return tag if tag.targets or tag.tables else replace(tag, kind="small")


def _spelt(tag: Tag, vocabulary: Vocabulary) -> Tag:
    """Return the tag of an unknown word with its spelling corrected, if the correction is clear."""
    if tag.kind != "word" or len(tag.text) < _LETTERS_TO_MISSPELL or tag.text[:1].isupper():
        return tag
    folded = tag.text.casefold()
    found = process.extractOne(
        stem(folded), vocabulary.misspellings, scorer=fuzz.ratio, score_cutoff=_ALIKE
    )
    if found is None:
        return tag
    named = vocabulary.named([found[0]])
    return _named(tag.start, tag.end, named, found[0]) if named else tag


def _opposed(tag: Tag, vocabulary: Vocabulary, language: Language) -> Tag:
    """Return the tag of an unknown word that is the opposite of a column of yes and no."""
    for prefix in opposing(language) if tag.kind == "word" else ():
        rest = tag.text.casefold().removeprefix(prefix)
        if len(tag.text) > len(rest) >= _LEAST_OPPOSED:
            named = [each for each in vocabulary.named([rest]) if each.column]
            flags = [n for n in named if flag_value(vocabulary, n.name, wanted=True) is not None]
            if flags:
                return replace(tag, kind="column", targets=tuple(flags), is_opposite=True)
    return tag


def flag_value(vocabulary: Vocabulary, name: ColumnName, *, wanted: bool) -> str | None:
    """Return the value for yes (or no) in a column of yes and no; None for other columns."""
    column = vocabulary.by_name[name.table].column(name.column)
    if column.type == "boolean":
        return "true" if wanted else "false"
    by_fold = {each.casefold(): each for each in column.samples}
    if not by_fold or column.distinct > 2 or not any(by_fold.keys() <= flag for flag in _FLAGS):
        return None
    return next((text for fold, text in by_fold.items() if (fold in _TRUE) == wanted), None)
