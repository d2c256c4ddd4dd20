import type { ListingRef } from '@opal/domain/intent'
import type { MarketEvent } from '@opal/domain/market-event'
import type { Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import type { TokenStandard } from '@opal/domain/tokens/token-id'
import type { MarketplaceAdapter } from '@opal/marketplaces/adapter'
import { isBuilt } from '@opal/marketplaces/testing/is-built'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ARTIST, BUYER, SELLER, TradeFixture } from './trade-fixture.ts'

/** Prices up to what ten of them still fit into a wallet; from one octa, where rounding bites. */
const price = fc.bigInt({ min: 1n, max: 10n ** 17n })
const ROYALTIES: Readonly<Record<TokenStandard, fc.Arbitrary<Rate | null>>> = {
  v2: royaltyUpTo(90n),
  // Not every v1 sale names its seller: the largest payee counts as the seller.
  v1: royaltyUpTo(40n),
}
const NO_RATE: Rate = { numerator: 0n, denominator: 1n }
/** As far off as a u64 of microseconds reaches. */
const expiresAtSeconds = fc.bigInt({ min: 1_700_000_001n, max: 10n ** 13n })

interface Scene {
  readonly adapter: MarketplaceAdapter
  readonly standard: TokenStandard
}

/**
 * The circle every adapter must close: an intent becomes a payload, the simulated package plays it, the decoder finds
 * the intent in the events, and not an octa is lost or made on the way.
 */
export function describeRoundTrip(adapter: MarketplaceAdapter, standard: TokenStandard): void {
  const scene = { adapter, standard }
  const royalty = ROYALTIES[standard]
  describe(`${adapter.id}, ${standard} tokens: intent, payload, simulation, decode`, () => {
    it('lists, reprices and delists, and gives the token back', () => {
      fc.assert(fc.property(price, price, royalty, (first, second, rate) => listAndDelist(scene, first, second, rate)))
    })

    it('sells a listing and splits its price to the octa', () => {
      fc.assert(fc.property(price, royalty, (octas, rate) => listAndBuy(scene, octas, rate)))
    })

    if (placesOffers(scene)) describeOffers(scene)
    else it('places no offers, and says so', () => expect(placesOffers(scene)).toBe(false))
  })
}

function describeOffers(scene: Scene): void {
  const royalty = ROYALTIES[scene.standard]

  it('places and fills a token offer', () => {
    fc.assert(
      fc.property(price, royalty, expiresAtSeconds, (octas, rate, expiry) =>
        offerAndAccept(scene, octas, rate, expiry),
      ),
    )
  })

  it('fills a collection offer item by item, then returns the rest', () => {
    const amount = fc.integer({ min: 1, max: 4 })
    fc.assert(
      fc.property(price, amount, fc.integer({ min: 0, max: 4 }), royalty, (octas, wanted, sold, rate) =>
        collectionOffer(scene, octas, wanted, Math.min(wanted, sold), rate),
      ),
    )
  })
}

function royaltyUpTo(percent: bigint): fc.Arbitrary<Rate | null> {
  return fc.option(fc.record({ numerator: fc.bigInt({ min: 0n, max: percent }), denominator: fc.constant(100n) }))
}

/** A marketplace may take offers for tokens of one standard only; it says so with a typed error. */
function placesOffers(scene: Scene): boolean {
  const { fixture, token } = open(scene, null)
  const terms = { priceOctas: 1n, expiresAtSeconds: 2_000_000_000n }
  const place = scene.adapter.payload['place-token-offer']
  return isBuilt(() => place?.(fixture.contracts, { kind: 'place-token-offer', token, ...terms }))
}

function listAndDelist(scene: Scene, first: bigint, second: bigint, rate: Rate | null): void {
  const { fixture, total, token } = open(scene, rate)
  const [placed] = fixture.trade(SELLER, { kind: 'list', token, priceOctas: first })
  expect(placed).toMatchObject({
    kind: 'listing-placed',
    seller: SELLER,
    priceOctas: first,
    token: { tokenDataId: token.tokenDataId },
  })
  const listing = { listingId: listingIdOf(placed), token, seller: SELLER, priceOctas: first }
  expect(fixture.ownerOf(token)).toBe(token.standard === 'v2' ? listing.listingId : null)

  const asked = reprice(scene, fixture, listing, second)
  const [cancelled] = fixture.trade(SELLER, { kind: 'delist', listing })
  expect(cancelled).toMatchObject({ kind: 'listing-cancelled', listingId: listing.listingId })
  // A marketplace that does not say the price says nothing by it.
  expect([asked, 0n]).toContain(cancelled?.priceOctas)
  expect(fixture.ownerOf(token)).toBe(SELLER)
  expect(fixture.chain.totalOctas()).toBe(total)
}

/** @returns what is asked now: the old price at a marketplace that cannot change it */
function reprice({ adapter }: Scene, fixture: TradeFixture, listing: ListingRef, priceOctas: bigint): bigint {
  if (adapter.payload['update-price'] === undefined) return listing.priceOctas
  const [moved] = fixture.trade(SELLER, { kind: 'update-price', listing, priceOctas })
  expect(moved).toMatchObject({ kind: 'listing-placed', listingId: listing.listingId, priceOctas })
  return priceOctas
}

function listAndBuy(scene: Scene, priceOctas: bigint, rate: Rate | null): void {
  const { fixture, total, token } = open(scene, rate)
  const [placed] = fixture.trade(SELLER, { kind: 'list', token, priceOctas })
  const listing = { listingId: listingIdOf(placed), token, seller: SELLER, priceOctas }
  const before = [BUYER, SELLER, ARTIST].map((account) => fixture.balanceOf(account))
  const [filled] = fixture.trade(BUYER, { kind: 'buy', listing })

  const split = splitPrice(priceOctas, fixture.contracts.commission, rate ?? NO_RATE)
  expect(filled).toMatchObject({
    kind: 'listing-filled',
    buyer: BUYER,
    seller: scene.adapter.salesWithoutSeller?.includes(scene.standard) ? null : SELLER,
    priceOctas,
    listingId: listing.listingId,
    commissionOctas: split.commissionOctas,
    royaltyOctas: split.royaltyOctas,
  })
  const after = [BUYER, SELLER, ARTIST].map((account) => fixture.balanceOf(account))
  expect(after.map((octas, at) => octas - (before[at] ?? 0n))).toEqual([
    -priceOctas,
    split.sellerOctas,
    split.royaltyOctas,
  ])
  expect(fixture.ownerOf(token)).toBe(BUYER)
  expect(fixture.chain.totalOctas()).toBe(total)
}

function offerAndAccept(scene: Scene, priceOctas: bigint, rate: Rate | null, expiry: bigint): void {
  const { fixture, total, token } = open(scene, rate)
  const terms = { token, priceOctas, expiresAtSeconds: expiry }
  const [placed] = fixture.trade(BUYER, { kind: 'place-token-offer', ...terms })
  expect(placed).toMatchObject({ kind: 'token-offer-placed', buyer: BUYER, priceOctas })
  // A marketplace without expiry says so; one with expiry keeps ours.
  expect([null, expiry]).toContain((placed as { expiresAtSeconds?: bigint | null }).expiresAtSeconds)
  expect(fixture.chain.totalOctas()).toBe(total)

  const offer = { offerId: offerIdOf(placed), buyer: BUYER, priceOctas }
  const before = [SELLER, ARTIST].map((account) => fixture.balanceOf(account))
  const [filled] = fixture.trade(SELLER, { kind: 'accept-token-offer', offer, token })
  const split = splitPrice(priceOctas, fixture.contracts.commission, rate ?? NO_RATE)
  expect(filled).toMatchObject({
    kind: 'token-offer-filled',
    offerId: offer.offerId,
    buyer: BUYER,
    seller: SELLER,
    priceOctas,
    commissionOctas: split.commissionOctas,
    royaltyOctas: split.royaltyOctas,
  })
  const gained = [SELLER, ARTIST].map((account, at) => fixture.balanceOf(account) - (before[at] ?? 0n))
  expect(gained).toEqual([split.sellerOctas, split.royaltyOctas])
  expect(fixture.ownerOf(token)).toBe(BUYER)
  expect(fixture.chain.totalOctas()).toBe(total)
}

function collectionOffer(scene: Scene, priceOctas: bigint, wanted: number, sold: number, rate: Rate | null) {
  const { fixture, total } = open(scene, rate)
  const before = fixture.balanceOf(BUYER)
  const terms = { collection: fixture.collection, priceOctas, amount: BigInt(wanted), expiresAtSeconds: 2_000_000_000n }
  const units = unitsOf(fixture.trade(BUYER, { kind: 'place-collection-offer', ...terms }), priceOctas)
  expect(units).toHaveLength(wanted)
  expect(fixture.balanceOf(BUYER)).toBe(before - priceOctas * BigInt(wanted))

  fixture.tokens.slice(0, sold).forEach((token, at) => {
    const offer = { offerId: units[at] ?? '', buyer: BUYER, priceOctas }
    const [filled] = fixture.trade(SELLER, { kind: 'accept-collection-offer', offer, token })
    expect(filled).toMatchObject({ kind: 'collection-offer-filled', priceOctas, seller: SELLER })
    expect([unitsLeft(units, at + 1, offer.offerId), null]).toContain(remainingOf(filled))
    expect(fixture.ownerOf(token)).toBe(BUYER)
  })
  for (const offerId of new Set(units.slice(sold))) {
    const offer = { offerId, buyer: BUYER, priceOctas }
    const [cancelled] = fixture.trade(BUYER, { kind: 'cancel-collection-offer', offer })
    expect(cancelled).toMatchObject({ kind: 'collection-offer-cancelled', offerId })
    expect([unitsLeft(units, sold, offerId), null]).toContain(remainingOf(cancelled))
  }
  expect(fixture.balanceOf(BUYER)).toBe(before - priceOctas * BigInt(sold))
  expect(fixture.chain.totalOctas()).toBe(total)
}

/** Returns one entry for each wanted item: some marketplaces place one offer for all, some one for each. */
function unitsOf(placed: readonly MarketEvent[], priceOctas: bigint): readonly string[] {
  return placed.flatMap((event) => {
    expect(event).toMatchObject({ kind: 'collection-offer-placed', buyer: BUYER, priceOctas })
    const { offerId, tokenAmount } = event as Extract<MarketEvent, { kind: 'collection-offer-placed' }>
    return Array<string>(Number(tokenAmount)).fill(offerId)
  })
}

/** Returns the remaining amount of an event; null where it carries none and readers count for themselves. */
function remainingOf(event: object | undefined): bigint | null {
  return (event as { remainingAmount: bigint | null }).remainingAmount
}

function unitsLeft(units: readonly string[], from: number, offerId: string): bigint {
  return BigInt(units.slice(from).filter((unit) => unit === offerId).length)
}

function open({ adapter, standard }: Scene, rate: Rate | null) {
  const fixture = new TradeFixture(adapter, 4, rate, standard)
  const [token] = fixture.tokens
  if (token === undefined) throw new TypeError('The fixture has no token.')
  return { fixture, token, total: fixture.chain.totalOctas() }
}

function listingIdOf(event: object | undefined): string {
  return (event as { listingId: string }).listingId
}

function offerIdOf(event: object | undefined): string {
  return (event as { offerId: string }).offerId
}
