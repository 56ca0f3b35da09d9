"""English forms of an instruction other than the imperative: "X should be removed"."""

import re

from tidemark.nlp.pack_fields import Rewording

_PASSIVES = {
    participle: verb
    for verb, participles in {
        "remove _": "removed deleted dropped scrapped erased scratched",
        "empty _": "emptied cleared blanked wiped",
        "rename _": "renamed relabelled relabeled",
        "change _": "changed updated corrected adjusted amended edited switched",
        "set _": "set reset",
        "increase _": "increased raised upped bumped boosted",
        "reduce _": "decreased lowered reduced cut",
        "shorten _": "shortened",
        "extend _": "extended lengthened",
        "move _": "moved shifted rescheduled transferred",
        "postpone _": "postponed delayed",
        "add _": "added appended",
        "double _": "doubled",
        "halve _": "halved",
        "triple _": "tripled",
        "sort _": "sorted",
        "reverse _": "reversed",
        "swap _": "swapped exchanged",
        "replace _": "replaced",
        "copy _": "copied duplicated",
        "mark _": "marked flagged",
        "enable _": "enabled activated",
        "disable _": "disabled deactivated",
    }.items()
    for participle in participles.split()
}
_GERUNDS = {
    "removing": "remove _", "deleting": "remove _", "dropping": "remove _", "clearing": "empty _",
    "emptying": "empty _", "renaming": "rename _", "changing": "change _", "updating": "change _",
    "setting": "set _", "increasing": "increase _", "raising": "increase _",
    "lowering": "reduce _", "reducing": "reduce _", "moving": "move _", "adding": "add _",
    "doubling": "double _", "halving": "halve _", "sorting": "sort _", "swapping": "swap _",
    "replacing": "replace _", "copying": "copy _", "marking": "mark _", "enabling": "enable _",
    "disabling": "disable _", "making": "make _", "putting": "put _", "taking": "take _",
    "bumping": "increase _", "cutting": "reduce _", "giving": "give _",
}  # fmt: skip
_PARTICIPLE = rf"(?P<verb>{'|'.join(_PASSIVES)})\b(?P<rest>.*)"
_MODAL = (
    "(?:can|could|should|must|may|shall|needs? to|has to|have to|had to|ought to|is to|are to|"
    "had better)"
)

REWORDINGS = (
    Rewording(
        re.compile(
            rf"(?P<target>.+?) {_MODAL}(?: (?:now|also|just|then|please))* be {_PARTICIPLE}", re.I
        ),
        _PASSIVES,
        is_sure=True,
    ),
    Rewording(
        re.compile(
            r"(?:(?:i|we)(?:'d| would)? (?:want|like|need|prefer|have)|have|get) "
            rf"(?P<target>.+?) (?:to be )?{_PARTICIPLE}",
            re.I,
        ),
        _PASSIVES,
        is_sure=True,
    ),
    Rewording(
        re.compile(
            r"(?:(?:how|what) about|would you mind|do you mind|try|consider|mind) "
            rf"(?P<verb>{'|'.join(_GERUNDS)}) (?P<target>.+)",
            re.I,
        ),
        _GERUNDS,
        is_sure=True,
    ),
    Rewording(
        re.compile(rf"(?P<target>.+?) (?:has|have) (?:now )?been {_PARTICIPLE}", re.I),
        _PASSIVES,
        is_report=True,
    ),
)
EXPLETIVE = re.compile(r"(?!)(?P<verb>)")
