// Plays games on the kernel's files in node: a list of games as JSON on standard input, a list of results on standard output.
// A game is {family, seats, seed, stream, board (base64), actions}; its result the SHA-256 of all states on the way,
// the set-up first, and how many actions were legal at each.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

const folder = process.argv[2]
const description = JSON.parse(readFileSync(`${folder}/kernel.json`, 'utf8'))
const began = performance.now()
const load = async (file) => (await WebAssembly.instantiate(readFileSync(`${folder}/${file}.wasm`), {})).instance.exports
const kernels = { board: await load('board'), cards: await load('card') }
const loaded = performance.now() - began

let kernel = kernels.board
let end = kernel.__heap_base.value
function place(size) {
  const start = end
  end = (end + size + 63) & ~63
  const missing = end - kernel.memory.buffer.byteLength
  if (missing > 0) kernel.memory.grow((missing + 65535) >> 16)
  return start
}
const size = (record) => description.records[record].size

const results = []
for (const game of JSON.parse(readFileSync(0, 'utf8'))) {
  const prefix = game.family === 'cards' ? 'CARD_' : ''
  const own = game.family === 'cards' ? 'card_' : 'board_'
  kernel = kernels[game.family]
  end = kernel.__heap_base.value
  const board = place(size(`${prefix}BOARD`))
  const state = place(size(`${prefix}STATE`))
  const scratch = place(size(`${prefix}SCRATCH`))
  const bytes = new Uint8Array(kernel.memory.buffer)
  bytes.fill(0, board, end)
  bytes.set(Buffer.from(game.board, 'base64'), board)
  const list = scratch + description.records[`${prefix}SCRATCH`].fields.actions.offset
  const room = description.records[`${prefix}SCRATCH`].fields.actions.shape[0]
  const hash = createHash('sha256')
  const legal = []
  const note = () => {
    hash.update(bytes.subarray(state, state + size(`${prefix}STATE`)))
    legal.push(kernel[`${own}legal`](board, state, list, room))
  }
  kernel[`${own}setup`](board, state, game.seats, -1, BigInt(game.seed), BigInt(game.stream), scratch)
  note()
  for (const action of game.actions) {
    kernel[`${own}step`](board, state, action, scratch)
    note()
  }
  results.push({ digest: hash.digest('hex'), legal })
}
process.stdout.write(JSON.stringify({ loaded, results }))
