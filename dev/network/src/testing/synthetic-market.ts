import { readConfig } from '@opal/api/config'
import { start } from '@opal/api/start'
import { makeLargeStore } from '@opal/dev-seeds/large/make-large-store'
import { connect, type Store } from '@opal/store/driver/connection'
import { createTestDatabase } from '@opal/store/testing/test-database'

const END_MICROS = 1_790_000_000_000_000n

/** Members of a query; a list repeats its member, undefined leaves it out. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** Answer of a call that lists something. */
export interface Answer<Row> {
  readonly data: readonly Row[]
  readonly nextCursor: string | null
  readonly total?: number
}

/** A made-up market of 60 collections and 50 wallets in a store, and an API over it, whose clock stands at the market's end. */
export interface SyntheticMarket extends AsyncDisposable {
  readonly store: Store
  /** Asks a call. @param body makes it a POST. @throws Error for anything but 200 */
  ask<Result>(path: string, query?: Query, body?: object): Promise<Result>
  /** Reads a list to its end by cursors. @param size the member that says how many rows a page has, and its value */
  walk<Row>(path: string, query: Query, size: Query): Promise<readonly Row[]>
  /** Returns the wallets that hold most, most first. */
  largestWallets(count: number): Promise<readonly string[]>
}

/** Makes the market, and starts its API. */
export async function openSyntheticMarket(): Promise<SyntheticMarket> {
  await using stack = new AsyncDisposableStack()
  const { databaseUrl } = stack.use(await createTestDatabase())
  const options = { scale: 'tiny', seed: 'opal', endMicros: END_MICROS, mayOverwrite: false } as const
  await makeLargeStore({ databaseUrl, ...options, say: () => undefined })
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
  const api = stack.use(await start(readConfig(environment), { nowMicros: () => END_MICROS }))
  const owned = stack.move()
  const ask = <Result>(path: string, query: Query = {}, body?: object) =>
    askCall<Result>(new URL(path, api.url), query, body)
  return {
    store,
    ask,
    async walk<Row>(path: string, query: Query, size: Query) {
      const rows: Row[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Answer<Row> = await ask(path, { ...query, ...size, cursor })
        rows.push(...page.data)
        cursor = page.nextCursor
      }
      return rows
    },
    async largestWallets(count) {
      const held = 'select holder from market.token_holders group by 1 order by count(*) desc, holder limit $1'
      return (await store.pool.query<{ holder: string }>(held, [count])).rows.map(({ holder }) => holder)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function askCall<Result>(url: URL, query: Query, body: object | undefined): Promise<Result> {
  for (const [name, value] of Object.entries(query))
    for (const one of value === undefined ? [] : [value].flat()) url.searchParams.append(name, one)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, body && { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status} of ${url}: ${text}`)
  return JSON.parse(text)
}
