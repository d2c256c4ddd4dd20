import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@opal/store/embedded/postgres-server'
import { openScratchDatabases, type ScratchDatabases } from '@opal/store/maintenance/inspect/scratch-databases'

/** Time in which PostgreSQL's processes end. */
const SHUTDOWN_MS = 500

/** Starts a PostgreSQL that ends with the stack, also when a signal ends the run. */
export async function startScratchPostgres(stack: AsyncDisposableStack): Promise<ScratchDatabases> {
  const home = mkdtempSync(join(tmpdir(), 'opal-bench-'))
  const remove = () => rmSync(home, { recursive: true, force: true })
  stack.defer(remove)
  // mkdtemp closes the directory to everyone else, and as root PostgreSQL runs as nobody.
  chmodSync(home, 0o755)
  const server = stack.use(await startPostgres({ dataDir: join(home, 'data'), port: 0 }))
  stack.use(
    atExit(() => {
      // An immediate shutdown: the data is not read again.
      process.kill(server.pid, 'SIGQUIT')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SHUTDOWN_MS)
      remove()
    }),
  )
  return stack.use(await openScratchDatabases(server.databaseUrl))
}

/** Runs `work` when the process ends before this is disposed, by a signal or otherwise. It must be synchronous. */
function atExit(work: () => void): Disposable {
  const exit = () => process.exit(1)
  process.on('exit', work).on('SIGINT', exit).on('SIGTERM', exit)
  return { [Symbol.dispose]: () => void process.off('exit', work).off('SIGINT', exit).off('SIGTERM', exit) }
}
