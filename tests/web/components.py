"""Every component in every state, on one page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.web import samples
from tests.web.samples import clause, opens
from voevoda.i18n import Language
from voevoda.web import templating
from voevoda.web.fields import (
    Check,
    Choice,
    Field,
    Group,
    Roster,
    Segments,
    Stepper,
    UnitRow,
)
from voevoda.web.figures import (
    Bar,
    Bars,
    Chance,
    Curve,
    HeatMap,
    Line,
    Odds,
    Sheet,
)
from voevoda.web.pages import Frame, Message
from voevoda.web.parts import (
    Action,
    Addend,
    Ask,
    Card,
    DiceField,
    Die,
    Figure,
    Gauge,
    Log,
    LogGroup,
    LogLine,
    Option,
    Refusal,
    Side,
    Slot,
    Strong,
    Tag,
    Tell,
    Tokens,
    Track,
)

TEMPLATE = Path(__file__).with_name("components.html")


def components(lang: Language, theme: Any = "") -> str:
    """The page in `lang`."""
    environment = templating._environment(lang)
    frame = Frame("Components", "/components", theme, offline="")
    page = Message(frame, "", "")
    return environment.from_string(TEMPLATE.read_text("utf-8")).render(page=page, s=_parts(lang))


def _parts(lang: Language) -> dict[str, Any]:
    def say(ru: str, en: str) -> str:
        return ru if lang == "ru" else en

    duchy, horde = Side(say("Герцогство", "The Duchy"), "one"), Side(say("Орда", "The Horde"), "two")
    nine = Card("9", "spades", say("девятка пик", "nine of spades"), say("атака", "attack"))
    jack = Card("J", "diamonds", say("валет бубен", "jack of diamonds"), say("манёвр", "manoeuvre"))
    asked = Ask(
        "ask-first",
        "one",
        say("Ждут вас, Ванда", "Your turn, Wanda"),
        say("Выложите карту", "Lay a card"),
        clause("S-7.1"),
        "/answer",
        submit=say("Положить рубашкой вверх", "Lay it face down"),
        consequence=say("До ответа Орды её можно заменить.", "Until the Horde answers it can be changed."),
    )
    options = (
        Option("a", say("Отступить", "Withdraw"), chosen=True),
        Option("b", say("Держаться до темноты", "Hold until dark")),
        Option("c", say("Прорываться к броду", "Break out to the ford")),
    )
    won = Chance(say("никто", "nobody"), "5", 0.05)
    sampled = Odds(
        say("Шансы", "Odds"),
        Chance(duchy.name, "62", 0.62),
        won,
        Chance(horde.name, "33", 0.33),
        say(
            "Выборка: 400 битв, ±5 п. п., поэтому без десятых.",
            "Sampled: 400 battles, ±5 points, so no decimals.",
        ),
        say("выборка", "sampled"),
        0.05,
    )
    law = samples.FORD_LAW
    steps, sums = [], 0.0
    for bar in law.bars:
        sums += bar.share
        steps.append(Bar(bar.name, f"{sums:.3f}", min(sums, 1), "one", bar.tick))
    later = [
        replace(bar, share=max(0.0, steps[max(0, n - 6)].share), which="two") for n, bar in enumerate(steps)
    ]
    nobody = replace(
        sampled, nobody=Chance(won.name, "0", 0.0), two=Chance(horde.name, "38", 0.38), error=0.004
    )
    titles = {
        "marks": say("Метки", "Marks"),
        "type": say("Шрифт", "Type"),
        "big": say("Мост взят", "The bridge is taken"),
        "prose": say(
            "Текст правил и хода битвы. Щедрый интерлиньяж для кириллицы.",
            "Prose of rules and log, in the serif, with room between the lines.",
        ),
        "cards": say("Карты", "Cards"),
        "dice": say("Кости", "Dice"),
        "slots": say("Места на столе", "Places on the table"),
        "tokens": say("Жетоны и шкалы", "Tokens and gauges"),
        "ask": say("Что просят", "What is asked"),
        "nothing": say("Когда не просят или не приняли", "Nothing asked, or not accepted"),
        "units": say("Отряды", "Units"),
        "fields": say("Кнопки и поля", "Buttons and fields"),
        "track": say("Ход раунда", "Turn track"),
        "charts": say("Графики", "Charts"),
        "seats": say("Места", "Seats"),
    }
    return {
        "titles": titles,
        "sentences": (
            (duchy, ", ", horde, say(": цвет и рисунок", ": colour and pattern")),
            (clause("S-7.2"), say(" пункт: ведёт к правилу", " a clause: leads to the rule")),
            (clause("W-4", house=True), say(" домашнее значение", " a house value")),
            (
                say("Поправка ", "Modifier "),
                Figure("+15", "house"),
                say(" из домашней таблицы", " of a house table"),
            ),
            (
                say("Жетонов ", "Tokens "),
                Figure("7", "ruled"),
                " ",
                Tag(say("рукой ведущего: «брод занят»", "by the referee’s hand: “the ford is held”")),
            ),
            (
                Tag(say("точно", "exact"), "solid"),
                " ",
                Tag(say("выборка", "sampled")),
                " ",
                Tag(say("домашняя таблица", "house table"), "house"),
                " ",
                Tag(say("бегство", "rout"), "danger"),
            ),
            (say("Число с арифметикой: ", "A number with arithmetic: "), opens("9"), "."),
        ),
        "cards": (
            Card("A", "spades", say("туз пик", "ace of spades"), say("атака", "attack")),
            Card("10", "hearts", say("десятка червей", "ten of hearts"), say("осторожность", "caution")),
            Card("Q", "clubs", say("дама треф", "queen of clubs"), say("оборона", "defence")),
            jack,
            Card("joker", None, say("джокер", "joker"), say("любая карта", "any card")),
        ),
        "dice_kinds": tuple(
            Die(sides, (face,))
            for sides, face in ((4, 3), (6, 5), (8, 7), (10, 10), (12, 11), (20, 17), (100, 100), (3, 2))
        ),
        "dice_states": (
            Die(8, (8, 3), "one", "kept"),
            Die(6, (4,), "one", "dropped"),
            Die(6, (6,), "two", "kept"),
            Die(10, (7,), "two", "dropped"),
            Die(6, (2,), "one", "kept", ruled=True),
            Die(12, (9,), "two", "kept"),
        ),
        "dice_large": (
            Die(6, (2,), "two"),
            Die(6, (6,), "two", "kept"),
            Die(100, (55,), "one", "kept"),
            Die(20, (20,), "one"),
            Die(4, (4,), "one", "kept"),
        ),
        "slots": (
            Slot("empty", "one", say("пусто", "empty")),
            Slot("chosen", "one", say("выбрана", "chosen"), nine),
            Slot("mine", "one", say("ваша, лежит рубашкой", "yours, face down"), nine),
            Slot("back", "two", say("карта Орды", "the Horde’s card")),
            Slot("shown", "two", say("вскрыта", "shown"), jack),
        ),
        "tokens": (
            Tokens("one", 8, 10, 1),
            Tokens("two", 5, 6, 2),
            Tokens("one", 0, 4),
            Tokens("two", 12, 12),
        ),
        "gauge": Gauge(0.6, 0.33, "18 / 30"),
        "asks": (
            asked,
            replace(
                asked,
                id="ask-change",
                state="change",
                question=say("Лежит девятка пик", "The nine of spades lies there"),
                who=say("Можно передумать", "You may change your mind"),
                submit=say("Взять назад", "Take it back"),
                consequence="",
            ),
            replace(
                asked,
                id="ask-two",
                which="two",
                state="next",
                who=say("Ждут и второго ответа", "And a second answer"),
                options=options,
                question=say("Что делать Лучникам?", "What do the Archers do?"),
                submit="",
                consequence="",
            ),
            replace(
                asked,
                id="ask-kept",
                which="two",
                question=say("Что делать Дружине?", "What do the Huscarls do?"),
                options=options,
                kept=True,
                submit=say("Отступить", "Withdraw"),
                refusal=Refusal(
                    say("Ответ не принят.", "Not accepted."),
                    say("Здесь 7; годится от −5 до +5.", "This is 7; −5 to +5 is accepted."),
                ),
            ),
            replace(
                asked,
                id="ask-dice",
                which="",
                question=say("Бросьте 3d6", "Roll 3d6"),
                submit=say("Бросить", "Throw"),
                enter=say("Внести", "Enter"),
                dice=tuple(
                    DiceField(f"d{n}", f"{say('кость', 'die')} {n}", "0", "7" if n == 2 else "")
                    for n in (1, 2, 3)
                ),
            ),
            replace(
                asked,
                id="ask-several",
                question=say("Кого задело? Двоих или меньше", "Who is struck? Two at most"),
                options=options,
                least=0,
                most=2,
                submit=say("Задеть отмеченных", "Strike those marked"),
            ),
        ),
        "waits": say("карту хана Бурзы.", "Khan Burza’s card."),
        "refusal": Refusal(
            say("Ответ не принят.", "Not accepted."),
            say(
                "Карты уже вскрыты, поэтому замена не засчитана. Ниже то, о чём спрашивают теперь.",
                "The cards are shown already, so the change does not count. Below is what is asked now.",
            ),
        ),
        "file": (
            Strong(say("ford.yaml, строка 18, units[1].quality: ", "ford.yaml, line 18, units[1].quality: ")),
            say(
                "дано «закалённые»; годится raw, green, average, seasoned, veteran, elite. Ничего не изменено.",
                "“hardened” is given; raw, green, average, seasoned, veteran, elite are accepted. Nothing has changed.",
            ),
        ),
        "empty": samples.EMPTY,
        "offline": say(
            "Связи нет. Показано то, что было в 14:32; стол продолжает без вас.",
            "No connection. This is how it was at 14:32; the table goes on without you.",
        ),
        "odds": (
            sampled,
            replace(
                samples.FORD_ODDS, says=say("Точно. Ноль из выборки пишется так: меньше 0,02 %.", "Exact.")
            ),
            replace(nobody, says=say("Выборка, ±0,4 п. п.", "Sampled, ±0.4 points.")),
            replace(sampled, one=Chance(duchy.name, "30", 0.30), nobody=Chance(won.name, "37", 0.37)),
            replace(sampled, computing=True),
        ),
        "log": Log(
            (
                LogGroup(
                    say("Раунд 3. Бросок битвы", "Round 3. Battle roll"),
                    (
                        LogLine(
                            "c-1",
                            (
                                say("У Ванды ", "Wanda has "),
                                opens("9"),
                                say(": успех и подъём.", ": a success and a raise."),
                            ),
                            clause("S-6.2"),
                            (Die(8, (3,), "one", "dropped"), Die(6, (5,), "one", "kept")),
                            (
                                Addend(
                                    "5",
                                    say("дикий кубик, он больше d8 (3)", "the wild die, above the d8 (3)"),
                                    clause("S-1.1"),
                                ),
                                Addend("+4", say("прочее", "the rest"), clause("S-6.1")),
                                Addend("9", say("порог 4", "target 4"), clause("S-1.1"), total=True),
                            ),
                            open=True,
                        ),
                        LogLine(
                            "c-2",
                            say("Хан Бурза взял карту.", "Khan Burza draws a card."),
                            clause("S-4.1"),
                            new=True,
                            which="two",
                        ),
                        LogLine(
                            "c-3",
                            (
                                say(
                                    "Ведущий поставил жетонов Орды ", "The referee set the Horde’s tokens to "
                                ),
                                Figure("4", "ruled"),
                                say(
                                    " вместо 5: «засада вышла из боя».",
                                    " instead of 5: “the ambush withdrew”.",
                                ),
                            ),
                            tag=say("рукой ведущего", "by the referee’s hand"),
                        ),
                        LogLine(
                            "c-4",
                            say("Орлик идёт в разведку.", "Orlik goes scouting."),
                            clause("S-5"),
                            tag=say("взято назад", "taken back"),
                            taken_back=True,
                        ),
                        LogLine(
                            "c-5",
                            say("Вы взяли даму треф.", "You draw the queen of clubs."),
                            clause("S-4.1"),
                            tag=say("видите только вы", "only you see this"),
                        ),
                    ),
                ),
            ),
            Action(say("весь ход битвы", "the whole log"), "/log"),
        ),
        "rosters": (
            Roster(
                say("Отряды Герцогства", "The Duchy’s units"),
                "one",
                (
                    UnitRow(
                        say("Ала I", "Ala I"),
                        say("тяжёлая конница", "heavy cavalry"),
                        "cavalry",
                        ("346", "400"),
                        say("стоит", "holds"),
                    ),
                    UnitRow(
                        say("Пращники", "Slingers"),
                        say("пехота", "infantry"),
                        "shooters",
                        ("159", "200"),
                        (Tag(say("бежит", "routs"), "danger"),),
                    ),
                    UnitRow(say("Танки", "Tanks"), say("бронетехника", "armour"), "armour", ("12",)),
                    UnitRow(say("Звено", "Flight"), say("авиация", "aircraft"), "aircraft", ("4",)),
                ),
            ),
            Roster(
                say("Отряды Орды", "The Horde’s units"),
                "two",
                (
                    UnitRow(
                        say("Лучники", "Archers"),
                        say("стрелки", "bowmen"),
                        "bowmen",
                        ("236", "250"),
                        say("отступает", "retreats"),
                    ),
                    UnitRow(
                        say("Баллисты", "Ballistae"), say("орудия", "artillery"), "artillery", ("19", "24")
                    ),
                    UnitRow(
                        say("Дружина", "Huscarls"),
                        say("пехота", "infantry"),
                        "infantry",
                        ("117", "120"),
                        fields=(Field("c-count", say("Людей", "Men"), "120"),),
                        open=True,
                    ),
                    UnitRow(say("Волк", "Wolf"), say("боец", "fighter"), "fighter", ("9",)),
                ),
            ),
        ),
        "actions": (
            Action(say("К столу", "To the table"), "/t", "main"),
            Action(say("Внести файл", "Import a file"), "/i"),
            Action(say("Отменить битву", "Delete the battle"), "/d", "danger"),
            Action(say("Ждём Орду", "Waiting for the Horde"), "/w", "main", off=True),
            Action(say("Правила", "Rules"), "/r", "link"),
        ),
        "groups": (
            Group(
                say("Поля", "Fields"),
                (clause("G-6.2"),),
                (
                    (
                        Field("c-name", say("Полководец", "Commander"), "Тит", numeric=False, wide=True),
                        Field("c-s", say("Стратегия", "Strategy"), "14"),
                        Field(
                            "c-gm",
                            say("Поправка", "Modifier"),
                            "7",
                            error=say("Здесь 7; годится от −5 до +5.", "This is 7; −5 to +5 is accepted."),
                        ),
                    ),
                    (
                        Stepper("c-plan", say("План", "Plan"), "+2", clause("G-6.3")),
                        Segments(
                            "c-scouts",
                            say("Разведка", "Scouts"),
                            "some",
                            (
                                ("none", say("нет", "none")),
                                ("some", say("часть", "some")),
                                ("much", say("много", "much")),
                            ),
                            clause("G-7.1"),
                        ),
                    ),
                    (
                        Choice(
                            "c-quality",
                            say("Качество", "Quality"),
                            "green",
                            (("raw", say("новобранцы", "raw")), ("green", say("необстрелянные", "green"))),
                        ),
                    ),
                    (Check("c-home", say("своя земля", "home ground"), True, clause("G-6.1"), "+2"),),
                    (
                        Check(
                            "c-march", say("форсированный марш", "forced march"), False, clause("G-6.1"), "−3"
                        ),
                    ),
                ),
            ),
        ),
        "track": Track(
            say("Раунд 3", "Round 3"),
            tuple(
                say(*each)
                for each in (
                    ("Новые карты", "New cards"),
                    ("Персонажи", "Characters"),
                    ("Бросок битвы", "Battle roll"),
                    ("Карты тактики", "Tactic cards"),
                    ("Черты", "Edges"),
                    ("Потери", "Losses"),
                    ("Мораль", "Morale"),
                )
            ),
            3,
        ),
        "law": replace(law, open=True),
        "bars": Bars(
            say("Чем кончится", "How it ends"),
            (
                Bar(say("Герцогство победит", "The Duchy wins"), "62 %", 0.62, "one"),
                Bar(say("никто", "nobody"), "5 %", 0.05),
                Bar(say("Орда победит", "The Horde wins"), "33 %", 0.33, "two"),
            ),
        ),
        "curve": Curve(
            say("Не больше чем столько", "At most so much"),
            (Line(duchy.name, "one", tuple(steps)), Line(horde.name, "two", tuple(later))),
        ),
        "heat": HeatMap(
            say("Шанс Герцогства при разных силах", "The Duchy’s chance at different strengths"),
            say("Орда", "Horde"),
            say("Герцогство", "Duchy"),
            ("100", "200", "300"),
            tuple(
                (str(n), tuple(Bar("", str(round(100 * share)), share) for share in row))
                for n, row in ((100, (0.5, 0.21, 0.08)), (200, (0.79, 0.5, 0.33)), (300, (0.93, 0.68, 0.5)))
            ),
        ),
        "sheet": Sheet(
            say("Кто сколько", "Who has what"),
            (say("Отряд", "Unit"), say("Людей", "Men")),
            (("A", "12"), ((Strong("B"), " ", clause("G-1")), "3")),
            (False, True),
        ),
        "luck": samples.report().luck,
        "tell": Tell(
            (
                (
                    Strong("Гришнак" if lang == "ru" else "Grishnak"),
                    say(" теряет 4 раны.", " loses 4 wounds."),
                ),
            ),
            clause("W-4", house=True),
        ),
        "seats": samples.seats().rows[:1],
    }
