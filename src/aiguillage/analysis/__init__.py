"""Finished games explained: chances, losses, luck and skill, turning points (docs/analysis.md)."""

from aiguillage.analysis.analyst import (
    Analysis,
    AnalysisError,
    Analyst,
    Decision,
    Option,
    Summary,
    analyse,
    stream,
    usual_playouts,
)
from aiguillage.analysis.figures import Outlook
from aiguillage.analysis.luck import PARTS, Account
from aiguillage.analysis.turning import TurningPoint

__all__ = [
    "PARTS",
    "Account",
    "Analysis",
    "AnalysisError",
    "Analyst",
    "Decision",
    "Option",
    "Outlook",
    "Summary",
    "TurningPoint",
    "analyse",
    "stream",
    "usual_playouts",
]
