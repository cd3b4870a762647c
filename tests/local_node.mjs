// Plays games on the page's engine in node (see local_play.mjs). `node local_node.mjs ENGINE ASSETS NETS` (the bundled engine, the
// folders of kernel and titles and of the networks) reads a list of games as JSON on standard input and writes their results.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { play } from './local_play.mjs'

const [, , engine, assets, nets] = process.argv
const files = async (name) => new Uint8Array(readFileSync(`${name.endsWith('.npz') ? nets : assets}/${name}`))
const results = await play(await import(pathToFileURL(engine).href), files, JSON.parse(readFileSync(0, 'utf8')))
process.stdout.write(JSON.stringify(results))
