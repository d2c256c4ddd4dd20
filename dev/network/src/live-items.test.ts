import {
  anyListing,
  anyTokens,
  cheapestOf,
  numberedId,
  type ReferenceFilter,
  type ReferenceToken,
  referenceItems,
} from '@opal/api/testing/reference-items'
import type { Activity } from '@opal/contract/activities'
import type { ApiClient } from '@opal/contract/client'
import type { TokenSort } from '@opal/contract/constants/sorts'
import type { LiveMessage } from '@opal/contract/live'
import type { Token } from '@opal/contract/tokens'
import { compareTokens, type OrderedToken } from '@opal/contract/tokens/token-order'
import { runs } from '@opal/domain/testing/effort/config'
import { DEFAULT_ITEMS_VIEW } from '@opal/web/features/token-grid/items-view'
import { testingToken } from '@opal/web/testing/testing-token'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { anyView, openLivePage } from './testing/live-page.ts'

const COLLECTION = numberedId(0xc0)
const MARKETPLACES = ['here', 'there']
const SELLERS = [numberedId(0xa)]
/** Rows of a page: the least that the list does not take for its last. */
const PAGE = 15

/** A token with its bid, and the fields it is filtered and ordered by. */
type ModelToken = ReferenceToken & { readonly bid: bigint | null }

/** A collection, an API over it, and the messages of its live channel. */
class ReferenceModel {
  tokens: readonly ModelToken[]
  collectionBid: bigint | null = null
  messages: LiveMessage[] = []
  #lastId = 0
  #listings = 50_000

  constructor(tokens: readonly ReferenceToken[]) {
    this.tokens = tokens.map((token) => ({ ...token, bid: null }))
  }

  readonly api = (async (_endpoint: unknown, { query }: { query: Query }) =>
    this.#answer(query)) as unknown as ApiClient

  /** @returns the token; null where there is none */
  changeSilently(at: number, change: (token: ModelToken) => Partial<ModelToken>): string | null {
    const token = this.tokens[at % Math.max(1, this.tokens.length)]
    this.tokens = this.tokens.map((one) => (one === token ? { ...one, ...change(one) } : one))
    return token?.tokenDataId ?? null
  }

  change(at: number, change: (token: ModelToken) => Partial<ModelToken>): void {
    const changed = this.changeSilently(at, change)
    if (changed !== null) this.tell(changed)
  }

  nextListing(): string {
    this.#listings += 1
    return numberedId(this.#listings)
  }

  /** Sends an activity of a token, or of the collection. */
  tell(tokenDataId: string | null): void {
    this.messages.push({ kind: 'activity', ...this.#base(), activity: { tokenDataId } as Activity })
  }

  /** Sends that tokens were described or ranked again, or that listings or bids have changed without an activity. */
  announce(kind: 'tokens_change' | 'listings_change' | 'bid_change'): void {
    this.messages.push(
      kind === 'bid_change' ? { kind, ...this.#base(), old: '1', new: '1' } : { kind, ...this.#base() },
    )
  }

  #base() {
    this.#lastId += 1
    return { id: String(this.#lastId), collectionId: COLLECTION, version: String(this.#lastId), at: '1' }
  }

  #answer({ tokenId, cursor, limit, sort, attributes, ...members }: Query) {
    const filter: ReferenceFilter = {
      ...members,
      ...(attributes !== undefined && { attributes: JSON.parse(attributes) }),
    }
    const matching = referenceItems(this.tokens, filter, sort) as readonly ModelToken[]
    const rows = matching.map((token) => this.#row(token, filter.marketplace))
    const only = tokenId === undefined ? rows : rows.filter(({ tokenDataId }) => tokenDataId === tokenId)
    const after = cursor === undefined ? null : (JSON.parse(cursor) as OrderedToken)
    const rest = after === null ? only : only.filter((row) => compareTokens(sort)(row, after) > 0)
    const data = rest.slice(0, Math.min(limit, PAGE))
    const nextCursor = rest.length > data.length ? JSON.stringify(data.at(-1)) : null
    return { data, nextCursor, total: only.length }
  }

  #row(token: ModelToken, marketplace: string | undefined): Token {
    const listing = cheapestOf(token.listings, marketplace)
    const isTokenBid = token.bid !== null && token.bid > (this.collectionBid ?? 0n)
    const price = isTokenBid ? token.bid : this.collectionBid
    return {
      ...testingToken(1, null),
      tokenDataId: token.tokenDataId,
      name: token.name,
      rarity: token.rank,
      listedPrice: listing === null ? null : String(listing.priceOctas),
      listedAtMicros: listing === null ? null : String(listing.placedAtMicros),
      marketplace: listing?.marketplace ?? null,
      listingId: listing?.listingId ?? null,
      lastSaleAtMicros: token.soldAtMicros === null ? null : String(token.soldAtMicros),
      topBid:
        price === null
          ? null
          : {
              price: String(price),
              offerId: 'o',
              marketplace: 'here',
              remainingTokenAmount: '1',
              topTokenBid: isTokenBid,
            },
    }
  }
}

type Query = Omit<ReferenceFilter, 'attributes'> & {
  readonly sort: TokenSort
  readonly limit: number
  readonly tokenId?: string
  readonly cursor?: string
  readonly attributes?: string
}

const at = fc.nat(60)
const one = anyTokens(MARKETPLACES, SELLERS).filter((tokens) => tokens.length > 0)
/** Why a listing cannot be bought; null: it can be again. */
const unbuyable = fc.constantFrom('expired' as const, 'token-frozen' as const, null)
const step = fc.oneof(
  fc.record({ kind: fc.constant('list' as const), at, listing: anyListing(MARKETPLACES, SELLERS) }),
  fc.record({ kind: fc.constant('price' as const), at, octas: fc.bigInt(1n, 4n) }),
  fc.record({ kind: fc.constant('delist' as const), at }),
  fc.record({ kind: fc.constant('sell' as const), at, when: fc.bigInt(1n, 6n) }),
  fc.record({ kind: fc.constant('bid' as const), at, octas: fc.option(fc.bigInt(1n, 4n)) }),
  fc.record({ kind: fc.constant('collection bid' as const), octas: fc.option(fc.bigInt(1n, 4n)) }),
  fc.record({ kind: fc.constant('describe' as const), at, like: one }),
  fc.record({
    kind: fc.constant('rank' as const),
    ranks: fc.array(fc.option(fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('mint' as const), number: fc.integer({ min: 1, max: 120 }), like: one }),
  fc.record({ kind: fc.constant('burn' as const), at }),
  fc.record({ kind: fc.constant('fall' as const), at, octas: fc.bigInt(1n, 4n) }),
  fc.record({ kind: fc.constant('freeze' as const), at, unbuyable }),
  fc.record({ kind: fc.constant('bid ends' as const), at }),
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('deliver' as const) }) },
  fc.record({ kind: fc.constant('point' as const), isStill: fc.boolean() }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('next page' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('page arrives' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Lists that are longer than a page are of few filters. */
const views = fc.oneof(
  anyView(MARKETPLACES),
  anyView(MARKETPLACES).map(({ sort }) => ({ ...DEFAULT_ITEMS_VIEW, sort })),
)

/** Applies a step to the market, not to the page. */
function happen(model: ReferenceModel, done: Step): void {
  switch (done.kind) {
    case 'list':
      model.change(done.at, ({ listings }) => ({
        listings: [...listings, { ...done.listing, listingId: model.nextListing() }],
      }))
      break
    case 'price':
      model.change(done.at, ({ listings }) => ({
        listings: listings.map((listing, nth) => (nth === 0 ? { ...listing, priceOctas: done.octas } : listing)),
      }))
      break
    case 'delist':
      model.change(done.at, ({ listings }) => ({ listings: listings.slice(1) }))
      break
    case 'sell':
      model.change(done.at, () => ({ listings: [], soldAtMicros: done.when, bid: null }))
      break
    case 'bid':
      model.change(done.at, () => ({ bid: done.octas }))
      break
    case 'collection bid':
      model.collectionBid = done.octas
      model.tell(null)
      break
    case 'describe': {
      const { name = '', traits = [] } = done.like[0] ?? {}
      // Metadata is no activity: only the new description of the tokens is sent.
      model.tokens = model.tokens.map((token, nth) =>
        nth === done.at % model.tokens.length ? { ...token, name, traits } : token,
      )
      model.announce('tokens_change')
      break
    }
    case 'rank':
      model.tokens = model.tokens.map((token, nth) => ({
        ...token,
        rank: done.ranks[nth % done.ranks.length] ?? null,
      }))
      model.announce('tokens_change')
      break
    case 'mint': {
      const tokenDataId = numberedId(7_000 + done.number)
      if (model.tokens.some((token) => token.tokenDataId === tokenDataId)) return
      const { name = '', traits = [] } = done.like[0] ?? {}
      model.tokens = [
        ...model.tokens,
        { tokenDataId, name, traits, rank: null, listings: [], soldAtMicros: null, bid: null },
      ]
      model.tell(tokenDataId)
      break
    }
    case 'fall':
      model.changeSilently(done.at, ({ listings }) => ({
        listings: listings.map((listing) => ({ ...listing, priceOctas: done.octas })),
      }))
      model.announce('listings_change')
      break
    case 'freeze':
      model.changeSilently(done.at, ({ listings }) => ({
        listings: listings.map(({ unbuyable: _, ...listing }) => ({
          ...listing,
          ...(done.unbuyable !== null && { unbuyable: done.unbuyable }),
        })),
      }))
      model.announce('listings_change')
      break
    case 'bid ends':
      // As it expires, or its bidder takes no items any more.
      model.changeSilently(done.at, () => ({ bid: null }))
      model.announce('bid_change')
      break
    case 'burn':
      model.change(done.at, () => ({ listings: [], traits: [], name: 'burned', rank: null }))
  }
}

const markets = fc
  .array(anyTokens(MARKETPLACES, SELLERS), { minLength: 1, maxLength: 8, size: 'max' })
  .map((parts) => parts.flat().map((token, nth): ReferenceToken => ({ ...token, tokenDataId: numberedId(nth + 1) })))

// @feature items.live-filtered, items.live-insert, items.live-remove, items.live-still
test(
  'the live list equals a fresh API response after any events, under any filter and sort order',
  async () => {
    await fc.assert(
      fc.asyncProperty(markets, views, fc.array(step, { maxLength: 60, size: 'max' }), async (tokens, view, steps) => {
        const model = new ReferenceModel(tokens)
        const page = await openLivePage(model.api, COLLECTION, view)
        let arrive: () => Promise<void> = async () => undefined
        const deliver = async () => page.receive(model.messages.splice(0))
        for (const done of steps) {
          if (done.kind === 'deliver') await deliver()
          else if (done.kind === 'point') await page.point(done.isStill)
          else if (done.kind === 'next page') {
            const before = arrive
            const begun = await page.beginNext()
            arrive = async () => {
              await before()
              await begun()
            }
          } else if (done.kind === 'page arrives') {
            await arrive()
            arrive = async () => undefined
          } else happen(model, done)
          page.expectStill()
        }
        await arrive()
        await deliver()
        page.expectStill()
        await page.point(false)
        await page.expectFresh()
      }),
      { numRuns: runs(150) },
    )
  },
  runs(60_000),
)
