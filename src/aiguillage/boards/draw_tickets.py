"""The Card Game has no board: its drawing is the sheet of its tickets and bonuses."""

from aiguillage.boards import svg
from aiguillage.boards.board import Board, Bonus, Ticket
from aiguillage.boards.svg import INK, INSET, PANEL, PAPER, tag

COLUMNS = 6
WIDTH, HEIGHT = 258, 92
GAP = 10
TOP = 70


def draw_tickets(board: Board) -> str:
    """The SVG text of the ticket sheet, bonuses last."""
    cells = [_ticket(board, ticket) for ticket in board.tickets]
    cells += [_bonus(board, bonus) for bonus in board.bonuses]
    rows = -(-len(cells) // COLUMNS)
    width = COLUMNS * (WIDTH + GAP) + GAP
    height = TOP + rows * (HEIGHT + GAP)
    sheet = [
        tag("rect", width=width, height=height, fill=PANEL),
        svg.text(board.name, GAP + 4, 48, 30, font_family=svg.TITLES, font_weight="700"),
        _legend(board, width),
    ]
    for number, cell in enumerate(cells):
        row, column = divmod(number, COLUMNS)
        sheet.append(svg.move(GAP + column * (WIDTH + GAP), TOP + row * (HEIGHT + GAP), cell))
    return svg.document(board.name, (0, 0, width, height), *sheet)


def _legend(board: Board, width: float) -> str:
    """Which shape is which colour."""
    drawn = []
    for number, colour in enumerate(board.colours):
        x = width - 108 * (len(board.colours) - number)
        drawn += [svg.move(x + 13, 38, svg.chip(colour, 26)), svg.text(colour, x + 33, 45, 21)]
    return "".join(drawn)


def _card(ground: str, first: str, second: str, points: int) -> str:
    """A pasteboard card with two lines of text and its points."""
    return "".join(
        [
            tag("rect", width=WIDTH, height=HEIGHT, rx=4, fill=ground, stroke=INK, stroke_width=1.3),
            svg.text(first, 12, 25, 20),
            svg.text(second, 12, 47, 20),
            svg.move(WIDTH - 28, HEIGHT / 2, svg.disc(points, 19)),
        ]
    )


def _ticket(board: Board, ticket: Ticket) -> str:
    names = f"{board.place(ticket.a).name} –", board.place(ticket.b).name
    cards = [colour for colour, count in ticket.cards.items() for _ in range(count)]
    chips = [svg.move(23 + 27 * number, 71, svg.chip(colour, 23)) for number, colour in enumerate(cards)]
    return tag("g", _card(PAPER, *names, ticket.points), *chips, data_ticket=ticket.id)


def _bonus(board: Board, bonus: Bonus) -> str:
    card = _card(INSET, board.place(bonus.place).name, "most tickets", bonus.points)
    return tag("g", card, data_bonus=bonus.place)
