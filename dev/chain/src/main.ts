import { readConfig } from './config.ts'
import { start } from './start.ts'

/** The localnet as a program of its own, empty but for genesis. */
async function main(): Promise<void> {
  const localnet = await start(readConfig())
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await localnet[Symbol.asyncDispose]()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
