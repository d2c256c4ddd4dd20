import { connect, type Store } from '@opal/store/driver/connection'
import { startScratchPostgres } from '../scratch-postgres.ts'

/** A PostgreSQL of its own, as safe against power failures as the real one: a commit waits for the disk. */
export interface BenchCluster extends AsyncDisposable {
  /** Returns an empty database with every table. */
  createStore(): Promise<Store>
}

/** Starts one; its databases go with it. */
export async function startBenchCluster(): Promise<BenchCluster> {
  await using stack = new AsyncDisposableStack()
  const databases = await startScratchPostgres(stack)
  const owned = stack.move()
  return {
    async createStore() {
      const { databaseUrl } = owned.use(await databases.create())
      return owned.use(connect({ connectionString: databaseUrl, applicationName: 'opal-bench', workload: 'writer' }))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
