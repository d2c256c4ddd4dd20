import { readConfig } from './config.ts'
import { start } from './start.ts'

/** The localnet with its demo market, pictures, dev wallet and live story, as one program. */
async function main(): Promise<void> {
  const network = await start(readConfig())
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await network[Symbol.asyncDispose]()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
