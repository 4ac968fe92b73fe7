"""How keys and facts become sentences."""

import io
from fractions import Fraction

import pytest

from voevoda.i18n import Language, number, percent
from voevoda.i18n.catalogues import Forms, read_catalogue
from voevoda.i18n.texts import render

RUSSIAN: dict[str, Forms] = {
    "x.units": ("{n} отряд", "{n} отряда", "{n} отрядов"),
    "x.march": ("{side} ведёт {count:units}",),
    "x.change": ("итог {total:+}",),
    "x.laid": ("карты: {drawn:card}; {rungs:result}",),
    "x.card=9S": ("девятка пик",),
    "x.card=AH": ("туз червей",),
    "x.result=0": ("провал",),
    "x.result": ("{n} успех", "{n} успеха", "{n} успехов"),
    "x.sum": ("{roll} {plus:±}",),
    "x.product.alone": ("просто {result}",),
    "x.plain": ("{what}",),
    "x.braces": ("{{{what}}}",),
    "x.plain.what=none": ("никто",),
    "x.what=true": ("да",),
    "x.what=hill": ("холм",),
    "x.effect": ("{whom}: {parts}",),
    "x.effect.wounds": ("{n} рана", "{n} раны", "{n} ран"),
    "x.effect.advantage=all": ("теряет всё Преимущество",),
    "x.effect.advantage": ("теряет {n} Преимущество", "теряет {n} Преимущества", "теряет {n} Преимуществ"),
    "x.effect.fear": ("Страх {fear}",),
    "x.effect.silent=false": ("шумно",),
    "x.product": ("{parts} = {result}",),
    "x.product.parts": (" × ",),
    "x.product.men": ("{men}",),
    "x.product.skill": ("{skill} (опыт)",),
}


def russian(key: str, **facts: object) -> str:
    """The Russian text of a key of the small catalogue above."""
    return render("ru", key, facts, RUSSIAN.get)


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (1, "1 отряд"),
        (2, "2 отряда"),
        (5, "5 отрядов"),
        (11, "11 отрядов"),
        (12, "12 отрядов"),
        (21, "21 отряд"),
        (22, "22 отряда"),
        (111, "111 отрядов"),
        (121, "121 отряд"),
        (0, "0 отрядов"),
        (Fraction(3, 2), "1,5 отряда"),
        (Fraction(21), "21 отряд"),
        (-1, "−1 отряд"),
        (0.5, "0,5 отряда"),
        (Fraction(1, 3), "1/3 отряда"),
    ],
)
def test_russian_counts_in_three_forms(n: float | Fraction, expected: str) -> None:
    """A fraction governs the noun as two does."""
    assert expected == russian("x.units", n=n)


@pytest.mark.parametrize(
    ("n", "expected"), [(1, "1 unit"), (0, "0 units"), (21, "21 units"), (1.5, "1.5 units")]
)
def test_english_counts_in_two_forms(n: float, expected: str) -> None:
    """One alone is singular."""
    assert expected == render("en", "x.units", {"n": n}, {"x.units": ("{n} unit", "{n} units")}.get)


@pytest.mark.parametrize(
    ("lang", "value", "expected"),
    [
        ("ru", 1234567, "1 234 567"),
        ("en", 1234567, "1,234,567"),
        ("ru", -10, "−10"),
        ("en", -10, "−10"),
        ("ru", Fraction(165, 4), "41,25"),
        ("en", Fraction(165, 4), "41.25"),
        ("ru", Fraction(-1, 3), "−1/3"),
        ("en", Fraction(25, 3), "8 1/3"),
        ("ru", Fraction(-4000, 3), "−1 333 1/3"),
        ("ru", 10**12, "1 000 000 000 000"),
        ("en", 10**40, "10" + ",000" * 13),
        ("ru", 10**14 + Fraction(1, 8), "100 000 000 000 000,125"),
        ("en", 0.1, "0.1"),
        ("en", Fraction(1, 10**15), "0.000000000000001"),
        ("en", Fraction(1, 2**16), "1/65,536"),
    ],
)
def test_numbers_are_written_as_the_language_does(
    lang: Language, value: float | Fraction, expected: str
) -> None:
    """Comma or point, no-break spaces or commas, the true minus; exact to the last digit."""
    assert expected.replace(" ", "\N{NO-BREAK SPACE}") == number(lang, value)


def test_numbers_are_rounded_only_when_asked() -> None:
    """A fixed count of decimals rounds half to even, and keeps its zeros."""
    assert "4.18" == number("en", 4.17726, decimals=2)
    assert "4,00" == number("ru", 4, decimals=2)
    assert "0" == number("en", -0.4, decimals=0)
    assert "79.4%" == percent("en", 0.79389)
    assert "79,4\N{NO-BREAK SPACE}%" == percent("ru", Fraction(79389, 100000))


def test_a_sign_is_shown_when_the_text_asks_for_it() -> None:
    """A level of success is written +1 or −2."""
    assert ["итог +1", "итог −2", "итог 0"] == [russian("x.change", total=total) for total in (1, -2, 0)]


def test_a_number_that_is_added_stands_apart_from_its_sign() -> None:
    """A penalty is taken off as a bonus is added."""
    assert ["22 + 50", "70 − 50"] == [
        russian("x.sum", roll=roll, plus=plus) for roll, plus in ((22, 50), (70, -50))
    ]


def test_a_noun_is_counted_inside_a_sentence() -> None:
    """Several numbers in one sentence each have their own noun."""
    assert "Орда ведёт 21 отряд" == russian("x.march", side="Орда", count=21)


def test_a_word_of_the_rules_is_named_as_another_fact_would_be() -> None:
    """Cards have one set of names, whatever the fact is called that they stand in; of a list, each."""
    assert "карты: туз червей, девятка пик; провал" == russian("x.laid", drawn=("AH", "9S"), rungs=0)
    assert "карты: девятка пик; 2 успеха" == russian("x.laid", drawn="9S", rungs=2)
    assert "карты: ; 1 успех" == russian("x.laid", drawn=(), rungs=1)


def test_words_of_the_rules_are_translated() -> None:
    """By an entry of the key first, then by one of the whole catalogue; other words are shown as they are."""
    assert "холм" == russian("x.plain", what="hill")
    assert "никто" == russian("x.plain", what=None)
    assert "да" == russian("x.plain", what=True)
    assert "холм, брод, 1,5" == russian("x.plain", what=("hill", "брод", Fraction(3, 2)))
    assert "холм: 2, брод: 1" == russian("x.plain", what={"hill": 2, "брод": 1})


def test_effects_are_listed_in_the_order_of_the_facts() -> None:
    """Only facts with a text of their own; one that does not apply is left out."""
    facts = {"wounds": 3, "advantage": "all", "fear": None, "silent": False, "row": 7}

    assert "Гром: 3 раны; теряет всё Преимущество; шумно" == russian("x.effect", whom="Гром", **facts)


def test_parts_may_be_joined_by_a_text_of_their_own() -> None:
    """A product is a list with another sign between its parts."""
    assert "10 × 2 (опыт) = 20" == russian("x.product", men=10, skill=2, result=20)


def test_a_part_alone_may_have_a_text_of_its_own() -> None:
    """A product of one factor is none."""
    assert "просто 10" == russian("x.product", men=10, result=10)


@pytest.mark.parametrize("name", ["{n}", "{what}", "{{", "%(what)s", "{0.__class__}"])
def test_names_of_people_are_never_templates(name: str) -> None:
    """A name with braces is shown with them."""
    assert name == russian("x.plain", what=name)
    assert "{" + name + "}" == russian("x.braces", what=name)


def test_a_missing_key_or_fact_is_an_error_of_the_program() -> None:
    """Nothing half-written is shown."""
    with pytest.raises(KeyError, match=r"x\.nothing"):
        russian("x.nothing")
    with pytest.raises(KeyError, match="what"):
        russian("x.plain")


def test_a_catalogue_is_read_from_gettext() -> None:
    """Plural entries keep all their forms; the header is no entry."""
    source = b"""
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);"

msgid "x.plain"
msgstr "one "
"line"

msgid "x.units"
msgid_plural "x.units"
msgstr[0] "{n} unit"
msgstr[1] "{n} units"
"""

    expected = {"x.plain": ("one line",), "x.units": ("{n} unit", "{n} units")}
    assert expected == read_catalogue(io.BytesIO(source))
