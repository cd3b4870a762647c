// The analysis of the page in node: `node local_analysis.mjs ENGINE ASSETS NETS` reads a list of {game, record, playouts} as JSON on
// standard input, and gives all pieces of each analysis. Two minds share the work.
import { readFileSync } from 'node:fs'
import { engine, partsOf } from './local_parts.mjs'

const nets = process.argv[4]
const { Analyst, KernelMind, readRecord, Title } = engine
const results = []
for (const { game, record, playouts } of JSON.parse(readFileSync(0, 'utf8'))) {
  const parts = partsOf(game)
  const net = async () => new Uint8Array(readFileSync(`${nets}/${game}/net.npz`))
  const title = new Title(parts)
  const minds = [1, 2].map(() => new KernelMind(new Title(parts), net))
  const done = readRecord(record, title)
  const analyst = new Analyst(title, done, Array.from({ length: done.start.seats }, (_, seat) => `P${seat}`), minds, playouts)
  await analyst.work()
  results.push(analyst.pieces)
}
process.stdout.write(JSON.stringify(results))
