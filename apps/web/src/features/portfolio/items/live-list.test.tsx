import type { Activity } from '@opal/contract/activities'
import { HELD_TOKENS_SORTS, type HeldTokensSort } from '@opal/contract/constants/held-tokens-sorts'
import type { LiveMessage } from '@opal/contract/live'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { runs } from '@opal/domain/testing/effort/config'
import { useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { useSite } from '../../../app/site.tsx'
import { editionKey } from '../../../entities/token/edition.ts'
import { type EndlessList, useEndlessList } from '../../../shared/lists/endless-list.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import { type ItemsChoice, itemsChoice, itemsQuery } from '../portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import { ownListingOf } from '../rows/to-trade-token.ts'
import { useLiveItems } from './use-live-items.ts'
// Loaded by the list on demand: here before the clock stands still.
import '../fetch-portfolio.ts'

// @vitest-environment happy-dom
const reset = () => {
  cleanup()
  vi.useRealTimers()
}
afterEach(reset)
const OTHER = `0x${'b0'.repeat(32)}`
const collectionAt = (at: number) => `0x${`c${at % 3}`.repeat(32)}`
const OUT = { sale: 'sale', transfer: 'transfer', fill: 'accept-collection-bid' } as const
const IN = { buy: 'sale', receive: 'transfer' } as const
const METRICS = { floor: 'floor_change', bid: 'bid_change' } as const
const LISTINGS = ['list', 'reprice', 'delist', 'expire'] as const
interface Step {
  readonly kind: keyof typeof OUT | keyof typeof IN | keyof typeof METRICS | (typeof LISTINGS)[number]
  readonly at: number
  readonly price: number
  readonly isReserved: boolean
  readonly isMoreAskedLater: boolean
  readonly pauseMs: number
}

/** Value and key by which a row is ordered. */
type Place = readonly [number | string | null, string]

/** The wallet as it is now. It answers as the API does, and sends each change as the live feed does. */
class ReferenceWallet {
  #rows: readonly PortfolioToken[] = []
  readonly #metrics = { floor: new Map<string, number>(), bid: new Map<string, number>() }
  #clock = 0

  /** @returns the messages of a change; none where there is nothing to change. */
  change({ kind, at, price, isReserved }: Step): readonly LiveMessage[] {
    this.#clock += 1
    const octas = String(price)
    if (kind in METRICS) {
      this.#metrics[kind as keyof typeof METRICS].set(collectionAt(at), price)
      return [this.#message(METRICS[kind as keyof typeof METRICS], collectionAt(at))]
    }
    if (kind === 'buy' || kind === 'receive')
      return [this.#activity(IN[kind], this.#add(at, kind === 'buy' ? octas : null), OTHER, ME, octas)]
    const isAny = kind === 'transfer' || kind === 'fill'
    const some = this.#rows.filter(({ ownListings }) => isAny || (kind === 'list') === (ownListings.length === 0))
    const row = some[at % some.length]
    if (row === undefined) return []
    if (kind in OUT) {
      this.#rows = this.#rows.filter((one) => one !== row)
      const left = this.#activity(OUT[kind as keyof typeof OUT], row, ME, OTHER, octas)
      if (kind !== 'fill') return [left]
      this.#metrics.bid.set(row.collectionId, price)
      return [left, this.#message('bid_change', row.collectionId)]
    }
    const former = row.ownListings[0]
    const fresh = testingListing(row.tokenDataId, {
      price: octas,
      marketplace: price % 2 === 0 ? 'opal' : 'other',
      placedAtMicros: String(this.#clock),
      validity: isReserved ? 'reserved' : 'valid',
    })
    const listing = kind === 'list' ? fresh : kind === 'expire' ? { validity: 'expired' as const } : { price: octas }
    const now = { ...row, ownListings: kind === 'delist' ? [] : [{ ...fresh, ...former, ...listing }] }
    this.#rows = this.#rows.map((one) => (one === row ? now : one))
    if (kind === 'expire') return [this.#message('listings_change', row.collectionId)]
    return [this.#activity(kind as 'list', row, ME, null, octas)]
  }

  #add(at: number, costPrice: string | null): PortfolioToken {
    const row = testingItem(`0x${String(at).padStart(64, '0')}`, {
      // Those without are read again by themselves.
      image: 'ipfs://item/1.png',
      // Every fourth token has editions.
      propertyVersion: at % 4 === 0 ? String(this.#clock) : '0',
      collectionId: collectionAt(at),
      rarity: this.#clock % 7,
      costPrice,
      lastSalePrice: costPrice,
      acquiredAtMicros: String(this.#clock),
    })
    if (!this.#rows.some((one) => editionKey(one) === editionKey(row))) this.#rows = [...this.#rows, row]
    return row
  }

  #message(kind: LiveMessage['kind'], collectionId: string, change: object = { old: '1', new: '2' }): LiveMessage {
    const id = String(this.#clock)
    return { kind, id, collectionId, version: id, at: '1', ...change } as LiveMessage
  }

  #activity(kind: Activity['kind'], row: PortfolioToken, from: string, to: string | null, price: string): LiveMessage {
    const { tokenDataId, collectionId } = row
    return this.#message('activity', collectionId, { activity: { kind, tokenDataId, collectionId, from, to, price } })
  }

  /** Returns all items that fit a choice, in its order, or those after a cursor. */
  items({ filter, collection, marketplaces, sort, order }: ItemsChoice, cursor: string | null = null) {
    const fits = ({ collectionId, ownListings: [listing] }: PortfolioToken) =>
      (collection === null || collection === collectionId) &&
      (filter === 'all' || (filter === 'listed') === (listing !== undefined)) &&
      (marketplaces.length === 0 || (listing !== undefined && marketplaces.includes(listing.marketplace)))
    const compare = ([a, here]: Place, [b, there]: Place) => {
      if ((a === null) !== (b === null)) return a === null ? 1 : -1
      const isBefore = a === null || b === null || a === b ? here < there : a < b
      return isBefore === (order === 'asc') ? -1 : 1
    }
    const items = this.#rows.filter(fits).map((row) => this.#valued(row))
    const sorted = items.toSorted((one, other) => compare(this.placeOf(one, sort), this.placeOf(other, sort)))
    const isAfter = (place: Place, after: Place) => String(place) !== String(after) && compare(after, place) < 0
    return cursor === null ? sorted : sorted.filter((item) => isAfter(this.placeOf(item, sort), JSON.parse(cursor)))
  }

  #valued(row: PortfolioToken): PortfolioToken {
    const live = row.ownListings.find(({ validity }) => validity === 'valid')
    const offerId = row.collectionId
    const price = String(this.#metrics.bid.get(offerId) ?? 1)
    return {
      ...row,
      editionsHeld: this.#rows.filter(({ tokenDataId }) => tokenDataId === row.tokenDataId).length,
      estimatedPrice: String(this.#metrics.floor.get(offerId) ?? 3),
      topBid: { price, offerId, marketplace: 'opal', remainingTokenAmount: '1', topTokenBid: false },
      listedPrice: live?.price ?? null,
      marketplace: live?.marketplace ?? null,
    }
  }

  placeOf(item: PortfolioToken, sort: HeldTokensSort): Place {
    const [listing, floor] = [ownListingOf(item), Number(item.estimatedPrice)]
    const price = listing === null ? null : Number(listing.price)
    const values: Record<HeldTokensSort, Place[0]> = {
      collection: '',
      value: floor,
      name: item.name,
      rarity: item.rarity,
      listed_price: price,
      floor_distance: price === null ? null : Math.trunc((Math.max(price - floor, 0) * 10_000) / floor),
      listed_at: listing === null ? null : Number(listing.placedAtMicros),
      last_sale: item.lastSalePrice === null ? null : Number(item.lastSalePrice),
      acquired: Number(item.acquiredAtMicros),
    }
    return [values[sort], `${item.collectionId} ${item.tokenDataId} ${item.propertyVersion.padStart(6, '0')}`]
  }
}

/** The list as it is rendered. */
let shown: EndlessList<PortfolioToken> & { readonly total: number | undefined; readonly isFetching: boolean }

function List({ choice }: { choice: ItemsChoice }) {
  const query = itemsQuery(useSite().api, ME, choice)
  const list = useInfiniteQuery(query)
  useLiveItems(ME, choice, query.queryKey)
  shown = { ...useEndlessList(list, editionKey), total: list.data?.pages[0]?.total, isFetching: list.isFetching }
  return null
}

const choices = fc.record({
  filter: fc.constantFrom('all' as const, 'all' as const, 'listed' as const, 'unlisted' as const),
  collection: fc.constantFrom(null, null, collectionAt(0)),
  marketplaces: fc.constantFrom([], [], ['opal']),
  sort: fc.constantFrom(...HELD_TOKENS_SORTS),
  order: fc.constantFrom('asc' as const, 'desc' as const),
})
const KINDS = [...Object.keys({ ...OUT, ...IN, ...METRICS }), ...LISTINGS] as Step['kind'][]
const stepOf = (kinds: readonly Step['kind'][]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    at: fc.nat(40),
    price: fc.integer({ min: 1, max: 9 }),
    isReserved: fc.boolean(),
    isMoreAskedLater: fc.boolean(),
    pauseMs: fc.constantFrom(0, 20, 150, 1_000, 7_000),
  })
const holdings = fc.array(stepOf(['receive', 'buy', 'list']), { minLength: 15, maxLength: 50 })
const steps = fc.array(stepOf(KINDS), { minLength: 1, maxLength: 12 })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

// @feature portfolio.sort, portfolio.filter, portfolio.value-shown
it('of a portfolio is what the api answers once its changes pause, whatever they are and however slow it is', async () => {
  await fc.assert(
    fc.asyncProperty(choices, holdings, steps, fc.nat(3), fc.nat(900), async (chosen, held, some, pages, delayMs) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      const wallet = new ReferenceWallet()
      for (const one of held) wallet.change(one)
      const choice = itemsChoice({ ...DEFAULT_PORTFOLIO_VIEW, ...chosen })
      let requests = 0
      const answer = async (_body: unknown, { searchParams }: URL) => {
        requests += 1
        const ids = searchParams.getAll('tokenDataId')
        const isAsked = ({ tokenDataId }: PortfolioToken) => ids.length === 0 || ids.includes(tokenDataId)
        // A tenth of the rows that are asked for, so that few tokens fill several pages.
        const take = Number(searchParams.get('take')) / 10
        const left = wallet.items(choice, searchParams.get('cursor')).filter(isAsked)
        const last = left.length > take ? left[take - 1] : undefined
        const nextCursor = last === undefined ? null : JSON.stringify(wallet.placeOf(last, choice.sort))
        const total = wallet.items(choice).filter(isAsked).length
        await new Promise((resolve) => setTimeout(resolve, ids.length > 0 ? delayMs / 5 : delayMs))
        return { data: left.slice(0, take), nextCursor, total }
      }
      const settle = async (seconds: number) => {
        for (let quiet = 0; quiet < seconds; quiet += 1) {
          const before = requests
          await pass(1_000)
          if (requests > before || shown.isFetching) quiet = -1
        }
      }
      const loadMore = async (most: number) => {
        for (let page = 0; page < most && shown.onEndReached !== null; page += 1) {
          act(() => shown.onEndReached?.())
          await settle(1)
        }
      }
      renderSite(<List choice={choice} />, { [`/data/user/tokens/${ME}`]: answer })
      await settle(1)
      await loadMore(pages)
      for (const one of some) {
        // No message says of a collection that the wallet has tokens of it on pages that are not loaded.
        const isShown = shown.rows.some(({ collectionId }) => collectionId === collectionAt(one.at))
        const messages = one.kind in METRICS && !isShown ? [] : wallet.change(one)
        act(() => {
          for (const message of messages) deliverLive(message)
        })
        // Sometimes a page is on its way while the next change comes.
        if (one.isReserved) act(() => shown.onEndReached?.())
        await pass(one.pauseMs)
        // Or it is asked for while the changed rows are on theirs.
        if (one.isMoreAskedLater) act(() => shown.onEndReached?.())
      }
      await settle(15)
      const all = wallet.items(choice)
      expect([shown.rows, shown.total]).toEqual([all.slice(0, shown.rows.length), all.length])
      await loadMore(Number.POSITIVE_INFINITY)
      expect(shown.rows).toEqual(all)
      reset()
    }),
    { numRuns: runs(100) },
  )
})
