"""What everything in the kernel is counted in: sizes of records, kinds of cards, and what stands for none."""

MAX_SEATS = 5
MAX_PLACES = 64
MAX_TRACKS = 128
MAX_TICKETS = 64
MAX_LENGTH = 8
WORD = 32  # bits to a word of a set; the words are int64, so the sign is never touched
WORDS = MAX_TRACKS // WORD
PLACE_WORDS = MAX_PLACES // WORD
MAX_OFFER = 6

COLOURS = 8  # card colours, at most; a board with six uses the first six
WILD = 8  # the card kind that stands for any colour
KINDS = 9  # colours and wild
GREY = 9  # the "colour" of a track that takes any one colour

NOBODY = -1
NOTHING = -1

# Where a ticket is, when no seat (>= 0) has kept it.
IN_DECK = -1
OFFERED = -2
IN_BOX = -3
UNKNOWN = -4  # only in what a seat observes
