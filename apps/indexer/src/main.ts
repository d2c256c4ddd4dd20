import { once } from 'node:events'
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { start } from './start.ts'

const config = readConfig()
const log = pino({ level: config.logLevel, name: 'indexer' })
const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

try {
  await using indexer = await start(config, log)
  await Promise.race([stop, indexer.ended])
} catch (error) {
  log.fatal({ err: error }, error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
