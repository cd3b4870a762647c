// Plays games on the page's engine, in node and in a browser. `play(engine, files, games)`: the bundled engine, who reads the
// files of kernel, titles and networks by name, and a list of games. A game is {game, seats, first, look, seed or key,
// moves: [[seat, text, key]], names, asked: [{step, seat, bot, seed, playouts}], tried: [{step, seat, text}]}; its result has a
// digest of all that is told after each step, the record, whether that can be read again, what the bots (or `hint`) that were
// asked say, and the rules against what was tried and is not legal.

/** All that anybody is told after a step. */
async function told(game) {
  const readers = [null, ...Array.from({ length: game.start.seats }, (_, seat) => seat)]
  const { spectator, seats } = game.told.at(-1)
  const all = [
    readers.map((seat) => game.view(seat)),
    [spectator, ...seats],
    game.due,
    readers.slice(1).map((seat) => [game.canUndo(seat), game.log(seat)]),
  ]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(all)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function play({ Game, KernelMind, Players, readRecord, Title, writeRecord }, files, games) {
  const json = async (name) => JSON.parse(new TextDecoder().decode(await files(name)))
  const facts = await json('facts.json')
  const titles = {}
  async function titleOf(game) {
    const kernel = facts.titles[game].family === 'cards' ? 'card.wasm' : 'board.wasm'
    const [module, records, board] = [await WebAssembly.compile(await files(kernel)), await files(`${game}.bin`), await json(`${game}.json`)]
    titles[game] ??= new Title({ game, facts, module, records, board })
    return titles[game]
  }
  const results = []
  for (const wish of games) {
    const title = titles[wish.game] ?? (await titleOf(wish.game))
    const deal = wish.key === null ? { seed: BigInt(wish.seed) } : { key: wish.key }
    const game = new Game(title, { seats: wish.seats, first: wish.first, deal, look: wish.look })
    const mind = new KernelMind(title, () => files(`${wish.game}/net.npz`))
    const players = new Players(title, () => [mind], mind.net)
    const result = { steps: [await told(game)], choices: [], rules: [] }
    const ask = async (step) => {
      for (const { seat, bot, seed, playouts } of wish.asked.filter((one) => one.step === step)) {
        if (bot === 'hint') {
          const { why, ...hint } = await players.hint(game, seat, seed)
          result.choices.push(hint)
          continue
        }
        const { list, codes } = title.legal(game.position, seat)
        const seen = { observation: title.observe(game.position, seat), seat, seed }
        const code = await players.decide(bot, seen, { playouts })
        result.choices.push(list[codes.indexOf(code)]?.text ?? null)
      }
    }
    const attempt = (step) => {
      for (const { seat, text } of wish.tried.filter((one) => one.step === step)) {
        try {
          game.play(text, seat, null)
        } catch (error) {
          result.rules.push(error.rule)
        }
      }
    }
    await ask(0)
    attempt(0)
    for (const [step, [seat, text, key]] of wish.moves.entries()) {
      game.play(text, seat, key)
      result.steps.push(await told(game))
      await ask(step + 1)
      attempt(step + 1)
    }
    result.record = writeRecord(game, wish.names)
    result.again = writeRecord(readRecord(result.record, title), wish.names) === result.record
    results.push(result)
  }
  return results
}
