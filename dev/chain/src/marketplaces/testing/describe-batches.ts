import type { ListingRef } from '@opal/domain/intent'
import type { MarketEvent } from '@opal/domain/market-event'
import { sumOctas } from '@opal/domain/prices/octas'
import { splitPrice } from '@opal/domain/prices/sale-split'
import type { TokenRef, TokenStandard } from '@opal/domain/tokens/token-id'
import type { MarketplaceAdapter, PayloadBuilders } from '@opal/marketplaces/adapter'
import { isBuilt } from '@opal/marketplaces/testing/is-built'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUYER, SELLER, TradeFixture } from './trade-fixture.ts'

const ROYALTY = { numerator: 5n, denominator: 100n }
const prices = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 4 })

interface Item {
  readonly token: TokenRef
  readonly priceOctas: bigint
}

/** A marketplace's calls for many at once do what as many calls for one would; those it lacks are not described. */
export function describeBatches(adapter: MarketplaceAdapter, standard: TokenStandard): void {
  const { payload } = adapter
  const listMany = payload['list-many']
  if (listMany === undefined) return

  describe(`${adapter.id}, ${standard} tokens: many at once`, () => {
    it('are listed, and sold at the price of each', () => {
      fc.assert(fc.property(prices, (octas) => sellMany(new Stall(adapter, standard, octas), adapter)))
    })

    const sample = new Stall(adapter, standard, [1n])
    const updateMany = payload['update-price-many']
    const listing = { ...(sample.items[0] as Item), listingId: '0x1', seller: SELLER }
    if (updateMany !== undefined && isBuilt(() => updateMany(sample.contracts, [{ listing, priceOctas: 1n }]))) {
      it('are repriced', () => {
        fc.assert(
          fc.property(prices, (octas) => {
            const stall = new Stall(adapter, standard, octas)
            const moved = stall.list().map((listing) => ({ listing, priceOctas: listing.priceOctas + 1n }))
            expect(pricesOf(stall.send(updateMany(stall.contracts, moved)))).toEqual(moved.map(repriced))
          }),
        )
      })
    }

    const delistMany = payload['delist-many']
    if (delistMany !== undefined) {
      it('are taken back', () => {
        fc.assert(
          fc.property(prices, (octas) => {
            const stall = new Stall(adapter, standard, octas)
            const gone = stall.send(delistMany(stall.contracts, stall.list()))
            expect(gone.map(({ kind }) => kind)).toEqual(octas.map(() => 'listing-cancelled'))
            expect(stall.items.map(({ token }) => stall.fixture.ownerOf(token))).toEqual(octas.map(() => SELLER))
          }),
        )
      })
    }

    const listAndUpdate = payload['list-and-update']
    if (listAndUpdate !== undefined && isBuilt(() => listAndUpdate(sample.contracts, sample.items, []))) {
      it('are listed while others are repriced', () => {
        fc.assert(
          fc.property(prices, (octas) => {
            const stall = new Stall(adapter, standard, octas)
            const [first, ...others] = stall.items
            const [listing] = stall.list(first === undefined ? [] : [first])
            if (listing === undefined || others.length === 0) return
            const moved = [{ listing, priceOctas: listing.priceOctas + 1n }]
            const emitted = pricesOf(stall.send(listAndUpdate(stall.contracts, others, moved)))
            const placed = others.map(({ priceOctas }) => ['listing-placed', priceOctas])
            expect(emitted).toEqual([...placed, ...moved.map(repriced)])
          }),
        )
      })
    }
  })
}

function sellMany(stall: Stall, { payload, salesWithoutSeller }: MarketplaceAdapter): void {
  const { fixture, items, total } = stall
  const listings = stall.list()
  const before = [BUYER, SELLER].map((account) => fixture.balanceOf(account))
  const buyMany = payload['buy-many']
  const sold =
    buyMany === undefined
      ? listings.flatMap((listing) => fixture.trade(BUYER, { kind: 'buy', listing }))
      : fixture.send(BUYER, buyMany(stall.contracts, listings))
  const seller = salesWithoutSeller?.includes(stall.standard) ? null : SELLER
  const splits = items.map(({ priceOctas }) => splitPrice(priceOctas, stall.contracts.commission, ROYALTY))
  expect(sold).toMatchObject(
    splits.map(({ commissionOctas, royaltyOctas }, at) => ({
      kind: 'listing-filled',
      buyer: BUYER,
      seller,
      commissionOctas,
      royaltyOctas,
      priceOctas: items[at]?.priceOctas,
      token: { tokenDataId: items[at]?.token.tokenDataId },
    })),
  )
  const gained = [BUYER, SELLER].map((account, at) => fixture.balanceOf(account) - (before[at] ?? 0n))
  expect(gained).toEqual([
    -sumOctas(items.map((item) => item.priceOctas)),
    sumOctas(splits.map((split) => split.sellerOctas)),
  ])
  expect(items.map(({ token }) => fixture.ownerOf(token))).toEqual(items.map(() => BUYER))
  expect(fixture.chain.totalOctas()).toBe(total)
}

/** A seller with a token for every price. */
class Stall {
  readonly fixture: TradeFixture
  readonly standard: TokenStandard
  readonly items: readonly Item[]
  readonly total: bigint
  readonly #payload: PayloadBuilders

  constructor(adapter: MarketplaceAdapter, standard: TokenStandard, octas: readonly bigint[]) {
    this.fixture = new TradeFixture(adapter, octas.length, ROYALTY, standard)
    this.items = octas.map((priceOctas, at) => ({ token: this.fixture.tokens[at] as TokenRef, priceOctas }))
    this.total = this.fixture.chain.totalOctas()
    this.standard = standard
    this.#payload = adapter.payload
  }

  get contracts() {
    return this.fixture.contracts
  }

  send(payload: Parameters<TradeFixture['send']>[1]): readonly MarketEvent[] {
    return this.fixture.send(SELLER, payload)
  }

  /** Lists the items in one call. */
  list(items = this.items): readonly ListingRef[] {
    const payload = this.#payload['list-many']?.(this.contracts, items)
    if (payload === undefined) throw new TypeError('The marketplace lists one at a time.')
    const placed = this.send(payload)
    expect(pricesOf(placed)).toEqual(items.map(({ priceOctas }) => ['listing-placed', priceOctas]))
    return placed.flatMap((event, at) => {
      const item = items[at]
      if (item === undefined || event.kind !== 'listing-placed') return []
      return [{ ...item, listingId: event.listingId, seller: SELLER }]
    })
  }
}

function pricesOf(events: readonly MarketEvent[]): readonly (readonly [string, bigint])[] {
  return events.map(({ kind, priceOctas }) => [kind, priceOctas])
}

function repriced({ priceOctas }: { readonly priceOctas: bigint }): readonly [string, bigint] {
  return ['listing-placed', priceOctas]
}
