import { once } from 'node:events'
import { EnvironmentError } from '@opal/domain/environment/read-environment'
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
  const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  try {
    await using indexer = await start(config, log)
    await Promise.race([stop, indexer.ended])
  } catch (error) {
    const sentence = expectedEnd(error)
    if (sentence !== null) log.fatal(sentence)
    else log.fatal({ err: error }, error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
