// Reads records on the page's engine: `node local_records.mjs ENGINE ASSETS` takes a list of {game, record} on standard input,
// and says of each why it is refused, or null.
import { readFileSync } from 'node:fs'
import { engine, partsOf } from './local_parts.mjs'

const results = JSON.parse(readFileSync(0, 'utf8')).map(({ game, record }) => {
  try {
    engine.readRecord(record, new engine.Title(partsOf(game)))
    return null
  } catch (error) {
    return `${error.code ?? error.name}: ${error.message}`
  }
})
process.stdout.write(JSON.stringify(results))
