// Who is told by a coach at tables of a device: `node local_coached.mjs ENGINE ASSETS` plays badly at tables with and without
// a second person, all of them with a coach, and gives for each how many words were said, and of which seats.
import { engine, facts, fixChance, partsOf } from './local_parts.mjs'

const { House, KernelMind, Title } = engine
fixChance()
const kept = new Map()
const drawer = {
  get: async (id) => structuredClone(kept.get(id) ?? null),
  keep: async (saved) => (kept.set(saved.id, structuredClone(saved)), true),
  isLost: () => false,
}
const minds = new Map()
const outside = {
  facts: async () => facts,
  parts: async (game) => partsOf(game),
  minds: (parts) => minds.get(parts) ?? minds.set(parts, [new KernelMind(new Title(parts))]).get(parts),
  hold: async () => () => {},
}
const house = new House(drawer, outside)
const [me, friend, bot] = [{ kind: 'me', name: 'Ada' }, { kind: 'hotseat', name: 'Bo' }, { kind: 'bot', bot: 'easy' }]

const results = []
for (const seats of [[me, bot], [me, friend], [me, friend, bot], [bot, bot]]) {
  const { table } = await house.create({ game: 'paris', seats, options: { pace: 'instant', coach: true } })
  const [views, said] = [new Map(), []]
  let sequence = 0
  const hear = (message) => {
    sequence = Math.max(sequence, message.sequence ?? 0)
    if (message.type === 'view') views.set(message.seat, message.view)
    if (message.type === 'coach') said.push(message)
  }
  await house.open(table.id, hear, true)
  // whatever is last in the list, mostly routes that help no ticket
  for (let turn = 0; turn < 40; turn++) {
    await new Promise((done) => setTimeout(done, 5))
    const due = [...views.entries()].find(([seat, view]) => seat !== null && view.legal.length)
    if (due) await house.opened.receive({ type: 'action', id: 'm', seat: due[0], sequence, text: due[1].legal.at(-1).text })
  }
  const until = performance.now() + 60_000
  while (seats[1] === bot && seats[0] === me && !said.length && performance.now() < until) await new Promise((done) => setTimeout(done, 50))
  results.push({ seats: seats.length, told: said.map(({ seat, played, text }) => ({ seat, played, text })) })
}
house.leave()
process.stdout.write(JSON.stringify(results))
