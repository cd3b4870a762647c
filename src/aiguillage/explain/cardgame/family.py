"""What people are told of the Card Game."""

from ...rules.cardgame import legal, observe
from ..cardgame_choices import keeps_at_least, write_choice
from ..cardgame_events import fades, note, say, say_later, write_data
from ..cardgame_outcome import later_tie, prepare_count, write_seat
from ..cardgame_reasons import write_reasons
from ..cardgame_view import goods_left, round_of, write_player, write_proposal, write_table, write_tickets
