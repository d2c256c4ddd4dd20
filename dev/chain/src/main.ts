import { readConfig } from './config.ts'
import { describeFault } from './describe-fault.ts'
import { type Localnet, start } from './start.ts'

/** The localnet as a program of its own, empty but for genesis. */
async function main(): Promise<void> {
  let running: Localnet | null = null
  const stop = async () => {
    const ending = running
    running = null
    await ending?.[Symbol.asyncDispose]()
  }
  const onFault = (error: unknown) => {
    end(error)
    // Not at once: the first block is made before start() has returned.
    setImmediate(stop)
  }
  running = await start(readConfig(), { onFault })
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function end(error: unknown): void {
  process.stderr.write(`${describeFault(error)}\n`)
  process.exitCode = 1
}

main().catch(end)
