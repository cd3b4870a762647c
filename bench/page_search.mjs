// For bench/page_search.py: how long searches take on the page's engine. A list of {game, seats, key, moves, seat, seed, playouts} as
// JSON on standard input, seconds for each on standard output.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , engine, assets] = process.argv
const { Game, KernelMind, search, Title } = await import(pathToFileURL(engine).href)
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))
const facts = json(`${assets}/facts.json`)
const took = []
for (const wish of JSON.parse(readFileSync(0, 'utf8'))) {
  const file = facts.titles[wish.game].family === 'cards' ? 'card' : 'board'
  const records = new Uint8Array(readFileSync(`${assets}/${wish.game}.bin`))
  const title = new Title({ game: wish.game, facts, module: new WebAssembly.Module(readFileSync(`${assets}/${file}.wasm`)), records, board: json(`${assets}/${wish.game}.json`) })
  const game = new Game(title, { seats: wish.seats, first: null, deal: { key: wish.key }, look: false })
  for (const [seat, text, key] of wish.moves) game.play(text, seat, key)
  const mind = new KernelMind(title)
  const seen = { observation: title.observe(game.position, wish.seat), seat: wish.seat, seed: wish.seed }
  await search([mind], seen, { playouts: wish.playouts / 4 })
  const began = performance.now()
  await search([mind], seen, { playouts: wish.playouts })
  took.push((performance.now() - began) / 1000)
}
process.stdout.write(JSON.stringify(took))
