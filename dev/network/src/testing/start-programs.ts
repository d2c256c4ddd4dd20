import { readConfig as readApiConfig } from '@opal/api/config'
import { type RunningApi, start as startApi } from '@opal/api/start'
import type { Localnet } from '@opal/dev-chain/start'
import { readConfig as readIndexerConfig } from '@opal/indexer/config'
import { start as startIndexer } from '@opal/indexer/start'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { settle } from '../settle.ts'

/** An indexer and an API over a localnet, with a store of their own. */
export interface Programs extends AsyncDisposable {
  readonly api: RunningApi
  /** Environment of both programs. */
  readonly environment: Readonly<Record<string, string>>
  /** Waits until the API answers of all that the chain has now. */
  settled(): Promise<void>
}

/** Starts both. They do not wait until the past is indexed: `settled` does. @param more beside addresses and ports */
export async function startPrograms(
  localnet: Localnet,
  more: Readonly<Record<string, string>> = {},
): Promise<Programs> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const environment = {
    LOG_LEVEL: 'fatal',
    HOST: '127.0.0.1',
    OPAL_NETWORK: 'local',
    DATABASE_URL: database.databaseUrl,
    NODE_URL: localnet.nodeUrl,
    STREAM_ADDRESS: localnet.streamAddress,
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
    ...more,
  }
  stack.use(await startIndexer(readIndexerConfig(environment)))
  const api = stack.use(await startApi(readApiConfig({ ...environment, DATABASE_URL: database.apiDatabaseUrl })))
  const owned = stack.move()
  return {
    api,
    environment,
    settled: () => settle(localnet, api.url),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
