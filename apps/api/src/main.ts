import { once } from 'node:events'
import { ConfigError, readConfig } from './config.ts'
import { ListenError } from './http/listen.ts'
import { start } from './start.ts'

// Registered first: a signal during the start must end it in order.
const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

try {
  await using _api = await start(readConfig())
  await stop
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof ListenError
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}
