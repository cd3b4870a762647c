"""The turning points of a game, told in three sentences."""

from dataclasses import dataclass
from typing import Any, Literal

from aiguillage.analysis.figures import rounded
from aiguillage.analysis.words import NO_BREAK, Language, action_words, figure, percent, seat_name, sentence
from aiguillage.boards import Board
from aiguillage.game import Action

SENTENCES = 3


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step of the game after which a seat's chance to win, with open cards, was another one."""

    number: int  # of the decision, from 1
    seat: int  # whose chance it is
    by: int  # who decided
    action: Action
    cause: Literal["choice", "chance"]  # whether the choice itself did it, or what chance did then
    before: float
    after: float

    @property
    def size(self) -> float:
        """How much it changed."""
        return abs(self.after - self.before)

    def to_dict(self) -> dict[str, Any]:
        """For a client."""
        return {
            "number": self.number,
            "seat": self.seat,
            "by": self.by,
            "action": self.action.text,
            "act": self.action.act,
            "cause": self.cause,
            "before": rounded(self.before),
            "after": rounded(self.after),
        }


def told(
    board: Board,
    points: list[TurningPoint],
    dealt: list[float],
    totals: list[int],
    winners: list[int],
    names: list[str] | None,
    language: Language,
) -> list[str]:
    """Three sentences: the turning points, and where there are fewer, how the game began and ended."""
    sentences = [_turn(board, point, names, language) for point in points]
    if len(sentences) == 0:
        sentences.append(_no_turn(language))
    if len(sentences) < SENTENCES:
        sentences.append(_end(totals, winners, names, language))
    if len(sentences) < SENTENCES:
        sentences.insert(0, _deal(dealt, names, language))
    return [sentence(words) for words in sentences]


def _turn(board: Board, point: TurningPoint, names: list[str] | None, language: Language) -> str:
    who, whose = seat_name(point.by, names, language), seat_name(point.seat, names, language)
    what = action_words(board, point.action, language)
    before, after = percent(point.before, language), percent(point.after, language)
    own = point.by == point.seat
    if language == "fr":
        luck = "" if point.cause == "choice" else " et le sort en décide"
        chance = "ses chances de gagner" if own else f"pour {whose}, les chances de gagner"
        step = f"à la décision {point.number}, {who} {what}{luck}"
        return f"{step}{NO_BREAK}: {chance} passent de {before} à {after}."
    luck = "" if point.cause == "choice" else " and luck decides"
    verb = "rises" if point.after > point.before else "falls"
    chance = "the chance of winning" if own else f"{whose}’s chance of winning"
    return f"at decision {point.number}, {who} {what}{luck}: {chance} {verb} from {before} to {after}."


def _no_turn(language: Language) -> str:
    if language == "fr":
        return "aucune décision ni aucune carte n’a à elle seule changé le cours de la partie."
    return "no single decision and no single card turned the game."


def _deal(dealt: list[float], names: list[str] | None, language: Language) -> str:
    best = max(range(len(dealt)), key=lambda seat: dealt[seat])
    who, chance = seat_name(best, names, language), percent(dealt[best], language)
    if language == "fr":
        return f"après la donne, {who} a les meilleures chances{NO_BREAK}: {chance}."
    return f"after the deal {who} has the best chance: {chance}."


def _end(totals: list[int], winners: list[int], names: list[str] | None, language: Language) -> str:
    joint = " et " if language == "fr" else " and "
    who = joint.join(seat_name(seat, names, language) for seat in winners)
    count = totals[winners[0]]
    if language == "fr":
        verb = "gagne" if len(winners) == 1 else "gagnent"
        return f"{who} {verb} avec {figure(count)} {'point' if abs(count) < 2 else 'points'}."
    verb = "wins" if len(winners) == 1 else "win"
    return f"{who} {verb} with {figure(count)} {'point' if count == 1 else 'points'}."
