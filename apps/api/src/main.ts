import { once } from 'node:events'
import { ServerSettingError } from '@opal/store/driver/server-checks'
import { ConfigError, readConfig } from './config.ts'
import { ListenError } from './http/listen.ts'
import { start } from './start.ts'

// Registered first: a signal during the start must end it in order.
const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

try {
  await using api = await start(readConfig())
  await Promise.race([stop, api.failed])
  // A second signal ends it as it is.
  await Promise.race([api.drain(), once(process, 'SIGINT'), once(process, 'SIGTERM')])
} catch (error) {
  const isExpected = [ConfigError, ListenError, ServerSettingError].some((kind) => error instanceof kind)
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  process.stderr.write(`${isExpected ? message : stack}\n`)
  process.exitCode = 1
}
