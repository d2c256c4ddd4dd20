import { afterAll, beforeAll } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import { openScratchDatabases } from '../../maintenance/inspect/scratch-databases.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { writeMarketplaces } from '../orders/write-marketplaces.ts'

export const NATIVE = { marketplace: 'opal', is_native: true }

/** Stores that hold the active native marketplace and nothing else. */
interface EmptyStores extends AsyncDisposable {
  /** Runs the work on a store of its own. */
  use(work: (store: Store) => Promise<void>): Promise<void>
}

/** Opens {@link EmptyStores} for the tests of a file. Called where the file begins. */
export function emptyStores(): Pick<EmptyStores, 'use'> {
  let stores: EmptyStores
  beforeAll(async () => {
    stores = await openEmptyStores()
  })
  afterAll(() => stores[Symbol.asyncDispose]())
  return { use: (work) => stores.use(work) }
}

async function openEmptyStores(): Promise<EmptyStores> {
  await using stack = new AsyncDisposableStack()
  const home = stack.use(await createTestDatabase())
  const databases = stack.use(await openScratchDatabases(home.databaseUrl))
  const owned = stack.move()
  return {
    async use(work) {
      await using database = await databases.create()
      await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
      await writeMarketplaces(store.db, [{ ...NATIVE, status: 'active' }])
      await work(store)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
