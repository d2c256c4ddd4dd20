import { readConfig as readApiConfig } from '@opal/api/config'
import { type RunningApi, start as startApi } from '@opal/api/start'
import type { Localnet } from '@opal/dev-chain/start'
import { readConfig as readIndexerConfig } from '@opal/indexer/config'
import { start as startIndexer } from '@opal/indexer/start'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { localEnvironment } from '../local-environment.ts'
import { settle } from '../settle.ts'

/** An indexer and an API over a localnet, with a store of their own. */
export interface Programs extends AsyncDisposable {
  readonly api: RunningApi
  /** The store, as its owner. */
  readonly databaseUrl: string
  /** Environment of the API. */
  readonly apiEnvironment: Readonly<Record<string, string>>
  /** Waits until the API serves everything that the chain holds now. */
  settled(): Promise<void>
}

/** Starts both, without waiting until the past is indexed: see `settled`. @param more variables in addition to addresses and ports */
export async function startPrograms(
  localnet: Localnet,
  more: Readonly<Record<string, string>> = {},
): Promise<Programs> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const environment = { ...localEnvironment(localnet, database.databaseUrl), API_PORT: '0', ...more }
  const apiEnvironment = { ...environment, DATABASE_URL: database.apiDatabaseUrl }
  stack.use(await startIndexer(readIndexerConfig(environment)))
  const api = stack.use(await startApi(readApiConfig(apiEnvironment)))
  const owned = stack.move()
  return {
    api,
    databaseUrl: database.databaseUrl,
    apiEnvironment,
    settled: () => settle(localnet, api.url),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
