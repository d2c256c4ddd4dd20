import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Store } from '@opal/store/connect'
import { openScratchDatabases } from '@opal/store/inspect/scratch-databases'
import { startPostgres } from '@opal/store/server/postgres-server'

/** A PostgreSQL of its own, as safe against power failures as the real one: a commit waits for the disk. */
export interface BenchCluster extends AsyncDisposable {
  /** An empty database with every table. */
  createStore(): Promise<Store>
}

export async function startBenchCluster(): Promise<BenchCluster> {
  await using stack = new AsyncDisposableStack()
  const home = mkdtempSync(join(tmpdir(), 'opal-bench-'))
  stack.defer(() => rmSync(home, { recursive: true, force: true }))
  // mkdtemp closes the directory to everybody else, and as root PostgreSQL runs as nobody.
  chmodSync(home, 0o755)
  const server = stack.use(await startPostgres({ dataDir: join(home, 'data'), port: 0 }))
  const databases = stack.use(await openScratchDatabases(server.databaseUrl))
  const owned = stack.move()
  return {
    async createStore() {
      const { databaseUrl } = owned.use(await databases.create())
      return owned.use(connect({ connectionString: databaseUrl, applicationName: 'opal-bench', prepare: true }))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
