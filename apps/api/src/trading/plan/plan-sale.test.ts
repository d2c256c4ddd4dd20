import type { Address } from '@opal/domain/address'
import { bps } from '@opal/domain/prices/rates'
import { runs } from '@opal/domain/testing/effort/config'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestExit, offersOn, type SaleFacts } from './best-exit.ts'
import { type AcceptItem, planAcceptBid, replanAcceptBid } from './plan-sale.ts'
import { REASONS } from './trade-plan.ts'

const YOU = `0x${'a'.repeat(64)}` as Address
const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}` as Address
const MARKETPLACES = [
  {
    adapter: { id: 'opal', payload: { 'accept-token-offer': () => {}, 'accept-collection-offer': () => {} } },
    contracts: { status: 'active', commission: bps(150) },
  },
] as unknown as readonly DeployedMarketplace[]
const COLLECTION = idOf(99)

/** @param on the token that it is for; null for any of the collection. */
function offerOf(offerId: string, priceOctas: bigint, on: number | null, changes: Partial<AnyOfferRow> = {}) {
  return {
    marketplace: 'opal',
    offerId,
    priceOctas,
    buyer: idOf(77),
    isPooled: false,
    poolOctas: null,
    setRoot: null,
    tokenDataId: on === null ? null : idOf(on),
    propertyVersion: on === null ? null : 0n,
    collectionId: COLLECTION,
    wantedAmount: 1n,
    remainingAmount: 1n,
    expiresAtSeconds: null,
    placedAtMicros: 1n,
    tokenStandard: 'v2',
    ...changes,
  } satisfies AnyOfferRow
}

function factsOf(tokens: number, offers: readonly AnyOfferRow[]): SaleFacts {
  const rows = Array.from({ length: tokens }, (_, at) => {
    const token = { tokenDataId: idOf(at), collectionId: COLLECTION, tokenStandard: 'v2', propertyVersion: 0n }
    return { ...token, isDeleted: false } as unknown as TokenRow
  })
  return {
    tokens: new Map(rows.map((row) => [row.tokenDataId, row])),
    offers: offers.toSorted((a, b) => Number(b.priceOctas - a.priceOctas)),
    setsOf: new Map(),
    ownListings: new Map(),
    held: new Map(rows.map((row) => [row.tokenDataId, new Map([[0n, 1n]])])),
    royaltyOf: () => bps(500),
    nowSeconds: 0n,
  }
}

/** The marketplaces, where bids of pools can be accepted. */
function withPools(): readonly DeployedMarketplace[] {
  return MARKETPLACES.map(({ adapter, contracts }) => ({
    adapter: { ...adapter, payload: { 'accept-pool-offer': () => {} } } as never,
    contracts: { ...contracts, hasGuardedCalls: true },
  }))
}

const askedOf = (tokens: number, changes: Partial<AcceptItem> = {}): readonly AcceptItem[] =>
  Array.from({ length: tokens }, (_, at) => ({ tokenDataId: idOf(at), ...changes }))

describe('planAcceptBid', () => {
  // @feature exit.plan
  it('leaves the bid on the collection to the item that has no other', () => {
    const facts = factsOf(2, [offerOf('any', 1_000n, null), offerOf('own', 900n, 0)])
    const planned = planAcceptBid(YOU, askedOf(2), facts, MARKETPLACES)
    expect(planned.map(({ offer, reason }) => [offer?.offerId, reason])).toEqual([
      ['own', null],
      ['any', null],
    ])
  })

  it('sells into a pool as long as it pays, and says that no bid is left for the rest', () => {
    const pooled = { isPooled: true, poolOctas: 1_900n, remainingAmount: 2n }
    const facts = factsOf(2, [offerOf('one', 1_000n, null, pooled), offerOf('two', 990n, null, pooled)])
    // The pool's marketplace has no call for it.
    const none = planAcceptBid(YOU, askedOf(2), facts, MARKETPLACES)
    expect(none.map(({ reason }) => reason?.code)).toEqual(['marketplace-closed', 'marketplace-closed'])
    const planned = planAcceptBid(YOU, askedOf(2), facts, withPools())
    expect(planned.map(({ offer, reason }) => [offer?.offerId ?? null, reason])).toEqual([
      ['one', null],
      [null, REASONS.noOfferLeft],
    ])
  })

  it('looks at a bid of a pool as often, however many bids the pool pays', () => {
    const looks = (bids: number) => {
      let count = 0
      const offers = Array.from({ length: bids }, (_, at) => {
        const offer = offerOf(String(at), 1_000n, null, { isPooled: true, poolOctas: 1_000_000n })
        const get = () => {
          count += 1
          return 1_000n
        }
        return Object.defineProperty(offer, 'priceOctas', { get, enumerable: true })
      })
      const facts = factsOf(2, offers)
      const wanted = planAcceptBid(YOU, askedOf(2), facts, withPools())
      const [failed] = wanted
      if (failed === undefined) throw new Error('Two items are planned.')
      count = 0
      const again = replanAcceptBid(YOU, askedOf(2), facts, withPools())(new Map([[failed, REASONS.offerGone]]), wanted)
      expect(again?.map(({ reason }) => reason)).toEqual([null, null])
      return count / bids
    }
    expect(looks(800)).toBeLessThan(1.5 * looks(100))
  })

  // @feature exit.plan
  it('sells each item for its least price or more, whatever others are sold with it', () => {
    const offer = fc.record({ price: fc.bigInt(1n, 50n), on: fc.constantFrom(null, null, 0, 1, 2) })
    const least = fc.array(fc.option(fc.bigInt(1n, 50n), { nil: undefined }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 5 }), least, (made, prices) => {
        const offers = made.map(({ price, on }, at) => offerOf(String(at), price, on))
        const asked = askedOf(3).map((item, at) => {
          return prices[at] === undefined ? item : { ...item, minPrice: String(prices[at]) }
        })
        const planned = planAcceptBid(YOU, asked, factsOf(3, offers), MARKETPLACES)
        const taken = planned.flatMap(({ offer, reason }) => (reason === null ? (offer?.offerId ?? []) : []))
        expect(new Set(taken).size).toBe(taken.length)
        for (const [at, { offer, reason }] of planned.entries()) {
          const fitting = offers.filter(({ tokenDataId }) => tokenDataId === null || tokenDataId === idOf(at))
          const bound = prices[at] ?? 0n
          if (reason === null) expect(offer !== null && fitting.includes(offer) && offer.priceOctas >= bound).toBe(true)
          else {
            const isBounded = prices[at] !== undefined
            const left = isBounded ? REASONS.noOfferAtPrice : REASONS.noOfferLeft
            expect(reason).toBe(fitting.length === 0 ? REASONS.noOffer : left)
            const rest = fitting.filter(({ offerId, priceOctas }) => !taken.includes(offerId) && priceOctas >= bound)
            expect(rest).toEqual([])
          }
        }
      }),
      { numRuns: runs(200) },
    )
  })

  // @feature accept.best-exit, accept.not-buyer
  it('takes for one item the bid that brings most after fee and royalty, none of the seller’s own, as the portfolio shows it', () => {
    const both = MARKETPLACES.flatMap(({ adapter, contracts }) => [
      { adapter, contracts },
      { adapter: { ...adapter, id: 'dear' }, contracts: { ...contracts, commission: bps(1_000) } },
    ])
    const offer = fc.record({
      price: fc.bigInt(1n, 10n ** 9n),
      on: fc.constantFrom(null, 0, 1),
      marketplace: fc.constantFrom('opal', 'dear', 'unknown'),
      buyer: fc.constantFrom(YOU, idOf(77)),
      expiresAtSeconds: fc.constantFrom(null, 5n, 6n),
    })
    const netOf = ({ marketplace, priceOctas }: AnyOfferRow, royalty: bigint) =>
      priceOctas - (priceOctas * (marketplace === 'dear' ? 1_000n : 150n)) / 10_000n - (priceOctas * royalty) / 10_000n
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 6 }), fc.constantFrom(0n, 500n, 9_000n), (made, royalty) => {
        const offers = made.map(({ price, on, ...rest }, at) => offerOf(String(at), price, on, rest))
        const facts = { ...factsOf(1, offers), royaltyOf: () => bps(Number(royalty)), nowSeconds: 5n }
        const [planned] = planAcceptBid(YOU, askedOf(1), facts, both)
        const nets = offers
          .filter(({ tokenDataId, buyer }) => tokenDataId !== idOf(1) && buyer !== YOU)
          .filter(({ marketplace, expiresAtSeconds }) => marketplace !== 'unknown' && expiresAtSeconds !== 5n)
          .map((each) => netOf(each, royalty))
        const most = nets.reduce<bigint | null>((best, net) => (best === null || net > best ? net : best), null)
        const sold = planned?.reason === null ? planned.offer : null
        expect(sold === null ? null : netOf(sold, royalty)).toBe(most)
        const [token] = facts.tokens.values()
        if (token === undefined) throw new Error('One item is planned.')
        const shown = bestExit(YOU, token, offersOn(token, facts.offers, facts), facts, both)
        expect(shown?.netOctas ?? null).toBe(most)
      }),
      { numRuns: runs(200) },
    )
  })

  it('plans again without a bid that failed, and takes none that another item of the sale has', () => {
    const facts = factsOf(2, [
      offerOf('first', 1_000n, null),
      offerOf('second', 900n, null),
      offerOf('third', 800n, null),
    ])
    const asked = askedOf(2)
    const wanted = planAcceptBid(YOU, asked, facts, MARKETPLACES)
    const [failed] = wanted
    if (failed === undefined) throw new Error('Two items are planned.')
    const again = replanAcceptBid(YOU, asked, facts, MARKETPLACES)(new Map([[failed, REASONS.offerGone]]), wanted)
    expect(again?.map(({ offer }) => offer?.offerId)).toEqual(['third', 'second'])
  })
})
