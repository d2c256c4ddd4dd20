import { once } from 'node:events'
import { EnvironmentError } from '@opal/domain/environment/read-environment'
import { ListenError } from '@opal/runtime/listen-error'
import { databaseAdvice } from '@opal/store/driver/database-advice'
import { pino } from 'pino'
import { type IndexerConfig, readConfig } from './config.ts'
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
    const advice = error instanceof ListenError ? error.message : databaseAdvice(error)
    if (advice !== null) log.fatal(advice)
    else log.fatal({ err: error }, error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
