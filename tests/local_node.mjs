// Plays games on the page's engine in node. `node local_node.mjs ENGINE ASSETS NETS` (the bundled engine, the folders of
// kernel and titles and of the networks) reads a list of games as JSON on standard input. A game is {game, seats, first, look,
// seed or key, moves: [[seat, text, key]], names, asked: [{step, seat, bot, seed, playouts}]}; its result has a digest of all
// that is told after each step, the record, whether that can be read again, and what the bots (or `hint`) that were asked say.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , engine, assets, nets] = process.argv
const { Game, KernelMind, Players, readRecord, search, Title, writeRecord } = await import(pathToFileURL(engine).href)
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))
const facts = json(`${assets}/facts.json`)
const modules = {
  board: new WebAssembly.Module(readFileSync(`${assets}/board.wasm`)),
  cards: new WebAssembly.Module(readFileSync(`${assets}/card.wasm`)),
}
const titles = {}
function titleOf(game) {
  titles[game] ??= new Title({ game, facts, module: modules[facts.titles[game].family], records: new Uint8Array(readFileSync(`${assets}/${game}.bin`)), board: json(`${assets}/${game}.json`) })
  return titles[game]
}

/** All that anybody is told after a step. */
function told(game) {
  const readers = [null, ...Array.from({ length: game.start.seats }, (_, seat) => seat)]
  const { spectator, seats } = game.told.at(-1)
  const all = [
    readers.map((seat) => game.view(seat)),
    [spectator, ...seats],
    game.due,
    readers.slice(1).map((seat) => game.canUndo(seat)),
  ]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

const results = []
for (const wish of JSON.parse(readFileSync(0, 'utf8'))) {
  const title = titleOf(wish.game)
  const deal = wish.key === null ? { seed: BigInt(wish.seed) } : { key: wish.key }
  const game = new Game(title, { seats: wish.seats, first: wish.first, deal, look: wish.look })
  const mind = new KernelMind(title, async () => new Uint8Array(readFileSync(`${nets}/${wish.game}/net.npz`)))
  const players = new Players(title, () => [mind], mind.net)
  const result = { steps: [told(game)], choices: [] }
  const ask = async (step) => {
    for (const { seat, bot, seed, playouts } of wish.asked.filter((one) => one.step === step)) {
      if (bot === 'hint') {
        const { why, ...hint } = await players.hint(game, seat, seed)
        result.choices.push(hint)
        continue
      }
      const { list, codes } = title.legal(game.position, seat)
      const seen = { observation: title.observe(game.position, seat), seat, seed }
      const code = bot === 'search' ? await search([mind], seen, { playouts }) : await mind.decide(bot, seen)
      result.choices.push(list[codes.indexOf(code)]?.text ?? null)
    }
  }
  await ask(0)
  for (const [step, [seat, text, key]] of wish.moves.entries()) {
    game.play(text, seat, key)
    result.steps.push(told(game))
    await ask(step + 1)
  }
  result.record = writeRecord(game, wish.names)
  result.again = writeRecord(readRecord(result.record, title), wish.names) === result.record
  results.push(result)
}
process.stdout.write(JSON.stringify(results))
