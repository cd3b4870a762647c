// The coach of the page in node: `node local_coach.mjs ENGINE ASSETS` reads a list of {game, record, seat, text, hidden} as
// JSON on standard input, and gives what the coach says about each move. With `hidden` the cards in the others' hands are
// other ones, which the seat cannot know.
import { readFileSync } from 'node:fs'
import { engine, partsOf } from './local_parts.mjs'

const { KernelMind, Players, readRecord, Title } = engine
const known = {}
function playersOf(game) {
  if (!known[game]) {
    const title = new Title(partsOf(game))
    const minds = [new KernelMind(title, null)]
    known[game] = { title, players: new Players(title, () => minds, null) }
  }
  return known[game]
}

/** The same position with the kinds of cards in the others' hands passed round. */
function disguise(title, position, seats, seat) {
  const kinds = title.number('rules.numbers', 'KINDS')
  title.put(position)
  for (let other = 0; other < seats; other++) {
    if (other === seat) continue
    const hand = Array.from({ length: kinds }, (_, kind) => title.get('hand', other * kinds + kind))
    hand.forEach((count, kind) => title.set('hand', count, other * kinds + ((kind + 1) % kinds)))
  }
  return title.take()
}

const results = []
for (const { game, record, seat, text, hidden } of JSON.parse(readFileSync(0, 'utf8'))) {
  const { title, players } = playersOf(game)
  const { position, start } = readRecord(record, title)
  const shown = hidden ? disguise(title, position, start.seats, seat) : position
  const changed = Buffer.compare(shown, position) !== 0
  results.push({ changed, advice: await players.advice(shown, seat, text, 300_000) })
}
process.stdout.write(JSON.stringify(results))
