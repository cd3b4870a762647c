"""What a seat can do, as one integer."""

from .numbers import MAX_PLACES, MAX_TRACKS

# Blocks of them carry an argument: TAKE + colour, KEEP + mask of offered tickets,
# PAY + colour * (MAX_LENGTH + 1) + wilds, CLAIM + track, STATION + place.
TAKE = 0
BLIND = 9
DRAW_TICKETS = 10
PASS = 11
DECLINE = 12  # do not pay the tunnel's surcharge; do not keep a card for the flag
KEEP_CARD = 13  # keep a card for the flag
ENOUGH = 14  # take no second card
KEEP = 16
PAY = 80
CLAIM = 176
STATION = CLAIM + MAX_TRACKS
ACTIONS = STATION + MAX_PLACES
