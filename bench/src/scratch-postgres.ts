import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openScratchDatabases, type ScratchDatabases } from '@opal/store/inspect/scratch-databases'
import { startPostgres } from '@opal/store/server/postgres-server'

/** Starts a PostgreSQL of its own, which goes with the stack. */
export async function startScratchPostgres(stack: AsyncDisposableStack): Promise<ScratchDatabases> {
  const home = mkdtempSync(join(tmpdir(), 'opal-bench-'))
  stack.defer(() => rmSync(home, { recursive: true, force: true }))
  // mkdtemp closes the directory to everybody else, and as root PostgreSQL runs as nobody.
  chmodSync(home, 0o755)
  const server = stack.use(await startPostgres({ dataDir: join(home, 'data'), port: 0 }))
  return stack.use(await openScratchDatabases(server.databaseUrl))
}
