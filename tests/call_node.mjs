// Calls one entry of a kernel's file in node, once for each list of arguments on standard input (as JSON), and writes the
// results. An argument is a number, or {bytes (base64), shape} for what lies in memory; the first list has all of them,
// later ones only those that change: null stands for the same as before.
import { readFileSync } from 'node:fs'

const [folder, name] = process.argv.slice(2)
const entry = JSON.parse(readFileSync(`${folder}/kernel.json`, 'utf8')).entries[name]
const kernel = (await WebAssembly.instantiate(readFileSync(`${folder}/${entry.files[0]}.wasm`), {})).instance.exports
let end = kernel.__heap_base.value
function place(size) {
  const start = end
  end = (end + size + 63) & ~63
  const missing = end - kernel.memory.buffer.byteLength
  if (missing > 0) kernel.memory.grow((missing + 65535) >> 16)
  return start
}

const values = []
const results = []
for (const call of JSON.parse(readFileSync(0, 'utf8'))) {
  call.forEach((argument, number) => {
    if (argument === null) return
    const { type } = entry.parameters[number]
    if (typeof argument === 'number') {
      values[number] = [type === 'i64' ? BigInt(argument) : argument]
      return
    }
    const bytes = Buffer.from(argument.bytes, 'base64')
    const at = values[number]?.[0] ?? place(bytes.length)
    new Uint8Array(kernel.memory.buffer).set(bytes, at)
    values[number] = [at, ...argument.shape]
  })
  results.push(kernel[name](...values.flat()))
}
process.stdout.write(JSON.stringify(results))
