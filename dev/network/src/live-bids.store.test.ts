import { readConfig } from '@opal/api/config'
import { type RunningApi, start } from '@opal/api/start'
import { listBidsOfCollection, listUserBids } from '@opal/contract/bids'
import { type ApiClient, createApiClient } from '@opal/contract/client'
import { getBidPool } from '@opal/contract/trading/pools'
import { type Address, parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import { buildTokenSet, leafOf, type SetHash } from '@opal/domain/tokens/token-set'
import { connect, type Store } from '@opal/store/driver/connection'
import { applyBatch } from '@opal/store/ingest/apply-batch'
import { settleNextPool } from '@opal/store/ingest/stats/settle-bidders'
import { settleTime } from '@opal/store/ingest/stats/settle-time'
import { address, batchOf, eventBase, indexed, timeOf, token } from '@opal/store/ingest/testing/market-story'
import { collections } from '@opal/store/schema/tokens'
import { insertRows } from '@opal/store/testing/insert-rows'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { openLiveConnection } from '@opal/web/features/live/live-connection'
import { liveStatus } from '@opal/web/shared/realtime/live-bus'
import { removeDocument } from '@opal/web/testing/bare-document'
import { openFollowedBids } from '@opal/web/testing/followed-bids'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

let store: Store
let running: RunningApi
let api: ApiClient
/** An API that caches nothing: what is stored. */
let stored: ApiClient
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  const { databaseUrl } = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-test' }))
  const environment = {
    OPAL_NETWORK: 'local',
    LOG_LEVEL: 'silent',
    NODE_URL: 'http://127.0.0.1:1/v1',
    API_RATE_LIMIT: '1000000000',
    DATABASE_URL: databaseUrl,
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
  }
  running = stack.use(await start(readConfig(environment)))
  const uncached = { API_HOT_MS: '0', API_COLLECTION_MS: '0' }
  const other = stack.use(await start(readConfig({ ...environment, ...uncached })))
  api = createApiClient({ api: running.url })
  stored = createApiClient({ api: other.url })
})
afterAll(async () => {
  await stack.disposeAsync()
  removeDocument()
})

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      price: fc.bigInt(1n, 9n),
      wanted: fc.bigInt(1n, 3n),
      isOnSet: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), octas: fc.bigInt(0n, 30n) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'fill' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const PRICE = 100_000_000n
/** Octas by which bids of other wallets stay the best. */
const TOP = 50n * PRICE
let version = 0n
/** Bids of pools that were placed; each expires after those before it. */
let placed = 0n
/** Seconds: after the API's clock, which would hide what has expired by itself. */
const FIRST_EXPIRY = BigInt(Math.ceil(Date.now() / 1_000)) + 86_400n
const expiryOf = (nth: bigint) => FIRST_EXPIRY + nth
let markets = 0

/** A collection, and the bids of a wallet for its tokens. */
class Market {
  readonly bidder: Address
  readonly collectionId: Address
  readonly #root: SetHash
  readonly #open: {
    readonly id: Address
    readonly price: bigint
    readonly setRoot: SetHash | null
    wanted: bigint
  }[] = []
  #balance = 0n

  constructor() {
    markets += 1
    this.bidder = address(`f${markets.toString(16)}`)
    this.collectionId = address(`c${markets.toString(16)}`)
    this.#root = buildTokenSet([leafOf({ standard: 'v2', tokenDataId: address(`a${markets.toString(16)}`) })]).root
  }

  /** Describes the collection; another wallet's bid stays its best. */
  async open(): Promise<void> {
    const named = { collection_id: this.collectionId, creator_address: address('cc'), collection_name: 'Stories' }
    await insertRows(store, collections, [
      {
        ...named,
        description: '',
        uri: '',
        current_supply: 1n,
        max_supply: null,
        total_minted_v2: null,
        mutable_description: true,
        mutable_uri: true,
        table_handle_v1: null,
        token_standard: 'v2',
        collection_properties: null,
        last_transaction_version: 0n,
        last_transaction_timestamp: '2026-01-01 00:00:00',
      },
    ])
    version += 1n
    const terms = {
      buyer: address('0f'),
      offerId: address(`b${version.toString(16)}`),
      tokenAmount: 1n,
      expiresAtSeconds: 4_000_000_000n,
    }
    await applyBatch(
      store.db,
      batchOf([indexed(version, [{ ...this.#event(TOP), ...terms, kind: 'collection-offer-placed' }])]),
    )
  }

  async apply(done: Step): Promise<void> {
    version += 1n
    if (done.do === 'expire') {
      await settleTime(store.db, expiryOf(placed) * 1_000_000n)
    } else if (done.do === 'hold') {
      await this.#commit([], done.octas * PRICE)
    } else if (done.do === 'place') {
      await this.#place(done)
    } else await this.#end(done)
    while (await settleNextPool(store.db));
  }

  async #place({ price, wanted, isOnSet }: Extract<Step, { do: 'place' }>): Promise<void> {
    const setRoot = isOnSet ? this.#root : null
    const bid = { id: address(`b${version.toString(16)}`), price: price * PRICE, setRoot, wanted }
    this.#open.push(bid)
    placed += 1n
    const expiresAtSeconds = expiryOf(placed)
    const terms = { offerId: bid.id, buyer: this.bidder, tokenAmount: wanted, expiresAtSeconds, setRoot }
    await this.#commit([{ ...this.#event(bid.price), ...terms, kind: 'pool-offer-placed' }])
  }

  async #end({ do: how, nth }: Extract<Step, { nth: number }>): Promise<void> {
    const bid = this.#open[nth % Math.max(1, this.#open.length)]
    if (bid === undefined || bid.wanted === 0n) return
    const terms = { ...this.#event(bid.price), offerId: bid.id, buyer: this.bidder }
    if (how === 'cancel') {
      const remainingAmount = bid.wanted
      bid.wanted = 0n
      return this.#commit([{ ...terms, kind: 'pool-offer-cancelled', remainingAmount, setRoot: bid.setRoot }])
    }
    if (this.#balance < bid.price) return
    bid.wanted -= 1n
    const sold = {
      token: token(address(`a${version.toString(16)}`)),
      seller: address('5e'),
      remainingAmount: bid.wanted,
    }
    const split = { commissionOctas: 0n, royaltyOctas: 0n }
    await this.#commit([{ ...terms, ...sold, ...split, kind: 'pool-offer-filled' }], this.#balance - bid.price)
  }

  async #commit(market: Parameters<typeof indexed>[1], balanceOctas: bigint | null = null): Promise<void> {
    const transaction = indexed(version, market)
    if (balanceOctas === null) return applyBatch(store.db, batchOf([transaction])).then(() => undefined)
    this.#balance = balanceOctas
    const change = {
      marketplace: 'opal',
      version,
      eventIndex: 0,
      atMicros: timeOf(version),
      kind: 'deposit' as const,
      wallet: this.bidder,
      amountOctas: 1n,
      balanceOctas,
    }
    await applyBatch(store.db, batchOf([{ ...transaction, pools: [change] }]))
  }

  #event(octas: bigint) {
    const base = eventBase(version, 0, octas)
    return { ...base, collection: { ...base.collection, collectionId: this.collectionId } }
  }
}

async function readStored(collectionId: string, bidder: string) {
  const [ladder, made, pool] = await Promise.all([
    stored(listBidsOfCollection, { params: { id: collectionId }, query: { take: 100 } }),
    stored(listUserBids, { params: { wallet: bidder }, query: { take: 100, type: 'made' } }),
    stored(getBidPool, { params: { wallet: bidder } }),
  ])
  return {
    ladder: Object.fromEntries(ladder.data.map(({ price, size }) => [price, size])),
    fillable: Object.fromEntries(made.data.map(({ offerId, fillable }) => [offerId, fillable])),
    balance: pool.balance,
  }
}

// @feature bids.live, bid.pool-live, bid.pool-covered, shell.paced-refetch
test(
  'book, portfolio and pool show what is stored after whatever happens to a pool and its bids, without a reload',
  async () => {
    const seen = { levels: 0, fillable: new Set<string>() }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), fc.nat(8), async (steps, looksAt) => {
        const market = new Market()
        await market.open()
        const { collectionId, bidder } = market
        const page = openFollowedBids(api, collectionId, bidder)
        const disconnect = openLiveConnection(running.url, api, null)
        await expect.poll(() => liveStatus.get().state).toBe('live')
        for (const [at, done] of steps.entries()) {
          await market.apply(done)
          if (at !== looksAt && at !== steps.length - 1) continue
          const expected = await readStored(parseAddress(collectionId), bidder)
          await expect.poll(() => page.shown()).toEqual(expected)
          seen.levels = Math.max(seen.levels, Object.keys(expected.ladder).length)
          for (const items of Object.values(expected.fillable)) seen.fillable.add(items)
        }
        disconnect()
        page.close()
      }),
      { numRuns: runs(10) },
    )
    // The best bid of another wallet, and more than one of the bidder's.
    expect(seen.levels).toBeGreaterThan(2)
    expect(seen.fillable).toContain('0')
    expect(seen.fillable.size).toBeGreaterThan(2)
  },
  runs(120_000),
)
