import { type ConnectOptions, connect, type Store } from '../driver/connection.ts'
import { createTestDatabase, type TestDatabaseOptions } from './test-database.ts'

/**
 * Makes a database for one test file or one test, and connects to it. Disposing closes the connections and drops the database.
 * @param connection how to connect
 * @example await using store = await createTestStore()
 */
export async function createTestStore(
  options: TestDatabaseOptions = {},
  connection: Pick<ConnectOptions, 'maxConnections' | 'workload'> = {},
): Promise<Store> {
  const database = await createTestDatabase(options)
  const store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test', ...connection })
  return {
    ...store,
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
