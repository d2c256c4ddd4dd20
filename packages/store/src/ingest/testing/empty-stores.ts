import { afterAll, beforeAll } from 'vitest'
import { connect, type Database, type Store } from '../../driver/connection.ts'
import { openScratchDatabases } from '../../maintenance/inspect/scratch-databases.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { writeMarketplaces } from '../orders/write-marketplaces.ts'

export const NATIVE = { marketplace: 'opal', is_native: true }

/** Writes the native marketplace, which is active. */
export async function openNative(db: Database): Promise<void> {
  await writeMarketplaces(db, [{ ...NATIVE, status: 'active' }])
}

/** Creates a store of its own that holds the active native marketplace and nothing else. */
export async function createNativeStore(): Promise<Store> {
  const store = await createTestStore()
  await openNative(store.db)
  return store
}

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
      await openNative(store.db)
      await work(store)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
