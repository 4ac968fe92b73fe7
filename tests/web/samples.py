"""Pages filled with made-up battles, to be looked at and tested: what each screen shows at its fullest."""

from __future__ import annotations

from voevoda.web.fields import (
    Check,
    Choice,
    Field,
    Group,
    LongText,
    Press,
    Roster,
    Segments,
    Stepper,
    UnitRow,
    Upload,
)
from voevoda.web.figures import (
    Bar,
    Chance,
    Histogram,
    Ledger,
    LedgerRow,
    Losses,
    LossTable,
    Luck,
    Odds,
    Person,
    SideLosses,
)
from voevoda.web.pages import (
    BattleRow,
    BookColumn,
    Contents,
    Form,
    Frame,
    Home,
    HouseRow,
    HouseTable,
    Message,
    Page,
    Rail,
    Reading,
    ReadingOption,
    Report,
    RuleClause,
    Rules,
    Seated,
    Seats,
    Setup,
    SetupSide,
    Table,
)
from voevoda.web.parts import (
    Action,
    Addend,
    Ask,
    Card,
    Cause,
    Clause,
    DiceField,
    Die,
    Empty,
    Figure,
    Gauge,
    Hand,
    Log,
    LogGroup,
    LogLine,
    Option,
    Score,
    SeatRow,
    Shown,
    Side,
    Slot,
    Standing,
    Strong,
    Tag,
    Tell,
    Tokens,
    Track,
    Which,
)

DUCHY, HORDE = Side("Герцогство", "one"), Side("Орда", "two")
MEGALOS, CAITHNESS = Side("Megalos", "one"), Side("Caithness", "two")
IRONBREAKERS, GREENSKINS = Side("Ironbreakers", "one"), Side("Greenskins", "two")

NINE = Card("9", "spades", "девятка пик", "атака")
QUEEN = Card("Q", "clubs", "дама треф", "оборона")
JACK = Card("J", "diamonds", "валет бубен", "манёвр")
JOKER = Card("joker", None, "джокер", "любая карта")
TWO = Card("2", "diamonds", "двойка бубен", "манёвр")
KING = Card("K", "hearts", "король червей", "осторожность")


def clause(name: str, *, house: bool = False, words: str = "") -> Clause:
    """A clause that leads to its page."""
    book = {"S": "savage", "W": "wfrp", "G": "gurps", "K": "skirmish"}[name[0]]
    return Clause(name, f"/rules/{book}#{name}", house, words)


def opens(text: str) -> Figure:
    """A number with arithmetic behind it."""
    return Figure(text, "opens")


def home() -> Home:
    """Three battles, of which one waits for the reader."""
    return Home(
        frame=Frame("воевода", "/", here="battles"),
        actions=(Action("Новая битва", "/new", "main"), Action("Внести файл", "/import")),
        battles=(
            BattleRow(
                "Мост у Нового Замка",
                "Savage Worlds. Вы Ванда, полководец Герцогства",
                "Ждут вас: выбрать карту.",
                "Раунд 3, карты тактики. Жетонов 8 : 5",
                Action("К столу", "/t/1", "main"),
                mine=True,
                which="one",
            ),
            BattleRow(
                "Засада в туннелях",
                "Warhammer FRP 4e. Вы ведущий",
                "Стол ждёт: Железоломы бросают влияние.",
                "Раунд 2. Очков силы 24 : 26",
                Action("К столу", "/t/2"),
            ),
            BattleRow(
                "Брод",
                "GURPS 3e. Вы ведущий",
                "Кейтнесс удержал переправу.",
                "Вчера, малая победа обороны",
                Action("Отчёт", "/t/3/report"),
            ),
        ),
        count="3 на этом сервере",
        books=(
            _book(
                "Массовый бой",
                "GURPS 3e",
                (Die(6, (2,)), Die(6, (5,)), Die(6, (3,))),
                None,
                "Один состязательный бросок Стратегии в день. Отряды, положение, обоз и слава персонажей "
                "складываются в одно число.",
                "Брод",
            ),
            _book(
                "Очки силы",
                "Warhammer FRP 4e",
                (Die(100, (47,)), Die(100, (30,))),
                None,
                "Битва идёт за спинами героев: бросок в конце каждого раунда, и он меняет то, что происходит "
                "на переднем плане.",
                "Засада в туннелях",
            ),
            _book(
                "Карты тактики",
                "Savage Worlds",
                (Die(8, (7,)),),
                Card("J", "spades", "валет пик"),
                "Жетоны войск, бросок битвы и закрытая рука: полководцы выкладывают карты одновременно "
                "и вскрывают их вместе.",
                "Мост у Нового Замка",
            ),
            _book(
                "Карты боя",
                "Быстрое разрешение стычки",
                (Die(20, (13,)), Die(12, (6,))),
                None,
                "Каждый боец заполняет карту, и схватка решается за один проход: кто выбыл, ранен, взят "
                "в плен, ушёл.",
                "Волки на дороге",
            ),
        ),
    )


def _book(
    title: str, system: str, dice: tuple[Die, ...], card: Card | None, about: str, example: str
) -> BookColumn:
    actions = (
        Action("Новая битва", "/new/book"),
        Action(f"Пример: «{example}»", "/examples/book", "link", post=True),
        Action("Правила", "/rules/book", "link"),
    )
    return BookColumn(title, system, dice, card, about, actions)


def home_empty() -> Home:
    """No battle yet."""
    return Home(
        frame=Frame("воевода", "/", here="battles"),
        actions=(Action("Новая битва", "/new", "main"), Action("Внести файл", "/import")),
        battles=(),
        count="",
        books=home().books,
        empty=EMPTY,
    )


EMPTY = Empty(
    "Здесь пока ни одной битвы",
    "Откройте готовый пример: через минуту он на столе.",
    (Action("Открыть «Мост»", "/examples/bridge", "main", post=True), Action("Внести файл", "/import")),
)


# gurps, set-up


def setup() -> Setup:
    """A ford with live odds, one field in error."""
    return Setup(
        frame=Frame("Брод", "/t/3/setup", here="battles"),
        title="Брод",
        about="GURPS 3e, массовый бой. Подготовка",
        action="/t/3/setup",
        save="Сохранить",
        presses=(
            Press("Поменять стороны", "do", "swap", "secondary"),
            Press("В шаблоны", "do", "template", "secondary"),
            Press("К столу", "do", "begin", "main"),
        ),
        sides=(
            SetupSide(
                Side("Мегалос", "one"),
                "нападает",
                (
                    _people("one", "Тит", "14", "12"),
                    Group(
                        roster=Roster(
                            "Отряды",
                            "one",
                            (
                                UnitRow(
                                    "Ала I",
                                    "тяжёлая конница, ветераны",
                                    "cavalry",
                                    ("400", "3000"),
                                    fields=(
                                        Field("one-ala-count", "Людей", "400"),
                                        Choice(
                                            "one-ala-quality",
                                            "Качество",
                                            "veteran",
                                            (("veteran", "ветераны"), ("elite", "элита")),
                                        ),
                                    ),
                                ),
                                UnitRow(
                                    "Пращники",
                                    "без доспехов, праща, необстрелянные",
                                    "infantry",
                                    ("200", "300"),
                                ),
                                UnitRow("Баллисты", "6 малых баллист, обычные", "artillery", ("24", "114")),
                            ),
                            "людей / Войсковая Сила",
                            UnitRow("Всего", "", "", ("624", "3414")),
                            clause("G-1.2"),
                            Action("Добавить отряд", "one", "link", post=True),
                        )
                    ),
                    Group(
                        "Обстоятельства",
                        rows=(
                            (Check("one-march", "форсированный марш", True, clause("G-6.1"), "−3"),),
                            (Check("one-supply", "снабжение скудное", False, clause("G-6.1"), "−2"),),
                            (Check("one-surprise", "частичная внезапность", False, clause("G-6.1"), "−2"),),
                            _plans("one", "+2", "some"),
                        ),
                    ),
                    Group(
                        "От ведущего",
                        (clause("G-6.2"),),
                        (
                            (
                                Field("one-why", "За что", "туман над рекой", numeric=False, wide=True),
                                Field("one-gm", "Поправка", "−1"),
                            ),
                        ),
                    ),
                    Group(
                        roster=Roster(
                            "Персонажи",
                            "one",
                            (UnitRow("Ливия", "Бой 15, 12 ЖЗ, СП 4, ведёт Алу I", "", ("+2",)),),
                            ("риск ", clause("G-9.1")),
                        )
                    ),
                ),
            ),
            SetupSide(
                Side("Кейтнесс", "two"),
                "обороняется",
                (
                    _people("two", "Бран", "11", "10"),
                    Group(
                        roster=Roster(
                            "Отряды",
                            "two",
                            (
                                UnitRow(
                                    "Ополчение", "лёгкий доспех, необстрелянные", "infantry", ("600", "900")
                                ),
                                UnitRow("Лучники", "лёгкий доспех, лук, обычные", "bowmen", ("250", "1000")),
                                UnitRow(
                                    "Дружина", "тяжёлый доспех, пики, бывалые", "infantry", ("120", "600")
                                ),
                            ),
                            "людей / Войсковая Сила",
                            UnitRow("Всего", "", "", ("970", "2500")),
                            clause("G-1.2"),
                            Action("Добавить отряд", "two", "link", post=True),
                        )
                    ),
                    Group(
                        "Положение",
                        rows=(
                            (Check("two-ford", "брод, +4", True, clause("G-4.1"), "+2"),),
                            (Check("two-slope", "пологий склон", True, clause("G-4.1"), "+1"),),
                            (Check("two-works", "укрепления", False, clause("G-4.1"), "+3"),),
                        ),
                    ),
                    Group(
                        "Обстоятельства",
                        rows=(
                            (Check("two-home", "своя земля", True, clause("G-6.1"), "+2"),),
                            (Check("two-march", "форсированный марш", False, clause("G-6.1"), "−3"),),
                            _plans("two", "+1", "none"),
                        ),
                    ),
                    Group(
                        "От ведущего",
                        (clause("G-6.2"),),
                        (
                            (
                                Field("two-why", "За что", "знают брод", numeric=False, wide=True),
                                Field(
                                    "two-gm",
                                    "Поправка",
                                    "7",
                                    error="Здесь 7; годится от −5 до +5. Пока не исправлено, поправка не считается.",
                                ),
                            ),
                        ),
                    ),
                    Group(
                        roster=Roster(
                            "Персонажи",
                            "two",
                            (UnitRow("Эахан", "Бой 12, 11 ЖЗ, СП 2, ведёт лучников", "", ("−1",)),),
                            ("риск ", clause("G-9.1")),
                        )
                    ),
                ),
            ),
        ),
        rail=Rail(
            odds=FORD_ODDS,
            law=FORD_LAW,
            ledger=Ledger(
                "Из чего складывается Стратегия",
                "Мегалос",
                "Кейтнесс",
                (
                    LedgerRow("Стратегия полководца", "14", "11"),
                    LedgerRow("Сила 3414 : 2500, это 1,37", "+1", "", clause("G-2.1"), "14,6"),
                    LedgerRow("Конница 400 : 120, пики", "+2", "", clause("G-5.3"), "9,9"),
                    LedgerRow("Брод 4, нападает с баллистами", "", "+2", clause("G-4.2"), "36,0"),
                    LedgerRow("Пологий склон", "", "+1", clause("G-4.1"), "27,8"),
                    LedgerRow("Форсированный марш", "−3", "", clause("G-6.1"), "44,9"),
                    LedgerRow("Своя земля", "", "+2", clause("G-6.1"), "36,0"),
                    LedgerRow("План", "+2", "+1", clause("G-6.3"), "14,6"),
                    LedgerRow("Туман над рекой", "−1", "", clause("G-6.2"), "27,8"),
                    LedgerRow("Разведка", "+1", "", clause("G-7.1"), "14,6"),
                ),
                LedgerRow("к бою, до славы персонажей", "16", "17", None, "20,7"),
                "без этого",
                (
                    "Последний столбец: шансы Мегалоса победить, %, если этого не будет.",
                    (
                        "Слава Ливии и Эахана бросается в бою и даст от −3 до +2 ",
                        clause("G-9.4"),
                        ". Потери считаются по таблице ",
                        clause("G-13.2", house=True),
                        ".",
                    ),
                ),
                between=True,
            ),
        ),
    )


def _people(side: str, name: str, strategy: str, tactics: str) -> Group:
    fields = (
        Field(f"{side}-commander", "Полководец", name, numeric=False, wide=True),
        Field(f"{side}-strategy", "Стратегия", strategy),
        Field(f"{side}-tactics", "Тактика", tactics),
    )
    return Group(rows=(fields,))


def _plans(side: str, plan: str, scouts: str) -> tuple[Stepper | Segments, ...]:
    return (
        Stepper(f"{side}-plan", "План", plan, clause("G-6.3")),
        Segments(
            f"{side}-scouts",
            "Разведка",
            scouts,
            (("none", "нет"), ("some", "часть"), ("much", "много")),
            clause("G-7.1"),
        ),
    )


FORD_ODDS = Odds(
    "Шансы сейчас",
    Chance("Мегалос", "20,7", 0.207),
    Chance("без победителя", "57,8", 0.578),
    Chance("Кейтнесс", "21,5", 0.215),
    "Точный счёт. Поле с ошибкой не учтено.",
    "точно",
)
_LAW = (1, 2, 4, 8, 16, 30, 52, 84, 128, 185, 255, 335, 420, 500, 580, 655, 705, 735, 725, 700, 650, 590,
        495, 400, 320, 240, 170, 115, 75, 50, 30, 18, 10, 6, 3)  # fmt: skip
FORD_LAW = Histogram(
    "На сколько разойдутся результаты",
    tuple(
        Bar(
            f"{17 - n:+}".replace("-", "−"),
            f"{share / 91.0:.1f} %".replace(".", ","),
            share / 9100,
            "one" if 17 - n > 4 else "two" if 17 - n < -4 else "",
            str(abs(17 - n)) if n % 4 == 1 and 1 < n < 33 else "",
        )
        for n, share in enumerate(_LAW)
    ),
    "без победителя",
)


# savage, a commander's seat


def savage() -> Table:
    """Two cards to choose from, after a scout's two raises."""
    return Table(
        frame=Frame(
            "Мост у Нового Замка",
            "/t/1",
            seated=Seated("Ванда", ", полководец Герцогства", "one"),
            asked=True,
            live="/t/1/socket",
        ),
        title="Мост у Нового Замка",
        about="Savage Worlds, массовая битва с картами тактики",
        track=Track(
            "Раунд 3",
            ("Новые карты", "Персонажи", "Бросок битвы", "Карты тактики", "Черты", "Потери", "Мораль"),
            3,
        ),
        score=Score(
            (
                Standing(DUCHY, "8", "Ванда, военное дело d8, дух d8", tokens=Tokens("one", 8, 10, 1)),
                Standing(HORDE, "5", "хан Бурза, военное дело d6, дух d6", tokens=Tokens("two", 5, 6, 2)),
            ),
            "жетонов до потерь раунда",
        ),
        asks=(
            Ask(
                "ask",
                "one",
                "Ждут вас, Ванда",
                "Какая из двух ваших карт играет?",
                clause("S-7.1"),
                "/t/1/answer",
                (("place", "7/cards.which/Ванда/0"),),
                options=(
                    Option(
                        "9S",
                        "Сыграть девятку пик",
                        NINE,
                        "станет жетонов",
                        ("6", "2"),
                        (
                            Cause("Атака бьёт манёвр: Орда −1", clause("S-7.2")),
                            Cause("Девять ниже валета: вы −1", clause("S-7.3")),
                        ),
                        chosen=True,
                    ),
                    Option(
                        "QC",
                        "Сыграть даму треф",
                        QUEEN,
                        "станет жетонов",
                        ("6", "3"),
                        (
                            Cause("Манёвр обходит оборону: вы −1", clause("S-7.2")),
                            Cause("Дама и валет: никто", clause("S-7.3")),
                        ),
                    ),
                ),
                shown=(
                    Shown(Slot("shown", "two", "вскрыта", JACK), "Карта Орды открыта: Орлик её разведал"),
                ),
                submit="Сыграть 9 пик",
                consequence="Другая вернётся в руку, и Орда её не увидит.",
            ),
        ),
        waits="вашего выбора. Хан Бурза выложил.",
        call="Ждут вас: выбрать карту",
        which="one",
        hands=(
            Hand("Ваша рука", "one", "3 карты, видите только вы", (TWO, KING, JOKER)),
            Hand("Рука Орды", "two", "2 карты", backs=2),
        ),
        log=SAVAGE_LOG,
        odds=Odds(
            "Чем кончится",
            Chance("Герцогство", "91,4", 0.914),
            Chance("никто", "0,9", 0.009),
            Chance("Орда", "7,7", 0.077),
            "Выборка: 20\u00a0000 битв, погрешность ±0,4\u00a0п.\u00a0п. Чужая рука сдаётся наугад, за вас решает "
            "осторожная политика.",
            "что знаете вы",
            0.004,
        ),
    )


SAVAGE_LOG = Log(
    (
        LogGroup(
            "Раунд 3. Карты тактики",
            (
                LogLine("line-31", "Разведка открыла карту Орды: валет бубен.", clause("S-7.1")),
                LogLine("line-30", "Полководцы выложили карты.", clause("S-7.1"), new=True),
            ),
        ),
        LogGroup(
            "Раунд 3. Бросок битвы",
            (
                LogLine(
                    "line-28",
                    ("У Ванды ", opens("9"), ": успех и подъём. Орда теряет ", opens("2"), " жетона."),
                    clause("S-6.2"),
                    (Die(8, (3,), "one", "dropped"), Die(6, (5,), "one", "kept")),
                    (
                        Addend("5", "дикий кубик, он больше d8 (3)", clause("S-1.1")),
                        Addend("+3", "жетонов больше: 8 против 5", clause("S-6.1")),
                        Addend("+2", "поддержка средняя", clause("S-6.1")),
                        Addend("−2", "местность, малая помеха", clause("S-6.1")),
                        Addend("+1", "план", clause("S-6.1")),
                        Addend("9", "порог 4, подъём за каждые 4 сверх", clause("S-1.1"), total=True),
                    ),
                    open=True,
                    which="one",
                ),
                LogLine(
                    "line-29",
                    ("У хана Бурзы ", opens("4"), ": успех. Герцогство теряет ", opens("1"), " жетон."),
                    clause("S-6.2"),
                    (Die(6, (5,), "two", "kept"), Die(6, (3,), "two", "dropped")),
                    which="two",
                ),
            ),
        ),
        LogGroup(
            "Раунд 3. Персонажи",
            (
                LogLine(
                    "line-27",
                    ("Орлик идёт в разведку, у него ", opens("14"), ": два подъёма."),
                    clause("S-5"),
                    (Die(6, (6, 4), "one", "kept"), Die(6, (2,), "one", "dropped")),
                    which="one",
                ),
            ),
        ),
    ),
    Action("весь ход битвы", "/t/1/log"),
)


def spectator() -> Table:
    """The same battle for somebody who looks on, with long hands of backs and no question."""
    seen = savage()
    return Table(
        frame=Frame(seen.title, "/t/1/watch", seated=Seated("Зритель")),
        title=seen.title,
        about=seen.about,
        track=seen.track,
        score=seen.score,
        asks=(),
        waits="карту Ванды.",
        log=seen.log,
        watching=True,
        hands=(
            Hand("Рука Герцогства", "one", "9 карт", backs=9),
            Hand("Рука Орды", "two", "2 карты", backs=2),
        ),
    )


# wfrp, the referee's seat


def wfrp(theme: str = "") -> Table:
    """Dice typed in by the referee."""
    return Table(
        frame=Frame(
            "Ambush in the tunnels",
            "/t/2",
            "dark" if theme == "dark" else "",
            seated=Seated("Referee"),
            asked=True,
        ),
        title="Ambush in the tunnels",
        about="Warhammer FRP 4e, power points",
        track=Track("Round 2", ("Tests", "Damage", "Influence", "Who is out"), 2),
        score=Score(
            (
                Standing(
                    IRONBREAKERS,
                    "24",
                    of="of 30",
                    gauge=Gauge(24 / 30, 9.9 / 30, "24 of 30; out at 9 or less"),
                    notes=(("Out at 9 or less ", clause("W-3.9")), "8 of 10 stand"),
                ),
                Standing(
                    GREENSKINS,
                    "26",
                    of="of 41",
                    gauge=Gauge(26 / 41, 13.5 / 41, "26 of 41; out at 13 or less"),
                    notes=(("Out at 13 or less ", clause("W-3.9")), "Choppas 19 of 30, archers 12 of 20"),
                ),
            )
        ),
        asks=(
            Ask(
                "ask",
                "",
                "You, referee, for the Ironbreakers",
                "Roll d100 for their influence, +15",
                clause("W-3.7"),
                "/t/2/answer",
                lead="They won by 3 levels, +5 for each. The result only tells what happens in the foreground.",
                dice=(DiceField("d1", "Typed from the table", "00"),),
                enter="Enter",
                submit="Throw it",
            ),
        ),
        waits="this roll.",
        call="Your turn: roll the influence",
        tell=Tell(
            (
                (Strong("Grishnak"), " loses 4 wounds and all Advantage. Fear 1."),
                (Strong("Snagga"), " loses 1 wound and all Advantage. Fear 1."),
            ),
            clause("W-4", house=True),
        ),
        log=Log(
            (
                LogGroup(
                    "Round 2",
                    (
                        LogLine(
                            "line-9",
                            (
                                "Critical: influence ",
                                opens("105"),
                                ", all enemies suffer; Greenskins lose ",
                                opens("10"),
                                ".",
                            ),
                            clause("W-3.6"),
                            (Die(100, (55,), "one", "kept"),),
                            (
                                Addend("55", "the die"),
                                Addend("+50", "critical", clause("W-3.6")),
                                Addend(
                                    "105", "row 101 to 125: damage 10", clause("W-4", house=True), total=True
                                ),
                            ),
                            open=True,
                        ),
                        LogLine(
                            "line-8",
                            ("Ironbreakers win the round, +1 against −2. Greenskins lose ", opens("5"), "."),
                            clause("W-3.5"),
                            (Die(100, (11,), "one", "kept"), Die(100, (65,), "two")),
                        ),
                    ),
                ),
                LogGroup(
                    "Round 1",
                    (
                        LogLine(
                            "line-4",
                            ("Influence ", opens("37"), ": one of their own, Snagga, has −10 to all tests."),
                            clause("W-3.7"),
                            (Die(100, (27,), "two", "kept"),),
                        ),
                        LogLine(
                            "line-3",
                            ("Greenskins win, +1 against −1. Ironbreakers lose ", opens("6"), "."),
                            clause("W-3.5"),
                            (Die(100, (47,), "one"), Die(100, (30,), "two", "kept")),
                        ),
                    ),
                ),
            ),
            Action("whole log", "/t/2/log"),
        ),
        odds=Odds(
            "Odds from here",
            Chance("Ironbreakers", "49.0", 0.49),
            Chance("nobody", "2.3", 0.023),
            Chance("Greenskins", "48.7", 0.487),
            "Before the influence roll asked now. Ends in 3.3 rounds on average.",
            "exact",
            of="As of the start of this step: what was rolled or chosen in it since does not count yet.",
        ),
        referee=REFEREE_ACTIONS,
        referee_note="A number set by hand asks for a reason and stays marked in log and report.",
    )


REFEREE_ACTIONS = (
    Action("Undo the last answer", "/t/2/undo"),
    Action("Correct a die", "/t/2/correct"),
    Action("Set a number", "/t/2/set"),
    Action("Seats and links", "/t/2/seats"),
)


# gurps, report


def report() -> Report:
    """A day at the ford."""
    return Report(
        frame=Frame(
            "Caithness holds the ford",
            "/t/3/report",
            here="battles",
            seated=Seated("Referee"),
            foot="voevoda, gurps revision 1. Every number opens to its clause in the table’s report.",
        ),
        kicker="The ford. GURPS 3e mass combat, day 1",
        headline="Caithness holds the ford",
        standfirst="Titus of Megalos tried the crossing after a hard march and lost the contest by 5. His line did not "
        "break: 100 dead against 38, and tomorrow he attacks no worse than today.",
        actions=(
            Action("Next day from here", "/t/3/next", "main", post=True),
            Action("Verify the dice", "/t/3/verify"),
            Action("Print", "/t/3/print"),
            Action("Export", "/t/3/export"),
        ),
        losses=LossTable(
            (
                SideLosses(
                    MEGALOS,
                    "attacker, beaten but not broken",
                    (
                        _loss("Ala I", "heavy, veteran", "400", "27", "4d+13, row −1", 54, 54, 346, 400),
                        _loss("Slingers", "no armour, green", "200", "41", "4d+27, row −5", 41, 41, 159, 200),
                        _loss("Ballistae", "6 pieces, average", "24", "37", "4d+27, row −5", 5, 4, 19, 24),
                    ),
                    "624",
                    "100",
                    "99",
                    "524",
                ),
                SideLosses(
                    CAITHNESS,
                    "defender, holds the ford",
                    (
                        _loss("Levy", "light, green", "600", "7", "2d, row +8", 21, 21, 579, 600),
                        _loss("Archers", "light, average", "250", "11", "2d, row +8", 14, 14, 236, 250),
                        _loss(
                            "Huscarls", "heavy, pikes, seasoned", "120", "5", "1d+2, row +11", 3, 3, 117, 120
                        ),
                    ),
                    "970",
                    "38",
                    "38",
                    "932",
                ),
            ),
            ("per unit ", clause("G-13"), " ", clause("G-13.2", house=True, words="house table")),
            (
                "Both armies hold their ground, so the wounded return to the ranks and nobody is captured ",
                clause("G-13.5"),
                ".",
            ),
        ),
        contest=Ledger(
            "The contest",
            "Megalos",
            "Caithness",
            (
                LedgerRow("Strategy before glory", "16", "17"),
                LedgerRow("Livia’s glory", "+1", "", clause("G-9.5")),
                LedgerRow("Eachann’s shame", "", "−1", clause("G-9.5")),
                LedgerRow(
                    "Rolled",
                    one_dice=tuple(Die(6, (face,), "one") for face in (5, 6, 4)),
                    two_dice=tuple(Die(6, (face,), "two") for face in (3, 2, 4)),
                ),
            ),
            LedgerRow("Margin", "+2", "+7"),
            notes=(
                (
                    "A difference of 5: minor victory of the defender, table B ",
                    clause("G-11.10"),
                    ". Of the attacker’s men 424 of 624 passed morale, so his whole army holds ",
                    clause("G-11.7"),
                    ".",
                ),
            ),
            fact=(clause("G-10.2"),),
        ),
        people=(
            Person(
                "Livia",
                "Megalos, leads Ala I",
                "one",
                "Three hits, 9 of 12 HP left. Reputation +1 for three months; a promotion is in question.",
                (
                    (("Survival 13 ", clause("G-9.2")), "14, missed by 1"),
                    (("Glory 17 ", clause("G-9.4")), "9, made by 8"),
                    (("Promotion ", clause("G-9.6")), "14, Good"),
                ),
            ),
            Person(
                "Eachann",
                "Caithness, leads the archers",
                "two",
                "Unhurt. Reputation −1 for two months; the command asks where he stood.",
                (
                    (("Survival 13 ", clause("G-9.2")), "8, made by 5"),
                    (("Glory 11 ", clause("G-9.4")), "15, missed by 4"),
                    (("Command ", clause("G-9.6")), "9, no consequence"),
                ),
            ),
        ),
        people_fact=(clause("G-9"),),
        luck=(
            Luck("Contest, Megalos", "one", 0.09, "15 on 3d"),
            Luck("Contest, Caithness", "two", 0.63, "9 on 3d"),
            Luck("Losses, Megalos", "one", 0.47, "three units"),
            Luck("Losses, Caithness", "two", 0.52, "three units"),
        ),
        luck_note="The defender wins by 5 or more in 15.4% of such battles. Before the first roll the odds were "
        "Megalos 20.7, no winner 57.8, Caithness 21.5.",
        seed=("seed 7c1e 09ab 44d2 f8e3 5b90 21c7 6ad4 e01f", "SHA-256 b2f4 91d0 … 7e3a 60c5"),
        seed_note="The seed’s fingerprint was announced before the first roll; the seed itself now. Anyone can throw "
        "these dice again.",
        checks=(
            ("Readings that differ", "none"),
            ("House values that acted", "G-13.2, G-13.5, G-1.6"),
            ("Set by the referee", "nothing"),
        ),
    )


def _loss(
    name: str, about: str, marched: str, percent: str, how: str, dead: int, wounded: int, stand: int, of: int
) -> Losses:
    """A unit's losses; the wounded of this day stand again, so they are counted among those who stand."""
    arms: dict[str, str] = {"Ala I": "cavalry", "Ballistae": "artillery", "Archers": "bowmen"}
    return Losses(
        name,
        about,
        arms.get(name, "infantry"),  # type: ignore[arg-type]
        marched,
        Figure(f"{percent}%", "opens", "#line-1"),
        how,
        (stand - wounded) / of,
        wounded / of,
        str(dead),
        str(wounded),
        str(stand),
        "holds",
    )


# wfrp, rules


def rules() -> Rules:
    """Two clauses, a reading, a house table."""
    frame = Frame("Очки силы", "/rules/wfrp", here="rules")
    names = {
        "W-1": "Сила отряда",
        "W-2": "Поле боя",
        "W-3": "Раунд",
        "W-3.1": "Бросок сторон",
        "W-3.5": "Урон победителя",
        "W-3.6": "Удача и неудача",
        "W-3.7": "Бросок влияния",
        "W-3.9": "Кто выбыл",
        "W-4": "Влияние на бой героев",
    }
    rows = (
        ("−50 и меньше", "все свои: 1d10 ран, теряют всё Преимущество, Страх 2, −10 ко всем проверкам следующего раунда", "20"),
        ("−49 … −25", "все свои: 1d10 ран, теряют всё Преимущество, Страх 2", "15"),
        ("−24 … 0", "все свои: 1d5 ран, теряют всё Преимущество, Страх 1", "10"),
        ("1 … 10", "все свои: 1 рана и −10 ко всем проверкам следующего раунда", "8"),
        ("11 … 20", "один свой: 1d5 ран, теряет всё Преимущество", "6"),
        ("21 … 30", "один свой: 1 рана", "4"),
        ("31 … 40", "один свой: −10 ко всем проверкам следующего раунда", "3"),
        ("41 … 45", "один свой: теряет 1 Преимущество", "2"),
        ("46 … 55", "ничего заметного", "1"),
        ("56 … 60", "один враг: теряет 1 Преимущество", "2"),
        ("61 … 70", "один враг: −10 ко всем проверкам следующего раунда", "3"),
        ("71 … 80", "один враг: 1 рана", "4"),
        ("81 … 90", "один враг: 1d5 ран, теряет всё Преимущество", "6"),
        ("91 … 100", "все враги: 1 рана и −10 ко всем проверкам следующего раунда", "8"),
        ("101 … 125", "все враги: 1d5 ран, теряют всё Преимущество, Страх 1", "10"),
    )  # fmt: skip
    return Rules(
        frame=frame,
        title="Очки силы",
        books=(
            Contents("gurps", "Массовый бой", "/rules/gurps"),
            Contents("wfrp", "Очки силы", "/rules/wfrp", here=True),
        ),
        contents=tuple(Contents(id_, name, f"#{id_}", id_ == "W-3.7") for id_, name in names.items()),
        clauses=(
            RuleClause(
                "W-3.7",
                "W-3.7",
                "Бросок влияния",
                (Tag("из книги", "clause"),),
                (
                    (
                        (
                            "Кто выиграл встречную проверку, бросает ещё раз: d100 и по +5 за каждый уровень разницы. "
                            "По итогу таблица "
                        ),
                        clause("W-4"),
                        " говорит, что битва сделала с теми, кто дерётся впереди.",
                    ),
                    (
                        "Выиграли на три уровня, на кости 58: влияние 73. На удачу и неудачу ",
                        clause("W-3.6"),
                        " эта прибавка не действует.",
                    ),
                ),
                (
                    Reading(
                        "sl_bonus",
                        "сколько даёт разница уровней",
                        (
                            ReadingOption(
                                "+5 за каждый уровень", "Разница в три уровня даёт +15.", chosen=True
                            ),
                            ReadingOption(
                                "+5 один раз, если разница вообще есть",
                                "Разница в три уровня даёт +5.",
                                chosen=False,
                            ),
                        ),
                    ),
                ),
            ),
            RuleClause(
                "W-4",
                "W-4",
                "Влияние на бой героев",
                (Tag("домашняя таблица", "house"),),
                (
                    (
                        (
                            "«Свой» и «враг» здесь считаются от того, кто бросал. Столбец урона бьёт по очкам силы "
                            "и действует только на удаче и неудаче "
                        ),
                        clause("W-3.6"),
                        ".",
                    ),
                ),
                table=HouseTable(
                    "Значения наши: в книге таблица обрезана",
                    ("итог", "что случилось", "урон"),
                    (False, False, True),
                    tuple(
                        HouseRow(row, "есть в книге" if row[0][:2] in ("31", "71", "10") else "")
                        for row in rows
                    ),
                    Action("Заменить своей", "/rules/wfrp/influence", "link"),
                    "Ещё две строки ниже. Три строки с пометкой совпадают с примерами книги: 37, 73 и 105.",
                ),
            ),
        ),
        sample=clause("W-3.7"),
        acted=("W-3.7 в битве «Засада в туннелях»: раунд 1, влияние 37; раунд 2, влияние 73.",),
    )


# Seats, forms, messages


def _modules(size: int = 25) -> tuple[tuple[bool, ...], ...]:
    """Something like a QR code to look at; no phone can read it."""

    def dark(x: int, y: int) -> bool:
        for left, top in ((0, 0), (size - 7, 0), (0, size - 7)):
            if 0 <= x - left < 7 and 0 <= y - top < 7:
                far = max(abs(x - left - 3), abs(y - top - 3))
                return far != 2
        return (x * 7 + y * 11 + x * y) % 3 == 0

    return tuple(tuple(dark(x, y) for x in range(size)) for y in range(size))


def seats() -> Seats:
    """Four seats, one of them empty."""
    link = "http://192.168.1.20:8000/join/1/pZ3v9t-Xk2"
    again = (Action("Выдать ссылку заново", "/t/1/seats/reissue", post=True),)
    rows: tuple[tuple[str, str, Which], ...] = (
        ("Ванда, полководец Герцогства", "за столом", "one"),
        ("Хан Бурза, полководец Орды", "ждём", "two"),
        ("Зрители", "двое", ""),
    )
    return Seats(
        frame=Frame("Места и ссылки", "/t/1/seats", seated=Seated("Ведущий")),
        title="Места и ссылки",
        about="Мост у Нового Замка",
        rows=tuple(SeatRow(name, state, which, link, _modules(), again) for name, state, which in rows),
        notes=("По ссылке место занимает тот, кто первым нажмёт «Занять место».",),
    )


def form() -> Form:
    """The referee sets a number."""
    return Form(
        frame=Frame("Set a number", "/t/2/set", seated=Seated("Referee")),
        title="Set a number",
        lead="It changes from here on; log, report and odds will say that the referee set it, and why.",
        action="/t/2/set",
        groups=(
            Group(
                rows=(
                    (
                        Choice(
                            "path",
                            "Which",
                            "points",
                            (("points", "Ironbreakers, points"), ("left", "men left")),
                        ),
                        Field("value", "Value", "99", error="This is 99; 0 to 30 is accepted."),
                    ),
                    (LongText("reason", "Reason", "", "Everybody at the table can read it."),),
                )
            ),
        ),
        submit="Set it",
        back=Action("Back to the table", "/t/2", "link"),
    )


def upload() -> Form:
    """A battle from a file."""
    return Form(
        frame=Frame("Внести файл", "/import", here="battles"),
        title="Внести файл",
        lead="Файл битвы или журнал: YAML, JSON или JSON Lines.",
        action="/import",
        groups=(Group(rows=((Upload("file", "Файл", ".yaml,.yml,.json,.jsonl", "До 64 КБ."),),)),),
        submit="Внести",
        files=True,
    )


def message() -> Message:
    """A page that is not there."""
    return Message(
        frame=Frame("Такой битвы нет", "/t/99"),
        title="Такой битвы нет",
        words="Её удалили, или в адресе опечатка.",
        actions=(Action("Все битвы", "/", "main"),),
        code="404",
    )


def pages() -> dict[str, Page]:
    """Every screen by its name."""
    return {
        "home": home(),
        "home-empty": home_empty(),
        "setup": setup(),
        "savage": savage(),
        "spectator": spectator(),
        "wfrp": wfrp(),
        "report": report(),
        "rules": rules(),
        "seats": seats(),
        "form": form(),
        "upload": upload(),
        "message": message(),
    }
