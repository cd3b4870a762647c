// `kernel_places.mjs` in node: a list of games as JSON on standard input, a list of results on standard output.
import { readFileSync } from 'node:fs'
import { play } from './kernel_places.mjs'

const read = (name) => readFileSync(`${process.argv[2]}/${name}`)
const files = { board: read('board.wasm'), card: read('card.wasm') }
const results = await play(files, JSON.parse(read('kernel.json')), JSON.parse(readFileSync(0, 'utf8')))
process.stdout.write(JSON.stringify(results))
