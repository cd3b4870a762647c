"""Who plays: the interface for bots, the bots that come with the package, and the levels for players.

```python
from aiguillage.bots import Seen, make_bot
bot = make_bot("hard", seed=7)
game.play(bot.choose(Seen.of(game, game.actor)))
```
This file imports no kernel code, for it is also the front of `aiguillage.compiled.bots`.
"""

from aiguillage.bots.bot import Bot, BotError, BotFactory, Seen, play_game
from aiguillage.bots.registry import LEVELS, bot_names, load_bot, make_bot

__all__ = [
    "LEVELS",
    "Bot",
    "BotError",
    "BotFactory",
    "Seen",
    "bot_names",
    "load_bot",
    "make_bot",
    "play_game",
]
