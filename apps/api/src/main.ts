import { once } from 'node:events'
import { EnvironmentError } from '@opal/domain/environment/read-environment'
import { ListenError } from '@opal/runtime/listen-error'
import { ServerSettingError } from '@opal/store/driver/server-checks'
import { readConfig } from './config.ts'

// Registered first: a signal during the start must end it in order.
const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

try {
  const config = readConfig()
  // Loaded after the configuration is checked: a library of GraphQL prints advice of its own when it loads.
  const { start } = await import('./start.ts')
  await using api = await start(config)
  await Promise.race([stop, api.failed])
  // A second signal ends the program without draining.
  await Promise.race([api.drain(), once(process, 'SIGINT'), once(process, 'SIGTERM')])
} catch (error) {
  const isExpected = [EnvironmentError, ListenError, ServerSettingError].some((kind) => error instanceof kind)
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  process.stderr.write(`${isExpected ? message : stack}\n`)
  process.exitCode = 1
}
