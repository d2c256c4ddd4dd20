import { readConfig } from './config.ts'
import { describeFault } from './describe-fault.ts'
import { start } from './start.ts'
import { USAGE } from './usage.ts'

/** The localnet as a program of its own, with nothing but genesis. Runs until a signal ends it, also while it starts. */
async function main(): Promise<void> {
  const ending = Promise.withResolvers<void>()
  process.on('SIGINT', () => ending.resolve())
  process.on('SIGTERM', () => ending.resolve())
  await using _localnet = await start(readConfig(), { onFault: ending.reject })
  await ending.promise
}

if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) process.stdout.write(USAGE)
else
  main().catch((error: unknown) => {
    process.stderr.write(`${describeFault(error)}\n`)
    process.exitCode = 1
  })
