import { readConfig } from './config.ts'
import { start } from './start.ts'

const api = await start(readConfig())

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void api[Symbol.asyncDispose]()
  })
}
