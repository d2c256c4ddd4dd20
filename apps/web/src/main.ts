import { EnvironmentError } from '@opal/domain/environment/read-environment'
import { ListenError } from '@opal/runtime/listen-error'
import { readConfig } from './config.ts'
import { start } from './start.ts'

try {
  const web = await start(readConfig())
  let stopping = false
  const stop = () => {
    // A second signal ends the program without draining.
    if (stopping) return void web[Symbol.asyncDispose]()
    stopping = true
    void web.drain().then(() => web[Symbol.asyncDispose]())
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
} catch (error) {
  const isExpected = error instanceof EnvironmentError || error instanceof ListenError
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`)
  process.exitCode = 1
}
