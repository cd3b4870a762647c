// Plays games on the kernel's files, in node and in a browser's page alike.
// A game is {family, seats, seed, stream, board, actions} and, if bots are to be asked, {every, policies, layout, net}; arrays of
// numbers are base64. Its result is the SHA-256 of all states on the way, the set-up first, how many actions were legal
// at each, and what the bots chose at every so manieth of them: each policy, then the network.

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const hex = (buffer) => Array.from(new Uint8Array(buffer), (one) => one.toString(16).padStart(2, '0')).join('')

class Table {
  constructor(kernel, description, game) {
    const cards = game.family === 'cards'
    this.kernel = kernel
    this.records = description.records
    this.prefix = cards ? 'CARD_' : ''
    this.own = cards ? 'card_' : 'board_'
    this.game = game
    this.end = kernel.__heap_base.value
    const names = ['BOARD', 'STATE', 'STATE', 'SCRATCH', 'BOT_SCRATCH', 'SIGHT']
    const [board, state, seen, scratch, bots, sight] = names.map((name) => this.place(this.size(name)))
    Object.assign(this, { board, state, seen, scratch, bots, sight })
    this.policies = (game.policies ?? []).map(({ policy, weights }) => ({ policy, weights: this.put(weights, 8) }))
    this.net = game.net && game.net.map(([data, ...shape]) => [this.place(data.length || data), shape])
    this.bytes = new Uint8Array(kernel.memory.buffer) // the memory does not grow from here on
    this.bytes.fill(0, board, this.end)
    this.bytes.set(bytesOf(game.board), board)
    for (const { weights } of this.policies) this.bytes.set(weights.data, weights.at)
    game.net?.forEach(([data], number) => {
      if (data.length) this.bytes.set(bytesOf(data), this.net[number][0])
    })
  }
  size(record) {
    return this.records[this.prefix + record].size
  }
  place(size) {
    const start = this.end
    this.end = (start + size + 63) & ~63
    const missing = this.end - this.kernel.memory.buffer.byteLength
    if (missing > 0) this.kernel.memory.grow((missing + 65535) >> 16)
    return start
  }
  put(text, width) {
    const data = bytesOf(text)
    return { data, at: this.place(data.length), count: data.length / width }
  }
  call(name, ...given) {
    return this.kernel[this.own + name](...given)
  }
  legal() {
    const { offset, shape } = this.records[`${this.prefix}SCRATCH`].fields.actions
    return this.call('legal', this.board, this.state, this.scratch + offset, shape[0])
  }
  snapshot() {
    return this.bytes.slice(this.state, this.state + this.size('STATE'))
  }
  choices() {
    const actor = this.records[`${this.prefix}STATE`].fields.actor.offset
    const seat = (this.bytes[this.state + actor] << 24) >> 24
    const clean = () => {
      this.bytes.set(this.snapshot(), this.seen)
      this.call('observe', this.board, this.seen, seat)
      this.bytes.fill(0, this.bots, this.bots + this.size('BOT_SCRATCH'))
      this.call('forget_plans', this.bots)
    }
    const found = this.policies.map(({ policy, weights }) => {
      clean()
      return this.call('decide', policy, this.board, this.seen, seat, 4n, this.bots, weights.at, weights.count)
    })
    if (this.net) {
      clean()
      const look = [this.game.layout, this.sight, 1]
      found.push(this.call('decide_by_net', this.board, this.seen, seat, 4n, this.bots, ...look, ...this.net.flat(2)))
    }
    return found
  }
}

async function playOne(kernel, description, game) {
  const table = new Table(kernel, description, game)
  const states = []
  const legal = []
  const chosen = []
  const note = () => {
    states.push(table.snapshot())
    legal.push(table.legal())
    if (game.every && (legal.length - 1) % game.every === 0 && legal.at(-1)) chosen.push(table.choices())
  }
  table.call('setup', table.board, table.state, game.seats, -1, BigInt(game.seed), BigInt(game.stream), table.scratch)
  note()
  for (const action of game.actions) {
    table.call('step', table.board, table.state, action, table.scratch)
    note()
  }
  const all = new Uint8Array(await new Blob(states).arrayBuffer())
  return { digest: hex(await crypto.subtle.digest('SHA-256', all)), legal, chosen }
}

export async function play(files, description, games) {
  const start = async (code) => (await WebAssembly.instantiate(code, {})).instance.exports
  const kernels = { board: await start(files.board), cards: await start(files.card) }
  const results = []
  for (const game of games) results.push(await playOne(kernels[game.family], description, game))
  return results
}
