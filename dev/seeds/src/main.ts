import { describeFault } from '@opal/dev-chain/describe-fault'
import { readConfig } from './config.ts'
import { start } from './start.ts'

/**
 * The localnet with its demo market, images, dev wallet and live story, as one program. Runs until a signal ends it,
 * also while it makes the market: that is taken up again by the next start.
 */
async function main(): Promise<void> {
  const ending = Promise.withResolvers<void>()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping.abort()
      ending.resolve()
    })
  }
  try {
    await using _network = await start(readConfig(), { signal: stopping.signal, onFault: ending.reject })
    await ending.promise
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFault(error)}\n`)
  process.exitCode = 1
})
