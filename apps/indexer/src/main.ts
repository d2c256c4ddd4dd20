import { EnvironmentError } from '@opal/domain/environment/read-environment'
import { errorMessage } from '@opal/domain/errors'
import { pino } from 'pino'
import { type IndexerConfig, readConfig } from './config.ts'
import { expectedEnd } from './expected-end.ts'
import { start } from './start.ts'

try {
  await run(readConfig())
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run(config: IndexerConfig): Promise<void> {
  const log = pino({ level: config.logLevel, name: 'indexer' })
  const { signal, asked } = whenAskedToEnd()
  try {
    await using indexer = await start(config, log, signal)
    await Promise.race([asked, indexer.ended])
  } catch (error) {
    if (signal.aborted && error === signal.reason)
      return log.info('ended during a migration, which the next start completes')
    const sentence = expectedEnd(error)
    if (sentence !== null) log.fatal(sentence)
    else log.fatal({ err: error }, errorMessage(error))
    process.exitCode = 1
  }
}

/** Notices the first SIGINT or SIGTERM. A second one of a kind ends the program as it is. */
function whenAskedToEnd(): { readonly signal: AbortSignal; readonly asked: Promise<void> } {
  const ending = new AbortController()
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      ending.abort()
      resolve()
    })
  return { signal: ending.signal, asked }
}
