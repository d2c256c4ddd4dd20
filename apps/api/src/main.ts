import { once } from 'node:events'
import { ConfigError, readConfig } from './config.ts'
import { ListenError } from './http/listen.ts'
import { start } from './start.ts'

// Heard from the first moment on: a signal that comes while we start must not kill us half-way.
const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

try {
  await using _api = await start(readConfig())
  await stop
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof ListenError
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}
