import { readConfig } from '@opal/api/config'
import { type RunningApi, start } from '@opal/api/start'
import { type ApiClient, createApiClient } from '@opal/contract/client'
import { type LiveMessage, listLiveMessages } from '@opal/contract/live'
import { getReadiness } from '@opal/contract/network/health'
import { connect, type Store } from '@opal/store/driver/connection'
import { createTestDatabase } from '@opal/store/testing/test-database'

/** An API over a store that tests write as the indexer does. */
export interface StoreApi extends AsyncDisposable {
  readonly store: Store
  readonly running: RunningApi
  readonly call: ApiClient
  /** Starts another API over the same store. It ends with this one. */
  callWith(environment: Readonly<Record<string, string>>): Promise<ApiClient>
}

/** Starts one over an empty store. */
export async function createStoreApi(): Promise<StoreApi> {
  await using stack = new AsyncDisposableStack()
  const { databaseUrl } = stack.use(await createTestDatabase())
  const store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-test' }))
  const environment = {
    OPAL_NETWORK: 'local',
    LOG_LEVEL: 'silent',
    NODE_URL: 'http://127.0.0.1:1/v1',
    API_RATE_LIMIT: '1000000000',
    DATABASE_URL: databaseUrl,
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
  }
  const running = stack.use(await start(readConfig(environment)))
  const owned = stack.move()
  return {
    store,
    running,
    call: createApiClient({ api: running.url }),
    async callWith(changes) {
      const other = owned.use(await start(readConfig({ ...environment, ...changes })))
      return createApiClient({ api: other.url })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Id before every live message. */
export const FIRST_ID = '0'

/** Returns live messages after an id, once the API has read everything that is written. */
export async function messagesAfter(api: ApiClient, id: string): Promise<readonly LiveMessage[]> {
  await api(getReadiness, {})
  const messages: LiveMessage[] = []
  for (let after = id; ; after = messages.at(-1)?.id ?? after) {
    const { data } = await api(listLiveMessages, { query: { id: after, take: 500 } })
    messages.push(...data)
    if (data.length === 0) return messages
  }
}
