"""``:advice``: what the person at the prompt is advised to choose, by what his seat may know."""

from __future__ import annotations

from rich.text import Text

from voevoda.cli.fight import Course
from voevoda.cli.refusals import BadInput
from voevoda.cli.report import sheet_table
from voevoda.cli.screen import SOFT, Screen, styled
from voevoda.cli.waiting import working
from voevoda.export.sheets import facts_of, sheets_of
from voevoda.play.seats import REFEREE

PAGE = "advice"


def advise(screen: Screen, course: Course) -> None:
    """Show the advice to the seat that is asked.  Raises ``BadInput`` where there is none."""
    if not course.at.open:
        raise BadInput("cli.ask.nothing_open")
    book = course.book
    seat = course.at.asked().place.by if course.seat == REFEREE else course.seat
    with working(screen.lang):
        found = None if book.advice is None else book.advice(course.at.state, seat)
    if found is None:
        raise BadInput("cli.ask.no_advice")
    screen.write("")
    for title, value in facts_of(book.id, found, screen.lang, PAGE):
        screen.write(Text.assemble((f"{title}: ", SOFT), styled(value, "bold")))
    for sheet in sheets_of(book.id, found, screen.lang, PAGE):
        screen.write(styled(sheet.title, "bold"), sheet_table(sheet))
