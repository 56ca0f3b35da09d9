"""Answers with entries of a list: the third one, the cheapest, the chosen one, all others."""

import re
from collections.abc import Sequence
from dataclasses import replace

from tidemark.engines.builtin.counting.amounts import amount_of, bullet
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import ListEntry, Listing, order_of
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.nlp.answer_types import answer_type
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.quotes import as_quote
from tidemark.nlp.search_terms import words
from tidemark.prompt.citations import cited

_MOSTLY = 0.6  # of a question, by the heading of its list
_HALF = 0.5  # if it asks for the rest, or the list was changed
OF_ONE_VALUE = ("time", "money", "age", "count", "reason", "duration", "place", "people")
_NAME_WORDS = 2  # the name of an entry: "Kim works weekends"
_MOST_TOLD = 6  # statements for a question that asks for all of them


def nth(question: ListQuestion) -> str | None:
    """Return the entry at the position that the question names."""
    counting = question.pack.counting
    found = counting.ordinal.search(question.text)
    if not found:
        return None
    place = _place(found["nth"].lower(), question.pack)
    listing = question.listing(lambda each: place == -1 or len(each.entries) > place)
    if listing is None or (listing.context and question.stems - listing.stems):
        return None
    named = question.stems - question.light_stems
    if named and named.isdisjoint(listing.stems) and not _is_kind_of_entries(named, question):
        return None
    if answer_type(question.text, question.pack) == "person" and not names(
        listing.entries[place].text, listing.pack
    ):
        return None  # "who drives on the second day?"
    return _entry_of(listing, listing.entries[place])


def _is_kind_of_entries(named: frozenset[str], question: ListQuestion) -> bool:
    """Return whether ``named`` can only mean the entries: no statement has it, and one list is."""
    listed = [each for each in question.listings if is_of_this_chat(each.statement.piece)]
    if len(listed) != 1 or listed[0].is_of_amounts:
        return False
    is_of_value = answer_type(question.text, question.pack) in OF_ONE_VALUE
    return not is_of_value and named.isdisjoint(question.known_stems)


def following(question: ListQuestion) -> str | None:
    """Return the entry after the one that the question names."""
    found = question.pack.counting.follows.search(question.text)
    if not found:
        return None
    stems = frozenset(question.pack.stems(found["entry"]))
    for listing in reversed(question.listings):
        at = [place for place, each in enumerate(listing.entries) if each.stems & stems]
        if len(at) == 1 and at[0] + 1 < len(listing.entries):
            return _entry_of(listing, listing.entries[at[0] + 1])
    return None


def _place(word: str, pack: LanguagePack) -> int:
    ordinals = pack.counting.ordinals
    return ordinals[word] if word in ordinals else int(re.sub(r"\D", "", word)) - 1


def extreme(question: ListQuestion) -> str | None:
    """Return the entry with the least or the most, if the question asks for it."""
    counting = question.pack.counting
    is_least, is_most = question.asks(counting.least), question.asks(counting.most)
    if is_least == is_most:
        return None
    listing = question.listing(lambda each: each.is_of_amounts)
    if listing is None:
        return None
    came = {order for each in question.ledger.of_role("income") for order in each.orders}
    if question.names_outlay and listing.order in came:
        return None  # no cost
    listing = question.as_reckoned(listing)
    entries = [each for each in listing.entries if not listing.pack.ledger.fund.search(each.text)]
    if len(entries) < len(listing.entries):
        listing = replace(listing, entries=tuple(entries))
    if not entries:
        return None
    choose = min if is_least else max
    best = choose(amount_of(entry).value for entry in listing.entries)
    chosen = [entry for entry in listing.entries if amount_of(entry).value == best]
    return _entry_of(listing, chosen[0]) if len(chosen) == 1 else None


def _entry_of(listing: Listing, entry: ListEntry) -> str:
    """Return ``entry`` as an answer, with the heading it was listed under."""
    text = shown = as_quote(entry.text)
    if listing.pack.cues.first_person.match(entry.text):  # "I paid 82" is of the person
        shown = as_quote(listing.pack.phrases.to_second_person(entry.text))
    shown = shown[:1].upper() + shown[1:]
    if not set(listing.statement.message_ids) & set(entry.message_ids):
        quote = cited(as_quote(entry.text), entry.message_ids)
        return f"{shown}.\n\n{listing.pack.phrases.you_said_before.format(quote=quote)}"
    if listing.is_series:
        quote = cited(as_quote(entry.text), entry.message_ids)
        return listing.pack.phrases.you_said_before.format(quote=quote)
    if not listing.heading:
        answer = f"{cited(shown, entry.message_ids)}."
        if not listing.context:
            return answer
        said = listing.statement.text
        quote = cited(f"[…] {as_quote(said[said.find(entry.text) :])}", entry.message_ids)
        return f"{answer}\n\n{listing.pack.phrases.you_said_before.format(quote=quote)}"
    quote = f"{as_quote(listing.heading)}: […] {text}"
    return f"{shown}.\n\n“{cited(quote, entry.message_ids)}”"


def choice(question: ListQuestion) -> str | None:
    """Return the chosen entry of a list whose heading the question names."""
    if answer_type(question.text, question.pack) != "choice":
        return None
    if any(map(question.asks, question.pack.list_changes.obliges)):
        return None  # "what do I still need to buy?"
    options = [each for each in question.listings if each.heading_stems & question.stems]
    chosen = chosen_entry(options[-1], question) if options else None
    return _entry_of(options[-1], chosen) if chosen else None


def members(question: ListQuestion) -> str | None:
    """Return all current entries of the list that the question asks for.

    A list in one unchanged sentence is quoted instead, unless the question asks to list it.
    """
    listing = _asked_list(question)
    if question.asks(question.pack.list_changes.asks_ticked_off):
        return _ticked_off(listing or _list_of_doers(question), question)
    if listing is None:
        done = _list_of_doers(question)
        return _entries_of(done, _asked_entries(done, question)) if done else None
    is_plain = not (listing.last_change or listing.statement.text.rstrip().endswith(":"))
    if is_plain and not question.asks(question.pack.counting.reads_out):
        return None
    return _entries_of(listing, _asked_entries(listing, question))


def _asked_entries(listing: Listing, question: ListQuestion) -> Sequence[ListEntry]:
    entries = question.entries_of(listing)
    is_who = answer_type(question.text, question.pack) == "person"
    return people_among(entries, listing.pack) if is_who else entries


def people_among(entries: Sequence[ListEntry], pack: LanguagePack) -> Sequence[ListEntry]:
    """Return the ``entries`` that are no tasks, which a list of people may have got later."""
    return [each for each in entries if not pack.cues.is_task(each.text)] or entries


def _ticked_off(listing: Listing | None, question: ListQuestion) -> str | None:
    """Return the entries of ``listing`` that were got or done, or that there are none.

    Without a list with that name, it is the only list of this chat with such entries.
    """
    own = [each for each in question.listings if is_of_this_chat(each.statement.piece)]
    begun = [each for each in own if not all(of.is_open for of in each.entries)]
    listing = listing or (begun[0] if len(begun) == 1 else None)
    if listing is None:
        return None
    done = [each for each in listing.entries if not each.is_open]
    if done:
        return titled_entries(listing, done)
    return question.pack.phrases.none_ticked_off.format(list=as_quote(listing.heading))


def _asked_list(question: ListQuestion) -> Listing | None:
    """Return the list whose heading the question names; the last one if it names none."""
    counting, changes = question.pack.counting, question.pack.list_changes
    is_read, is_rest = question.asks(counting.reads_out), question.asks(changes.asks_open)
    if not (is_read or question.asks(changes.asks_list)) or question.asks(changes.asks_past):
        return None
    if not is_read and answer_type(question.text, question.pack) in OF_ONE_VALUE:
        return None
    if not question.stems:
        if called := [each for each in question.listings if _is_called(each, question)]:
            return called[-1]
        last = max(question.listings, key=lambda each: each.latest, default=None)
        return last if last and is_rest and last.latest in question.just_told else None
    about = [
        each
        for each in question.listings
        if len(question.stems & each.heading_stems)
        >= (_HALF if is_rest or each.last_change else _MOSTLY) * len(question.stems)
    ]
    about = [
        each
        for each in about
        if not each.statement.is_talk
        and (
            is_rest
            or (each.last_change and question.asks(changes.asks_tasks))
            or not _only_names(question, each)
        )
    ]
    return max(about, key=lambda each: (bool(each.heading), each.order), default=None)


def _list_of_doers(question: ListQuestion) -> Listing | None:
    """Return the last list of those who do what the question asks: "who helps?", volunteers.

    None if it names something else that was talked about: "who brings the tent?".
    """
    pack, changes = question.pack, question.pack.list_changes
    if not question.asks(changes.asks_list) or question.asks(changes.asks_past):
        return None
    is_denied = question.asks(pack.corrections.denies)
    if is_denied or answer_type(question.text, pack) in OF_ONE_VALUE:
        return None
    verbs = {verb: frozenset(pack.stems(verb)) for verb in changes.headings_of}
    done = [verb for verb, stems in verbs.items() if stems & question.all_stems]
    meant = frozenset(of for verb in done for of in pack.stems(changes.headings_of[verb]))
    found = [each for each in question.listings if meant & each.heading_stems]
    if not found:
        return None
    rest = question.stems.difference(*verbs.values()) - found[-1].heading_stems
    return None if rest & question.known_stems else found[-1]


def _is_called(listing: Listing, question: ListQuestion) -> bool:
    """Return whether the question has all words of the heading: "wie gaan er mee?"."""
    heading = listing.pack.counting.until_now.sub("", listing.heading)
    return bool(heading) and set(words(heading)) <= set(words(question.text))


def _only_names(question: ListQuestion, listing: Listing) -> bool:
    """Return whether the question shares only names with the heading: "what is Puffin?"."""
    named = {
        stem for of in names(listing.heading, listing.pack) for stem in listing.pack.stems(of.text)
    }
    opening = set(listing.pack.stems(listing.heading)[:1])
    return question.stems & listing.heading_stems <= named - opening


def gathered(question: ListQuestion) -> str | None:
    """Return all statements about the thing that the question names, if it asks for all."""
    if not (question.stems and question.asks(question.pack.counting.gathers)):
        return None
    in_series = [each for each in question.listings if each.is_series]
    if in_series and question.stems <= in_series[-1].heading_stems:
        return _entries_of(in_series[-1], in_series[-1].entries)
    found = [
        each
        for each in question.told
        if question.stems <= frozenset(question.pack.stems(each.text))
    ]
    return entries_shown(found[-_MOST_TOLD:], question.pack) if found else None


def entries_shown(found: Sequence[ViewStatement], pack: LanguagePack) -> str:
    """Return the statements ``found``, quoted: one as a sentence, several as a list."""
    if len(found) == 1:
        return pack.phrases.you_said_before.format(quote=_quoted(found[0]))
    return f"{pack.phrases.quotes_found}\n\n{bullets_of(found)}"


def bullets_of(found: Sequence[ViewStatement]) -> str:
    """Return a line for each of the statements ``found``, quoted."""
    return "\n".join(f"- “{_quoted(each)}”" for each in found)


def _quoted(statement: ViewStatement) -> str:
    return cited(as_quote(statement.text), statement.message_ids)


def others(question: ListQuestion) -> str | None:
    """Return the entries of a list that the question does not name."""
    if not question.asks(question.pack.counting.others):
        return None
    listing = question.listing(lambda each: len(each.entries) > 1)
    if listing is None:
        return None
    named = frozenset(question.pack.stems(question.text)) - listing.heading_stems
    rest = [each for each in listing.entries if not each.stems & named]
    asked = frozenset(question.pack.stems(question.asked_before)) - listing.heading_stems
    alike = [each for each in rest if each.stems & asked]
    told = frozenset(question.pack.stems(question.answered.split("\n", 1)[0]))
    if not question.stems and alike:
        rest = alike
    return _entries_of(listing, [each for each in rest if not _names(each, question) & told])


def _names(entry: ListEntry, question: ListQuestion) -> frozenset[str]:
    """Return the stems of the subject of ``entry``: its first words."""
    return frozenset(question.pack.stems(" ".join(entry.text.split()[:_NAME_WORDS])))


def titled_entries(listing: Listing, entries: Sequence[ListEntry]) -> str:
    """Return ``entries`` of ``listing`` below its heading, which begins with a capital."""
    lines = "\n".join(bullet(each) for each in entries)
    heading = as_quote(listing.heading)
    title = f"{heading[:1].upper()}{heading[1:]}:" if heading else listing.pack.phrases.quotes_found
    return f"{title}\n\n{lines}"


def standing_entries(listing: Listing, pack: LanguagePack) -> str:
    """Return the open entries of ``listing`` below its heading, or that none is left."""
    if entries := listing.open_entries:
        return titled_entries(listing, entries)
    return pack.phrases.nothing_on_list.format(list=as_quote(listing.heading))


def _entries_of(listing: Listing, entries: Sequence[ListEntry]) -> str | None:
    return titled_entries(listing, entries) if entries else None


def chosen_entry(listing: Listing, question: ListQuestion) -> ListEntry | None:
    """Return the entry of ``listing`` that the person named last after it, if only one."""
    numbers = {each.amount.text for each in listing.entries if each.amount}
    for each in sorted(question.statements, key=order_of, reverse=True):
        if not (each.is_of_person and each.is_quotable) or order_of(each) <= listing.order:
            continue
        said = frozenset(question.pack.stems(each.text)) - numbers - listing.heading_stems
        named = [entry for entry in listing.entries if entry.stems & said]
        if len(named) == 1 and not each.text.endswith("?"):
            return named[0]
    return None
