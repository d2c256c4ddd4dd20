import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offerPriceError } from '../bidding/bid-rules.ts'
import { offerAnomalies as judgeOffers } from '../bidding/offer-price-anomalies.ts'
import {
  anomalySentence,
  listingAnomaly as judgeListing,
  purchaseAnomaly as judgePurchase,
  saleAnomaly as judgeSale,
  type PriceAnomaly,
} from './price-anomalies.ts'
import { NOTHING, textOf } from './testing/known-references.ts'

// @feature trade.usual-floor
describe('a current floor below the usual one', () => {
  const octas = fc.bigInt({ min: 100_000n, max: 10n ** 12n })
  const others = fc.record({
    floor: octas,
    usualFloor: octas,
    traitFloor: fc.option(octas),
    startingTraitFloor: fc.option(octas),
    lastSale: fc.option(octas),
    collectionSale: fc.option(octas),
  })
  /** The reference of an anomaly, by any of its names. */
  const reference = (anomaly: PriceAnomaly | null) => anomaly && [anomaly.direction, anomaly.referenceOctas]

  it('changes no judgment of a listing, a sale or a purchase', () => {
    fc.assert(
      fc.property(octas, others, (price, known) => {
        fc.pre(known.floor <= known.usualFloor)
        const usual = { ...known, floor: known.usualFloor }
        expect(reference(judgeListing(price, known))).toEqual(reference(judgeListing(price, usual)))
        expect(reference(judgeSale(price, known))).toEqual(reference(judgeSale(price, usual)))
        // What would be compared with itself alone has a rule of its own.
        const others = [known.usualFloor, known.startingTraitFloor].filter((one) => one !== null && one !== price)
        if (others.length === 0 && known.lastSale === null) return
        expect(reference(judgePurchase(price, known))).toEqual(reference(judgePurchase(price, usual)))
      }),
      { numRuns: 500 },
    )
  })

  it('is what the price of the only lasting listing is compared with, where no trait and no sale says more', () => {
    fc.assert(
      fc.property(octas, octas, (floor, price) => {
        fc.pre(floor <= price)
        const known = { ...NOTHING, floor, usualFloor: price }
        const far = price >= floor * 5n ? ['above', floor] : null
        expect(reference(judgePurchase(price, known))).toEqual(far)
      }),
    )
  })

  it('hides no price at most half of it or of the last sale, where no listing lasts', () => {
    fc.assert(
      fc.property(octas, octas, fc.option(octas), (price, floor, lastSale) => {
        const known = { ...NOTHING, floor, lastSale }
        const most = lastSale === null || floor > lastSale ? floor : lastSale
        for (const judge of [judgeListing, judgeSale])
          expect(judge(price, known)?.direction === 'below').toBe(price * 2n <= most)
      }),
    )
  })

  it('is named apart from the floor that the page shows', () => {
    const anomaly = judgeListing(200_000_000n, { ...NOTHING, floor: 1_000_000n, usualFloor: 600_000_000n })
    expect(anomaly && anomalySentence('listing', 'It', 200_000_000n, anomaly)).toBe(
      'It at 2 APT is at most half of the usual floor (6 APT).',
    )
  })

  it('refuses no offer below the usual floor, and has it confirmed where an item is for sale at it or less', () => {
    fc.assert(
      fc.property(octas, octas, fc.option(octas), (price, floor, usual) => {
        fc.pre(usual === null || floor <= usual)
        const known = { floor: String(floor), usualFloor: usual, lastSale: null, topBid: null }
        expect(offerPriceError('1', price, usual) === null).toBe(usual === null || price < usual)
        const isForSale = price >= floor && (usual === null || price < usual)
        expect(judgeOffers('It', price, known)).toHaveLength(isForSale ? 1 : 0)
      }),
    )
  })
})

// @feature buy.fat-finger, list.fat-finger, accept.fat-finger, bid.fat-finger
describe('the last sale of a collection', () => {
  const octas = fc.bigInt({ min: 100_000n, max: 10n ** 12n })
  const dust = fc.bigInt({ min: 0n, max: 99_999n })

  it('replaces that of a token that was never sold, or for next to nothing', () => {
    fc.assert(
      fc.property(octas, fc.option(dust), octas, (price, lastSale, collectionSale) => {
        const known = { ...NOTHING, lastSale, collectionSale }
        const isLow = price * 2n <= collectionSale
        const far = price >= collectionSale * 5n
        for (const judge of [judgeListing, judgeSale]) expect(judge(price, known)?.direction === 'below').toBe(isLow)
        expect(judgePurchase(price, known)?.reference).toBe(far ? 'the collection’s last sale' : undefined)
        const texts = { floor: null, topBid: null, lastSale: textOf(lastSale), collectionSale: textOf(collectionSale) }
        const [offer] = judgeOffers('It', price, { ...texts, usualFloor: null })
        expect(offer?.sentence.includes('at least 5 times the collection’s last sale')).toBe(far ? true : undefined)
      }),
    )
  })

  it('says nothing where the token itself was sold', () => {
    fc.assert(
      fc.property(octas, octas, octas, fc.option(octas), (price, lastSale, collectionSale, floor) => {
        const known = { ...NOTHING, lastSale, floor }
        for (const judge of [judgeListing, judgeSale, judgePurchase])
          expect(judge(price, { ...known, collectionSale })).toEqual(judge(price, known))
        const texts = { floor: textOf(floor), topBid: null, lastSale: textOf(lastSale), usualFloor: floor }
        const offers = judgeOffers('It', price, texts)
        expect(judgeOffers('It', price, { ...texts, collectionSale: textOf(collectionSale) })).toEqual(offers)
      }),
    )
  })

  it('spares no purchase its confirmation that another price asks for', () => {
    fc.assert(
      fc.property(octas, octas, fc.option(octas), octas, (price, floor, made, collectionSale) => {
        const known = { ...NOTHING, floor, usualFloor: floor, traitFloor: made, startingTraitFloor: made }
        if (judgePurchase(price, known) !== null)
          expect(judgePurchase(price, { ...known, collectionSale })).not.toBeNull()
      }),
    )
  })

  it('bounds the floor that one hopeful seller makes of a token that was never sold', () => {
    fc.assert(
      fc.property(octas, fc.bigInt(20n, 10n ** 4n), fc.bigInt(1n, 100n), (collectionSale, times, part) => {
        const floor = collectionSale * times
        const price = (floor * part) / 101n
        const texts = { floor: String(floor), topBid: null, lastSale: null, collectionSale: String(collectionSale) }
        expect(judgeOffers('It', price, { ...texts, usualFloor: floor })).toHaveLength(
          price >= collectionSale * 5n ? 1 : 0,
        )
      }),
    )
  })
})
