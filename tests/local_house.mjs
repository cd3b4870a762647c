// The tables of a device in node: created, played, undone, taken back, kept, imported and shown again. Everything that is
// told or answered goes to standard output as JSON, for test_local_engine.py to hold against the server's protocol. On standard
// input comes a board file as {text, verdict, packs}: what a server read in it, and boards that were packed, it first.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { engine, facts, fixChance, json, moduleOf, partsOf } from './local_parts.mjs'

const { House, KernelMind, Title } = engine
fixChance()
const told = []
const answers = []
const brought = []
const own = JSON.parse(readFileSync(0, 'utf8'))

/** A store in memory: what a browser keeps, as text. */
class Drawer {
  kept = new Map()
  async get(id) {
    return this.kept.has(id) ? JSON.parse(this.kept.get(id)) : null
  }
  async all() {
    return [...this.kept.values()].map((text) => JSON.parse(text)).reverse()
  }
  async keep(saved) {
    const known = await this.get(saved.id)
    if (known && known.sequence >= saved.sequence) return false
    this.kept.set(saved.id, JSON.stringify(saved))
    return true
  }
  async remove(id) {
    this.kept.delete(id)
  }
  isLost() {
    return false
  }
}

const inFrench = json(new URL('../web/src/lib/i18n/faults.fr.json', import.meta.url))
const held = new Set()
const minds = new Map()
const netOf = async (game) => new Uint8Array(readFileSync(new URL(`../src/aiguillage/titles/${game}/net.npz`, import.meta.url)))
const outside = {
  facts: async () => facts,
  parts: async (game) => partsOf(game),
  ownParts: async ({ board, title, records }) => ({ game: board.id, facts, net: '', module: moduleOf(board.family), records, board, own: title }),
  net: async () => assert.fail('nobody asked for a network'),
  minds: (parts) => minds.get(parts) ?? minds.set(parts, [new KernelMind(new Title(parts), () => netOf(parts.game))]).get(parts),
  hold: async (id) => {
    if (held.has(id)) return null
    held.add(id)
    return () => held.delete(id)
  },
  readBoard: async (text) => (text === own.text ? own.verdict : { ok: false, problem: 'not that one' }),
  bring: async (game) => (brought.push(game), { table: {}, you: { seats: [], host: true } }),
}

/** Boards of one's own, in memory. */
class Boards {
  kept = new Map()
  all = async () => [...this.kept.values()]
  keep = async (board) => void this.kept.set(board.key, board)
}
const boards = new Boards()

class Seat {
  views = new Map()
  last = null
  sequence = 0
  waiting = []
  hear = (message) => {
    told.push(message)
    if (message.sequence !== undefined) this.sequence = Math.max(this.sequence, message.sequence)
    if (message.type === 'hello') this.hello = message
    if (message.type === 'view') this.views.set(message.seat, message)
    this.last = message
    for (const wake of this.waiting.splice(0)) wake()
  }
  async until(holds) {
    while (!holds()) await new Promise((wake) => this.waiting.push(wake))
  }
}

const drawer = new Drawer()
const house = new House(drawer, outside, boards)
const note = (answer) => (answers.push(answer), answer)

// ---- two people on one screen: undo, takebacks, what is kept ----
const people = [{ kind: 'me', name: 'Ada' }, { kind: 'hotseat', name: 'Bo' }]
const { table } = note(await house.create({ game: 'amsterdam', seats: people, first: 0, options: { pace: 'instant' } }))
const seat = new Seat()
await house.open(table.id, seat.hear, true)
const say = async (message) => {
  await house.opened.receive({ id: `m${told.length}`, sequence: seat.sequence, ...message })
  return seat.last
}
const refused = async (message, code) => assert.equal((await say(message)).code, code)
const legal = (who) => seat.views.get(who).view.legal
assert.equal((await say({ type: 'ping' })).type, 'pong')
assert.deepEqual([0, 1].map((who) => seat.views.get(who).can_ask), [false, false])
await refused({ type: 'action', seat: 2, text: 'pass' }, 'not_your_seat')
await refused({ type: 'action', seat: 0, text: 'claim nowhere' }, 'illegal')
for (const who of [1, 0]) assert.equal((await say({ type: 'action', seat: who, text: legal(who)[0].text })).type, 'ack')
await refused({ type: 'action', seat: 1, text: 'blind' }, 'wrong_turn')
await refused({ type: 'action', seat: 0, text: 'blind', sequence: 1 }, 'stale')
await refused({ type: 'undo', seat: 0 }, 'no_undo')
const before = JSON.stringify(seat.views.get(0).view)
const taken = legal(0).find((action) => action.kind === 'take')
await say({ type: 'action', seat: 0, text: taken.text })
await refused({ type: 'undo', seat: 0 }, 'no_undo') // a card was turned up
const after = seat.views.get(0).view.market
assert.deepEqual([0, 1].map((who) => seat.views.get(who).can_ask), [true, true])
assert.equal((await say({ type: 'takeback', seat: 0, answer: 'ask' })).type, 'ack')
assert.equal(JSON.stringify(seat.views.get(0).view), before)
await say({ type: 'action', seat: 0, text: taken.text })
assert.deepEqual(seat.views.get(0).view.market, after) // chance stays as it fell
await say({ type: 'chat', seat: 0, text: 'Bon voyage' })
await say({ type: 'reaction', seat: 1, reaction: 'bravo' })
assert.equal((await say({ type: 'hint', seat: 0 })).type, 'hint')
await refused({ type: 'hint', seat: 1 }, 'no_hint')
// of a running game nothing is analysed, and nobody is asked to think about it
await assert.rejects(house.analysis(table.id, 0), { code: 'not_over' })

// another tab cannot have it; one that does not know of locks is noticed
await assert.rejects(new House(drawer, outside, boards).open(table.id, () => {}, true), { code: 'elsewhere' })
const elsewhere = new House(drawer, { ...outside, hold: async () => () => {} }, boards)
const other = new Seat()
await elsewhere.open(table.id, other.hear, true)
assert.deepEqual(other.hello.events, seat.hello.events.concat(told.filter((m) => m.type === 'view' && m.seat === 0 && m.cause === 'action').flatMap((m) => m.events)).slice(0, other.hello.events.length))
for (const who of [0, 1]) assert.deepEqual(other.views.get(who).view, seat.views.get(who).view)
await elsewhere.opened.receive({ type: 'chat', seat: 0, text: 'Encore moi', id: 'x' })
await refused({ type: 'action', seat: 0, text: 'blind' }, 'elsewhere')

// a game against bots to its end, claims sent with their payments, and undone once
for (const game of process.argv.slice(4)) {
  const bots = [{ kind: 'bot', bot: 'easy' }, { kind: 'bot', bot: 'hard' }]
  const { table: fresh } = note(await house.create({ game, seats: [{ kind: 'me', name: 'Ada' }, ...bots], options: { pace: 'instant' } }))
  const me = new Seat()
  await house.open(fresh.id, me.hear, true)
  const post = (message) => house.opened.receive({ id: 'm', sequence: me.sequence, ...message })
  const mine = () => me.views.get(0).view
  let [undone, compound] = [0, 0]
  while (mine().phase !== 'over') {
    await me.until(() => mine().legal.length || mine().phase === 'over')
    // cards until there is a choice of payments, then whatever can be claimed
    const rich = mine().legal.find((one) => one.payments?.length > 1)
    const draw = compound ? null : mine().legal.find((one) => ['blind', 'keep'].includes(one.kind))
    const action = rich ?? draw ?? mine().legal.find((one) => one.payments?.length) ?? mine().legal.at(-1)
    if (!action) continue
    compound += action.payments?.length > 1 ? 1 : 0
    await post({ type: 'action', text: action.payments ? `${action.text} with ${action.payments.at(-1).text.slice(4)}` : action.text })
    if (undone < 2 && me.views.get(0).can_undo && me.views.get(0).cause === 'action') {
      undone++
      await post({ type: 'undo' })
      assert.ok(['view', 'ack', 'error'].includes(me.last.type))
    }
  }
  assert.ok(game === 'cardgame' || compound > 0)
  await me.until(() => me.last.type === 'table' || me.last.type === 'ack')
  const record = await house.record(fresh.id)
  const imported = note(await house.importRecord(record))
  assert.deepEqual(imported.table.totals, (await house.table(fresh.id)).table.totals)
  for (const id of [fresh.id, imported.table.id]) {
    const whole = note(await house.replay(id, 0, 0, 10_000))
    assert.equal(whole.part.length, whole.steps)
    assert.deepEqual(whole.part.at(-1).view.outcome, mine().outcome)
    assert.deepEqual(note(await house.replay(id, null, 3, 2)).part.map((step) => step.step), [3, 4])
  }
  // from the middle of either it goes on, the same until there and kept as such
  for (const id of [fresh.id, imported.table.id]) {
    const past = (await house.replay(id, 0, 9, 1)).part[0].view
    const seats = [{ kind: 'me', name: 'Bo' }, ...bots]
    const { table: further } = note(await house.playOn(id, 9, seats))
    const lines = record.split('\n\n')[1].split('\n').slice(0, 9).join('\n')
    assert.ok((await house.record(id, 9)).endsWith(`\n\n${lines}\n`))
    const there = new Seat()
    await house.open(further.id, there.hear, true)
    const first = told.findLast((one) => one.type === 'view' && one.cause === 'sync')
    assert.deepEqual(first.view, past)
    assert.equal(first.can_undo, false)
    await there.until(() => there.views.get(0).view.legal.length)
    await house.opened.receive({ type: 'action', id: 'm', seat: 0, sequence: there.sequence, text: there.views.get(0).view.legal[0].text })
    const now = there.views.get(0).view.decision
    const back = new Seat()
    await house.open(further.id, back.hear, true)
    assert.ok(back.views.get(0).view.decision >= Math.min(now, 10))
    await assert.rejects(house.playOn(id, 10_000, seats), { code: 'over' })
    await house.close(further.id)
  }
  // a game that began from a position is a server's to replay and to analyse: it never becomes one of this device
  const placed = record.replace('[Result ', () => `[Position ${JSON.stringify(JSON.stringify({ game, phase: 'turn' }))}]\n[Result `)
  await assert.rejects(house.importRecord(placed), { code: 'not_here', message: inFrench.find(([english]) => english.includes('from a position'))[0] })
  await assert.rejects(house.importRecord(record.replace(/\[Result "[^"]*"\]/, '[Result "1 2 3"]')), { code: 'record' })
  assert.equal(note(await house.rematch(fresh.id)).table.id, (await house.rematch(fresh.id)).table.id)
}
// ---- a board of one's own: read by a server once, then played on without it; gone with its game to a server ----
const away = { ...outside, readBoard: async () => assert.fail('no server was needed'), bring: async () => { throw Object.assign(new Error(), { code: 'offline' }) } }
await assert.rejects(house.readBoard('nonsense', false), { code: 'bad_board', message: 'not that one' })
await assert.rejects(house.readBoard(own.text, true), { code: 'board_alone' })
await assert.rejects(house.create({ game: 'paris', seats: people, board: own.text }), { code: 'no_board' })
assert.equal((await house.readBoard(own.text, false)).here, true)
const alone = new House(drawer, away, boards)
assert.equal((await alone.readBoard(own.text, true)).board.name, own.verdict.board.name)
const { table: lutetia } = note(await alone.create({ game: 'paris', seats: people, board: own.text, options: { pace: 'instant' } }))
assert.ok(lutetia.own_board)
const at = new Seat()
await alone.open(lutetia.id, at.hear, true)
for (const who of [0, 1]) await alone.opened.receive({ type: 'action', seat: who, text: at.views.get(who).view.legal[0].text, sequence: at.sequence, id: 'o' })
assert.equal(at.views.get(0).view.players[0].pieces.main, own.verdict.board.pieces.main)
assert.equal((await alone.board(lutetia.id)).digest, own.verdict.digest)
assert.equal((note(await alone.rematch(lutetia.id))).table.board_digest, own.verdict.digest)
await assert.rejects(house.take(lutetia.id), { code: 'elsewhere' })
await assert.rejects(alone.take(lutetia.id), { code: 'offline' })
assert.equal((await alone.table(lutetia.id)).table.status, 'playing') // it stays where it was
await house.take(lutetia.id)
await assert.rejects(house.table(lutetia.id), { code: 'no_table' })
// a finished one too; what was imported stays
const [done] = (await house.tables('finished')).filter(({ table }) => !table.imported)
const [record] = (await house.tables('finished')).filter(({ table }) => table.imported)
await house.take(done.table.id)
await assert.rejects(house.take(record.table.id), { code: 'imported' })
// a page whose kernel reads boards differently lets a server read it again, or says so
const other2 = { ...outside, facts: async () => ({ ...facts, layout: 'another' }) }
await assert.rejects(new House(drawer, other2, boards).create({ game: 'paris', seats: people, board: own.text }), { code: 'version' })

// ---- a packed board needs no server at all; what is damaged, forged or of another version is refused ----
for (const pack of own.packs) {
  const fresh = new House(drawer, away, new Boards())
  const { text, board, here } = await fresh.readBoard(pack, true)
  assert.ok(here && text.includes(board.name))
  await fresh.create({ game: board.id, seats: people, board: text })
}
const [packed] = own.packs
const [head, content] = packed.split('\n').map((line) => line && JSON.parse(line))
const forged = (change) => {
  const inside = structuredClone(content)
  change(inside)
  const line = JSON.stringify(inside)
  return `${pythonic({ ...head, sha256: createHash('sha256').update(line).digest('hex') })}\n${line}\n`
}
const pythonic = (value) => JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "')
assert.equal((await new House(drawer, away, new Boards()).readBoard(forged(() => {}), true)).here, true)
const short = (records, bytes) => btoa(atob(records).slice(0, bytes))
for (const damaged of [
  packed.slice(0, -2),
  packed.replace('Lutèce', 'Lutece'),
  packed + packed,
  `${packed}${' '.repeat(1_000_000)}`,
  packed.split('\n')[0],
  '{"aiguillage": "board"\n{}\n',
  ...[
    (inside) => delete inside.board.tracks,
    (inside) => (inside.board.extra = 1),
    (inside) => (inside.board.tracks[0].colour = '"><script>'),
    (inside) => (inside.board.places[0].id = 'Nowhere <b>'),
    (inside) => (inside.board.tracks[0].a = 'nowhere'),
    (inside) => (inside.board.tracks[0].twin = 'nowhere'),
    (inside) => (inside.board.tracks[0].cost = '1'),
    (inside) => (inside.board.max_seats = 5),
    ...[[2, 6], [2, 2.5], [0, 0], [4, 2], [2, 1000]].map((seats) => (inside) => ([inside.board.min_seats, inside.board.max_seats] = inside.title.seats = seats)),
    (inside) => (inside.title.digest = '0123456789abcdef'),
    (inside) => (inside.title.weights.planner[0] = null),
    (inside) => (inside.records = short(inside.records, 100)),
    (inside) => (inside.records = btoa('x'.repeat(200_000))),
    (inside) => (inside.records = '%'),
    (inside) => (inside.text = null),
  ].map(forged),
])
  await assert.rejects(new House(drawer, away, new Boards()).readBoard(damaged, true), { code: 'pack_damaged' })
const older = (change) => `${pythonic({ ...head, ...change })}\n${JSON.stringify(content)}\n`
for (const change of [{ version: 2 }, { rules: 1 }])
  await assert.rejects(new House(drawer, outside, new Boards()).readBoard(older(change), false), { code: 'pack_version' })
// of another layout: without a server that is said, a server reads the file that is inside
const another = `${pythonic({ ...head, layout: 'another' })}\n${packed.split('\n')[1]}\n`
await assert.rejects(new House(drawer, away, new Boards()).readBoard(another, true), { code: 'pack_version' })
assert.equal((await new House(drawer, outside, new Boards()).readBoard(another, false)).text, own.text)

// ---- clocks: a bot decides, takes the seat, or the game ends; what was used is kept ----
const [evenly, later] = [performance.now.bind(performance), setTimeout]
const FAST = 100 // here time runs that much faster
performance.now = () => FAST * evenly()
globalThis.setTimeout = (work, milliseconds) => later(work, milliseconds / FAST)
const clocked = async (clock) => {
  const { table } = note(await house.create({ game: 'paris', seats: people, first: 0, options: { pace: 'instant', clock } }))
  const me = new Seat()
  await house.open(table.id, me.hear, true)
  return [table.id, me]
}
const [moved, mover] = await clocked({ kind: 'move', seconds: 10 })
assert.deepEqual(mover.hello.clock.running, [0, 1])
await mover.until(() => mover.views.get(0).by === 'clock' && mover.views.get(0).view.phase === 'turn')
assert.ok(mover.views.get(0).clock.left[0] <= 10_000)
const [bank, banker] = await clocked({ kind: 'bank', seconds: 60, increment: 10 })
await new Promise((wake) => setTimeout(wake, 4000))
for (const who of [0, 1]) await house.opened.receive({ type: 'action', seat: who, text: banker.views.get(who).view.legal[0].text, sequence: banker.sequence, id: 'c' })
const { left, running } = banker.views.get(0).clock
assert.ok(left[0] <= 70_000 - 3900, String(left))
assert.deepEqual(running, [0])
house.leave()
const again = new Seat()
await house.open(bank, again.hear, true)
assert.ok(again.hello.clock.left[0] <= 70_000 - 3900) // what was used before is not given back
const [seated, sitter] = await clocked({ kind: 'move', seconds: 10, at_zero: 'seat' })
await sitter.until(() => house.opened.saved.table.seats.every((one) => one.stand_in === 'normal'))
await house.opened.receive({ type: 'action', seat: 0, text: 'pass', sequence: sitter.sequence, id: 's' })
await sitter.until(() => sitter.last.code === 'stand_in' || sitter.last.code === 'wrong_turn' || sitter.last.code === 'stale')
assert.equal((await house.comeBack(seated, 0)).table.seats[0].stand_in, null)
const [ended, ender] = await clocked({ kind: 'move', seconds: 10, at_zero: 'end' })
await ender.until(() => ender.last.type === 'table' && ender.last.table.status === 'closed')
await house.open(ended, ender.hear, true)
assert.equal(ender.hello.table.status, 'closed')
performance.now = evenly
globalThis.setTimeout = later

// the strongest thinks as long as it may, with its network, and then plays
const faults = []
console.error = (error) => faults.push(error)
const { table: wise } = await house.create({ game: 'paris', seats: [{ kind: 'bot', bot: 'master' }, { kind: 'bot', bot: 'easy' }], options: { pace: 'instant' } })
const watcher = new Seat()
await house.open(wise.id, watcher.hear, true)
await watcher.until(() => watcher.views.get(null)?.view.decision > 4)
assert.equal(watcher.views.get(null).by, 'bot')
assert.deepEqual(faults, [])
// a game of older rules is left alone
drawer.kept.set('here-old', JSON.stringify({ ...(await drawer.get(wise.id)), id: 'here-old', rules: facts.rules - 1 }))
await assert.rejects(house.open('here-old', () => {}, true), { code: 'old_rules' })
assert.equal((await house.tables('finished')).filter(({ table }) => table.imported).length, process.argv.length - 4)
await house.close(table.id)
await assert.rejects(house.table(table.id), { code: 'no_table' })
house.leave()
process.stdout.write(JSON.stringify({ told, answers, brought }))
