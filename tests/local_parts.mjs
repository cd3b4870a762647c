// What the scripts beside it play with, `node SCRIPT ENGINE ASSETS …`: the bundled engine, and the files of kernel and titles.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , bundle, assets] = process.argv
export const engine = await import(pathToFileURL(bundle).href)
export const json = (path) => JSON.parse(readFileSync(path, 'utf8'))
export const facts = json(`${assets}/facts.json`)

const modules = {}
/** The kernel of a family of games, compiled once. */
export function moduleOf(family) {
  const file = family === 'cards' ? 'card' : 'board'
  return (modules[file] ??= new WebAssembly.Module(readFileSync(`${assets}/${file}.wasm`)))
}

/** What a title is played by. */
export function partsOf(game) {
  const records = new Uint8Array(readFileSync(`${assets}/${game}.bin`))
  return { game, facts, net: '', module: moduleOf(facts.titles[game].family), records, board: json(`${assets}/${game}.json`) }
}

/** Let chance be the same every time. */
export function fixChance() {
  let word = 1
  const chance = () => (word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
  crypto.getRandomValues = (bytes) => bytes.map(() => chance() >>> 24)
  Math.random = () => chance() / 2 ** 32
}
