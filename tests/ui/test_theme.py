"""The page's colours can be read: text has the contrast WCAG 2.2 asks for, on every surface."""

import tomllib
from pathlib import Path

import pytest

CONFIG = tomllib.loads(
    (Path(__file__).parent.parent.parent / ".streamlit" / "config.toml").read_text(encoding="utf-8")
)
HUES = ("red", "orange", "yellow", "green", "blue", "violet", "gray")
AA = 4.5  # WCAG 2.2, 1.4.3
FADED = 0.6  # how strongly Streamlit draws captions, placeholders and closed labels

Colour = tuple[float, float, float]


def colour(text: str) -> Colour:
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def luminance(of: Colour) -> float:
    """Weigh the channels as WCAG 2.2 defines relative luminance."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in of
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def faded(text: Colour, surface: Colour) -> Colour:
    red, green, blue = (
        FADED * over + (1 - FADED) * under for over, under in zip(text, surface, strict=True)
    )
    return red, green, blue


def surfaces(theme: dict[str, str], sidebar: dict[str, str]) -> list[Colour]:
    names = ("backgroundColor", "secondaryBackgroundColor")
    return [colour(place[name]) for place in (theme, sidebar) for name in names]


def weak_pairs(mode: str) -> dict[str, float]:
    theme = CONFIG["theme"][mode]
    pairs = {
        "white on primary": (colour("#ffffff"), colour(theme["primaryColor"])),
        "code": (colour(theme["codeTextColor"]), colour(theme["codeBackgroundColor"])),
        "table header": (
            colour(theme["dataframeHeaderTextColor"]),
            colour(theme["dataframeHeaderBackgroundColor"]),
        ),
    }
    for hue in HUES:
        text = colour(theme[f"{hue}TextColor"])
        pairs[f"{hue} badge"] = (text, colour(theme[f"{hue}BackgroundColor"]))
    for at, surface in enumerate(surfaces(theme, theme["sidebar"])):
        text = colour(theme["textColor"])
        pairs[f"text on surface {at}"] = (text, surface)
        pairs[f"caption on surface {at}"] = (faded(text, surface), surface)
        pairs[f"link on surface {at}"] = (colour(theme["linkColor"]), surface)
        for hue in HUES:
            pairs[f"{hue} on surface {at}"] = (colour(theme[f"{hue}TextColor"]), surface)
    ratios = {name: contrast(one, other) for name, (one, other) in pairs.items()}
    return {name: round(ratio, 2) for name, ratio in ratios.items() if ratio < AA}


def test_contrast_is_measured_as_wcag_defines_it() -> None:
    assert contrast(colour("#000000"), colour("#ffffff")) == pytest.approx(21)
    assert contrast(colour("#777777"), colour("#ffffff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_can_be_read_on_every_surface(mode: str) -> None:
    assert weak_pairs(mode) == {}


def test_both_themes_set_the_same_colours() -> None:
    theme = CONFIG["theme"]
    assert theme["light"].keys() == theme["dark"].keys()
    assert theme["light"]["sidebar"].keys() == theme["dark"]["sidebar"].keys()


def test_the_server_is_closed_to_the_network_and_reports_to_no_one() -> None:
    assert CONFIG["server"]["address"] == "localhost"
    assert CONFIG["browser"]["gatherUsageStats"] is False
