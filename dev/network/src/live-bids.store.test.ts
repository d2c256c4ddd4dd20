import { listBidsOfCollection, listUserBids } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import { getBidPool } from '@opal/contract/trading/pools'
import type { Address } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import { buildTokenSet, leafOf, type SetHash } from '@opal/domain/tokens/token-set'
import { applyBatch } from '@opal/store/ingest/apply-batch'
import { settleNextPool } from '@opal/store/ingest/stats/settle-bidders'
import { settleTime } from '@opal/store/ingest/stats/settle-time'
import {
  address,
  batchOf,
  described,
  eventBase,
  indexed,
  passes,
  timeOf,
  token,
} from '@opal/store/ingest/testing/market-story'
import { collections } from '@opal/store/schema/tokens'
import { insertRows } from '@opal/store/testing/insert-rows'
import { fetchExit } from '@opal/web/features/bids/fetch-bids'
import { openLiveConnection } from '@opal/web/features/live/live-connection'
import { liveStatus } from '@opal/web/shared/realtime/live-bus'
import { removeDocument } from '@opal/web/testing/bare-document'
import { openFollowedBids, shownExit } from '@opal/web/testing/followed-bids'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStoreApi, type StoreApi } from './testing/store-api.ts'

let api: StoreApi
/** An API that caches nothing: what is stored. */
let stored: ApiClient
beforeAll(async () => {
  api = await createStoreApi()
  stored = await api.callWith({ API_HOT_MS: '0', API_COLLECTION_MS: '0' })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  removeDocument()
})

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      price: fc.bigInt(1n, 9n),
      wanted: fc.bigInt(1n, 3n),
      on: fc.constantFrom('collection' as const, 'set' as const, 'item' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), octas: fc.bigInt(0n, 30n) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'fill' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A bid on an item that is canceled again: nothing else changes. */
const BID_ON_ITEM: Step[] = [
  { do: 'place', price: 9n, wanted: 1n, on: 'item' },
  { do: 'cancel', nth: 0 },
]

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

/** A collection, an item of it that a wallet holds, and the bids of another one for its items. */
class Market {
  readonly bidder: Address
  readonly holder: Address
  readonly #item: Address
  readonly collectionId: Address
  readonly #root: SetHash
  readonly #open: {
    readonly id: Address
    readonly price: bigint
    readonly setRoot: SetHash | null
    readonly isOnItem: boolean
    wanted: bigint
  }[] = []
  #balance = 0n

  constructor() {
    markets += 1
    this.bidder = address(`f${markets.toString(16)}`)
    this.holder = address(`9${markets.toString(16)}`)
    this.#item = address(`d${markets.toString(16)}`)
    this.collectionId = address(`c${markets.toString(16)}`)
    this.#root = buildTokenSet([leafOf({ standard: 'v2', tokenDataId: address(`a${markets.toString(16)}`) })]).root
  }

  /** Describes the collection and its item; another wallet's bid stays the best on the collection. */
  async open(): Promise<void> {
    const named = { collection_id: this.collectionId, creator_address: address('cc'), collection_name: 'Stories' }
    await insertRows(api.store, collections, [
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
      api.store.db,
      batchOf([
        indexed(version, [{ ...this.#event(TOP), ...terms, kind: 'collection-offer-placed' }], {
          tokenDatas: [{ ...described(this.#item), collectionId: this.collectionId }],
          ownerships: passes(this.#item, null, this.holder),
        }),
      ]),
    )
  }

  async apply(done: Step): Promise<void> {
    version += 1n
    if (done.do === 'expire') {
      await settleTime(api.store.db, expiryOf(placed) * 1_000_000n)
    } else if (done.do === 'hold') {
      await this.#commit([], done.octas * PRICE)
    } else if (done.do === 'place') {
      await this.#place(done)
    } else await this.#end(done)
    while (await settleNextPool(api.store.db));
  }

  async #place({ price, wanted, on }: Extract<Step, { do: 'place' }>): Promise<void> {
    const setRoot = on === 'set' ? this.#root : null
    const id = address(`b${version.toString(16)}`)
    const isOnItem = on === 'item'
    // On both sides of what the item could be sold for anyway.
    const octas = isOnItem ? TOP + (price - 5n) * PRICE : price * PRICE
    const bid = { id, price: octas, setRoot, isOnItem, wanted: isOnItem ? 1n : wanted }
    this.#open.push(bid)
    placed += 1n
    const expiresAtSeconds = expiryOf(placed)
    if (isOnItem) {
      const offer = { offerId: id, buyer: this.bidder, expiresAtSeconds, token: token(this.#item) }
      return this.#commit([{ ...this.#event(octas), ...offer, kind: 'token-offer-placed' }])
    }
    const terms = { offerId: bid.id, buyer: this.bidder, tokenAmount: wanted, expiresAtSeconds, setRoot }
    await this.#commit([{ ...this.#event(bid.price), ...terms, kind: 'pool-offer-placed' }])
  }

  async #end({ do: how, nth }: Extract<Step, { nth: number }>): Promise<void> {
    const bid = this.#open[nth % Math.max(1, this.#open.length)]
    if (bid === undefined || bid.wanted === 0n) return
    const terms = { ...this.#event(bid.price), offerId: bid.id, buyer: this.bidder }
    const split = { commissionOctas: 0n, royaltyOctas: 0n }
    if (bid.isOnItem) {
      bid.wanted = 0n
      const offer = { ...terms, token: token(this.#item) }
      if (how === 'cancel') return this.#commit([{ ...offer, kind: 'token-offer-cancelled' }])
      return this.#commit([{ ...offer, ...split, seller: this.holder, kind: 'token-offer-filled' }])
    }
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
    await this.#commit([{ ...terms, ...sold, ...split, kind: 'pool-offer-filled' }], this.#balance - bid.price)
  }

  async #commit(market: Parameters<typeof indexed>[1], balanceOctas: bigint | null = null): Promise<void> {
    const transaction = indexed(version, market)
    if (balanceOctas === null) return applyBatch(api.store.db, batchOf([transaction])).then(() => undefined)
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
    await applyBatch(api.store.db, batchOf([{ ...transaction, pools: [change] }]))
  }

  #event(octas: bigint) {
    const base = eventBase(version, 0, octas)
    return { ...base, collection: { ...base.collection, collectionId: this.collectionId } }
  }
}

async function readStored({ collectionId, bidder, holder }: Market) {
  const [ladder, made, pool, exit] = await Promise.all([
    stored(listBidsOfCollection, { params: { id: collectionId }, query: { take: 100 } }),
    stored(listUserBids, { params: { wallet: bidder }, query: { take: 100, type: 'made' } }),
    stored(getBidPool, { params: { wallet: bidder } }),
    fetchExit(stored, collectionId, holder, new AbortController().signal),
  ])
  return {
    ladder: Object.fromEntries(ladder.data.map(({ price, size }) => [price, size])),
    fillable: Object.fromEntries(made.data.map(({ offerId, fillable }) => [offerId, fillable])),
    balance: pool.balance,
    exit: shownExit(exit),
  }
}

// @feature bids.live, book.sell-many, bid.pool-live, bid.pool-covered, shell.paced-refetch
test(
  'book, portfolio and pool show what is stored after whatever happens to a pool and its bids, without a reload',
  async () => {
    const seen = { levels: 0, fillable: new Set<string>(), exits: new Set<string | null>() }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), fc.nat(8), async (steps, looksAt) => {
        const market = new Market()
        await market.open()
        const page = openFollowedBids(api.call, market.collectionId, market)
        const disconnect = openLiveConnection(api.running.url, api.call, null)
        await expect.poll(() => liveStatus.get().state).toBe('live')
        for (const [at, done] of steps.entries()) {
          await market.apply(done)
          if (at !== looksAt && at !== steps.length - 1) continue
          const expected = await readStored(market)
          await expect.poll(() => page.shown()).toEqual(expected)
          seen.levels = Math.max(seen.levels, Object.keys(expected.ladder).length)
          for (const items of Object.values(expected.fillable)) seen.fillable.add(items)
          for (const best of Object.values(expected.exit.held)) seen.exits.add(best)
        }
        disconnect()
        page.close()
      }),
      { numRuns: runs(10), examples: [[BID_ON_ITEM, 0]] },
    )
    // The best bid of another wallet, and more than one of the bidder's.
    expect(seen.levels).toBeGreaterThan(2)
    expect(seen.fillable).toContain('0')
    expect(seen.fillable.size).toBeGreaterThan(2)
    expect(seen.exits.size).toBeGreaterThan(2)
  },
  runs(120_000),
)
