"""What people are told of the board games."""

from ...rules.score import find_components as prepare_count
from ...rules.turn import legal, observe
from ..choices import keeps_at_least, write_choice
from ..events import fades, note, say, say_later, write_data
from ..outcome import later_tie, write_seat
from ..reasons import write_reasons
from ..view import goods_left, round_of, write_player, write_proposal, write_table, write_tickets
