import {
  anyListing,
  anyTokens,
  numberedId,
  type ReferenceToken,
  referenceItems,
} from '@opal/api/testing/reference-items'
import { writeReferenceItems } from '@opal/api/testing/write-reference-items'
import { runs } from '@opal/domain/testing/effort/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { refreshNextRarity } from '@opal/store/projections/rarity/worker'
import { activities } from '@opal/store/schema/history'
import { collectionOffers, tokenOffers } from '@opal/store/schema/orders'
import { appendChanges } from '@opal/store/testing/append-changes'
import { insertRows } from '@opal/store/testing/insert-rows'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import { fetchItems } from '@opal/web/features/token-grid/fetch-items'
import { viewFilter } from '@opal/web/features/token-grid/view-filter'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyView, openLivePage } from './testing/live-page.ts'
import { createStoreApi, FIRST_ID, messagesAfter, type StoreApi } from './testing/store-api.ts'

const MARKETPLACES = contractsOf('local').flatMap(({ adapter, contracts }) =>
  contracts.status === 'active' ? adapter.id : [],
)
const SELLERS = [numberedId(0xa)]
const BIDDER = numberedId(0xb)

let api: StoreApi
beforeAll(async () => {
  api = await createStoreApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const at = fc.nat(12)
const step = fc.oneof(
  fc.record({ kind: fc.constant('list' as const), at, listing: anyListing(MARKETPLACES, SELLERS) }),
  fc.record({ kind: fc.constant('price' as const), at, octas: fc.bigInt(1n, 4n) }),
  fc.record({ kind: fc.constant('delist' as const), at }),
  fc.record({ kind: fc.constant('sell' as const), at, when: fc.bigInt(1n, 6n) }),
  fc.record({ kind: fc.constant('describe' as const), at, like: anyTokens(MARKETPLACES, SELLERS) }),
  fc.record({ kind: fc.constant('mint' as const), like: anyTokens(MARKETPLACES, SELLERS) }),
  fc.record({ kind: fc.constant('fall' as const), at, octas: fc.bigInt(1n, 4n) }),
  fc.record({ kind: fc.constantFrom('expire' as const, 'freeze' as const, 'unfreeze' as const), at }),
  fc.record({ kind: fc.constant('bid' as const), at, octas: fc.bigInt(1n, 9n) }),
  fc.record({ kind: fc.constant('collection bid' as const), octas: fc.bigInt(1n, 9n) }),
  fc.record({ kind: fc.constant('end bid' as const), nth: fc.nat(3), isSilent: fc.boolean() }),
  fc.record({ kind: fc.constant('reconnect' as const), isCut: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

let version = 1_000n
let markets = 0

/** A bid on an item; on any of the collection without one. */
interface Bid {
  readonly tokenDataId: string | null
  readonly offerId: string
  readonly octas: bigint
}

/** One collection of the store, changed as the indexer and its workers change it. */
class Market {
  readonly collectionId: string
  tokens: readonly ReferenceToken[]
  #bids: readonly Bid[] = []
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
    await this.#writeBids()
    await writeReferenceItems(api.store, this.collectionId, this.tokens)
    if (hasListItems) await writeQueuedListItems(api.store)
  }

  /** Runs the ranking worker, and takes over its ranks. */
  async rank(): Promise<void> {
    await api.store.pool.query('insert into market.rarity_queue (collection_id) values ($1)', [this.collectionId])
    while ((await refreshNextRarity(api.store.db)) !== null);
    const { rows } = await api.store.pool.query<{ token_data_id: string; rank: number }>(
      'select token_data_id, rank from market.token_rarity where collection_id = $1',
      [this.collectionId],
    )
    const ranks = new Map(rows.map((row) => [row.token_data_id, row.rank]))
    this.tokens = this.tokens.map((token) => ({ ...token, rank: ranks.get(token.tokenDataId) ?? null }))
  }

  async #writeBids(): Promise<void> {
    const { collectionId: collection_id } = this
    for (const table of ['token_offers', 'collection_offers'])
      await api.store.pool.query(`delete from market.${table} where collection_id = $1`, [collection_id])
    const rest = {
      marketplace: 'opal',
      collection_id,
      buyer: BIDDER,
      expires_at_seconds: null,
      state: 'open',
      validity: 'valid',
      placed_version: 1n,
      placed_at_micros: 1n,
      last_version: 1n,
      last_event_index: 0,
      last_at_micros: 1n,
    }
    for (const { tokenDataId: token_data_id, offerId: offer_id, octas: price_octas } of this.#bids) {
      const bid = { ...rest, offer_id, price_octas }
      const onItem = { property_version: 0n, token_standard: 'v2' }
      const onCollection = { wanted_amount: 1n, remaining_amount: 1n, is_pooled: false, set_root: null }
      if (token_data_id !== null) await insertRows(api.store, tokenOffers, [{ ...bid, ...onItem, token_data_id }])
      else await insertRows(api.store, collectionOffers, [{ ...bid, ...onCollection }])
    }
  }

  /** Adds an activity to the store and the change feed. @param tokenDataId null for one of the collection. */
  async emitActivity(kind: string, tokenDataId: string | null): Promise<void> {
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
    await insertRows(api.store, activities, [{ ...activity, ...rest, at_micros: version }])
    await appendChanges(api.store, [
      { version, at_micros: version, collection_id: this.collectionId, kind: 'activity', payload: { index: 1, kind } },
    ])
  }

  /** Adds a change without an activity to the feed. */
  async announce(kind: 'listings_change' | 'bid_change'): Promise<void> {
    const payload = kind === 'bid_change' ? { old: '1', new: '1' } : {}
    await appendChanges(api.store, [{ version, at_micros: version, collection_id: this.collectionId, kind, payload }])
  }

  /** @param tokenDataId null for a bid on the collection. */
  async #placeBid(tokenDataId: string | null, octas: bigint, hasListItems: boolean): Promise<void> {
    this.#bids = [...this.#bids, { tokenDataId, octas, offerId: numberedId(Number(version) + 8_000_000) }]
    await this.write(hasListItems)
    await this.emitActivity(tokenDataId === null ? 'collection-bid' : 'token-bid', tokenDataId)
    if (tokenDataId === null) await this.announce('bid_change')
  }

  /** @param isSilent it expires, or its bidder takes no items any more. */
  async #endBid(nth: number, isSilent: boolean, hasListItems: boolean): Promise<void> {
    const ended = this.#bids[nth % Math.max(1, this.#bids.length)]
    if (ended === undefined) return
    const { tokenDataId } = ended
    this.#bids = this.#bids.filter((one) => one !== ended)
    await this.write(hasListItems)
    if (!isSilent)
      await this.emitActivity(tokenDataId === null ? 'cancel-collection-bid' : 'cancel-token-bid', tokenDataId)
    if (isSilent || tokenDataId === null) await this.announce('bid_change')
  }

  async apply(done: Exclude<Step, { kind: 'reconnect' }>, hasListItems: boolean): Promise<void> {
    if (done.kind === 'collection bid') return this.#placeBid(null, done.octas, hasListItems)
    if (done.kind === 'end bid') return this.#endBid(done.nth, done.isSilent, hasListItems)
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
    if (done.kind === 'bid') return this.#placeBid(token.tokenDataId, done.octas, hasListItems)
    const [listing] = token.listings
    if (done.kind === 'fall' || done.kind === 'expire' || done.kind === 'freeze' || done.kind === 'unfreeze') {
      if (listing === undefined) return
      const { unbuyable: _, ...buyable } = listing
      if (done.kind === 'fall') change({ listings: [{ ...listing, priceOctas: done.octas }] })
      if (done.kind === 'expire') change({ listings: [{ ...listing, unbuyable: 'expired' }] })
      if (done.kind === 'freeze') change({ listings: [{ ...listing, unbuyable: 'token-frozen' }] })
      if (done.kind === 'unfreeze') change({ listings: [buyable] })
      await this.write(hasListItems)
      return this.announce('listings_change')
    }
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
          let lastId = (await messagesAfter(api.call, FIRST_ID)).at(-1)?.id ?? FIRST_ID
          const page = await openLivePage(api.call, market.collectionId, view)
          let isCut = false
          const receive = async () => {
            const messages = await messagesAfter(api.call, lastId)
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
          const fresh = await fetchItems(api.call, market.collectionId, view, null)
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
