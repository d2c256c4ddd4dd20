import { readConfig } from '@opal/api/config'
import { type RunningApi, start } from '@opal/api/start'
import {
  anyListing,
  anyTokens,
  numberedId,
  type ReferenceToken,
  referenceItems,
} from '@opal/api/testing/reference-items'
import { writeReferenceItems } from '@opal/api/testing/write-reference-items'
import { type ApiClient, createApiClient } from '@opal/contract/client'
import { type LiveMessage, listLiveMessages } from '@opal/contract/live'
import { getReadiness } from '@opal/contract/network/health'
import { runs } from '@opal/domain/testing/effort/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect, type Store } from '@opal/store/driver/connection'
import { refreshNextRarity } from '@opal/store/projections/rarity/worker'
import { activities } from '@opal/store/schema/history'
import { appendChanges } from '@opal/store/testing/append-changes'
import { insertRows } from '@opal/store/testing/insert-rows'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import { fetchItems } from '@opal/web/features/token-grid/fetch-items'
import { viewFilter } from '@opal/web/features/token-grid/view-filter'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyView, openLivePage } from './testing/live-page.ts'

const MARKETPLACES = contractsOf('local').flatMap(({ adapter, contracts }) =>
  contracts.status === 'active' ? adapter.id : [],
)
const SELLERS = [numberedId(0xa)]

let running: RunningApi
let store: Store
let api: ApiClient
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  const { databaseUrl } = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-test' }))
  const quiet = {
    OPAL_NETWORK: 'local',
    LOG_LEVEL: 'silent',
    NODE_URL: 'http://127.0.0.1:1/v1',
    API_RATE_LIMIT: '1000000000',
  }
  running = stack.use(
    await start(readConfig({ DATABASE_URL: databaseUrl, API_PORT: '0', CHAIN_GRAPHQL_PORT: '0', ...quiet })),
  )
  api = createApiClient({ api: running.url })
})
afterAll(() => stack.disposeAsync())

const at = fc.nat(12)
const step = fc.oneof(
  fc.record({ kind: fc.constant('list' as const), at, listing: anyListing(MARKETPLACES, SELLERS) }),
  fc.record({ kind: fc.constant('price' as const), at, octas: fc.bigInt(1n, 4n) }),
  fc.record({ kind: fc.constant('delist' as const), at }),
  fc.record({ kind: fc.constant('sell' as const), at, when: fc.bigInt(1n, 6n) }),
  fc.record({ kind: fc.constant('describe' as const), at, like: anyTokens(MARKETPLACES, SELLERS) }),
  fc.record({ kind: fc.constant('mint' as const), like: anyTokens(MARKETPLACES, SELLERS) }),
  fc.record({ kind: fc.constant('reconnect' as const), isCut: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

let version = 1_000n
let markets = 0
/** Before every message. */
const FIRST_ID = '0'

/** One collection of the store, changed as the indexer and its workers change it. */
class Market {
  readonly collectionId: string
  tokens: readonly ReferenceToken[]
  constructor(tokens: readonly ReferenceToken[]) {
    markets += 1
    const first = markets * 1_000
    this.collectionId = numberedId(0xc0_0000 + markets)
    this.tokens = tokens.map((token, nth) => ({
      ...token,
      tokenDataId: numberedId(first + nth),
      // A token has one listing: a marketplace holds what it sells.
      listings: token.listings
        .slice(0, 1)
        .map((listing) => ({ ...listing, listingId: numberedId(first * 1_000 + nth) })),
    }))
  }

  async write(hasListItems: boolean): Promise<void> {
    await writeReferenceItems(store, this.collectionId, this.tokens)
    if (hasListItems) await writeQueuedListItems(store)
  }

  /** Runs the ranking worker, and takes over its ranks. */
  async rank(): Promise<void> {
    await store.pool.query('insert into market.rarity_queue (collection_id) values ($1)', [this.collectionId])
    while ((await refreshNextRarity(store.db)) !== null);
    const { rows } = await store.pool.query<{ token_data_id: string; rank: number }>(
      'select token_data_id, rank from market.token_rarity where collection_id = $1',
      [this.collectionId],
    )
    const ranks = new Map(rows.map((row) => [row.token_data_id, row.rank]))
    this.tokens = this.tokens.map((token) => ({ ...token, rank: ranks.get(token.tokenDataId) ?? null }))
  }

  /** Adds an activity of a token to the store and the change feed. */
  async emitActivity(kind: string, tokenDataId: string): Promise<void> {
    version += 1n
    const activity = {
      version,
      event_index: 1,
      kind,
      marketplace: 'opal',
      collection_id: this.collectionId,
      token_data_id: tokenDataId,
    }
    const rest = {
      from_address: SELLERS[0] ?? null,
      to_address: null,
      price_octas: null,
      amount: null,
      order_id: null,
      transaction_hash: null,
    }
    await insertRows(store, activities, [{ ...activity, ...rest, at_micros: version }])
    await appendChanges(store, [
      { version, at_micros: version, collection_id: this.collectionId, kind: 'activity', payload: { index: 1, kind } },
    ])
  }

  async apply(done: Exclude<Step, { kind: 'reconnect' }>, hasListItems: boolean): Promise<void> {
    const token = 'at' in done ? this.tokens[done.at % Math.max(1, this.tokens.length)] : undefined
    const change = (changed: Partial<ReferenceToken>) => {
      this.tokens = this.tokens.map((one) => (one === token ? { ...one, ...changed } : one))
    }
    if (done.kind === 'mint' || done.kind === 'describe') {
      const { name = 'Stone', traits = [] } = done.like[0] ?? {}
      const minted = numberedId(markets * 1_000 + 500 + this.tokens.length)
      if (done.kind === 'describe') change({ name, traits })
      else
        this.tokens = [
          ...this.tokens,
          { tokenDataId: minted, name, traits, rank: null, listings: [], soldAtMicros: null },
        ]
      await this.write(hasListItems)
      if (done.kind === 'mint') await this.emitActivity('mint', minted)
      return this.rank()
    }
    if (token === undefined) return
    const [listing] = token.listings
    if (done.kind === 'list')
      change({
        listings: [{ ...done.listing, listingId: listing?.listingId ?? numberedId(Number(version) + 9_000_000) }],
      })
    if (done.kind === 'price' && listing !== undefined) change({ listings: [{ ...listing, priceOctas: done.octas }] })
    if (done.kind === 'delist') change({ listings: [] })
    if (done.kind === 'sell') change({ listings: [], soldAtMicros: done.when })
    await this.write(hasListItems)
    await this.emitActivity(
      done.kind === 'sell' ? 'sale' : done.kind === 'delist' ? 'delist' : 'list',
      token.tokenDataId,
    )
  }
}

/** Returns live messages after an id, once the API has read everything that is written. */
async function messagesAfter(id: string) {
  await api(getReadiness, {})
  const messages: LiveMessage[] = []
  for (let after = id; ; after = messages.at(-1)?.id ?? after) {
    const { data } = await api(listLiveMessages, { query: { id: after, take: 500 } })
    messages.push(...data)
    if (data.length === 0) return messages
  }
}

// @feature items.live-filtered, items.live-insert, items.live-remove, items.filters-agree
test(
  'API responses and live page match the store, under any filter and sort order',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTokens(MARKETPLACES, SELLERS),
        anyView(MARKETPLACES),
        fc.array(step, { maxLength: 8 }),
        fc.boolean(),
        async (tokens, view, steps, hasListItems) => {
          const market = new Market(tokens)
          await market.write(hasListItems)
          await market.rank()
          let lastId = (await messagesAfter(FIRST_ID)).at(-1)?.id ?? FIRST_ID
          const page = await openLivePage(api, market.collectionId, view)
          let isCut = false
          const receive = async () => {
            const messages = await messagesAfter(lastId)
            lastId = messages.at(-1)?.id ?? lastId
            await page.receive(messages.filter(({ collectionId }) => collectionId === market.collectionId))
          }
          for (const done of steps) {
            if (done.kind === 'reconnect') isCut = done.isCut
            else await market.apply(done, hasListItems)
            if (!isCut) await receive()
          }
          await receive()
          await page.expectFresh()
          const fresh = await fetchItems(api, market.collectionId, view, null)
          const expected = referenceItems(market.tokens, viewFilter(view), view.sort)
          expect(fresh.data.map(({ tokenDataId }) => tokenDataId)).toEqual(
            expected.map(({ tokenDataId }) => tokenDataId),
          )
        },
      ),
      { numRuns: runs(10, 250) },
    )
  },
  runs(120_000),
)
