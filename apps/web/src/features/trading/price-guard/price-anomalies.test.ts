import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offerPriceError } from '../bidding/bid-rules.ts'
import {
  anomalySentence,
  listingAnomaly as judgeListing,
  purchaseAnomaly as judgePurchase,
  saleAnomaly as judgeSale,
  listingUnderBid,
  type OthersReferences,
  offerAnomaly,
  type PriceReferences,
} from './price-anomalies.ts'
import { NOTHING, offerAnomalies, textOf } from './testing/known-references.ts'

/** The usual floor is the current one, and the collection was sold only as far as the token was. */
function withUsualFloor<Known extends { readonly floor: bigint | null }>(known: Known) {
  return { collectionSale: null, ...known, usualFloor: known.floor }
}

const listingAnomaly = (octas: bigint, known: Omit<OthersReferences, 'usualFloor' | 'collectionSale'>) =>
  judgeListing(octas, withUsualFloor(known))
/** Three listings or more make the trait floor. */
const purchaseAnomaly = (octas: bigint, known: Omit<PriceReferences, 'usualFloor' | 'collectionSale'>) =>
  judgePurchase(octas, { ...withUsualFloor(known), startingTraitFloor: known.traitFloor })
const saleAnomaly = (octas: bigint, known: Omit<PriceReferences, 'usualFloor' | 'collectionSale'>) =>
  judgeSale(octas, withUsualFloor(known))

// @feature list.fat-finger
describe('an anomalous listing price', () => {
  const floor = 7_500_000_000n
  const none = { floor: null, traitFloor: null, startingTraitFloor: null, lastSale: null }

  it('is half the floor or less: 0.75 typed for 75', () => {
    expect(listingAnomaly(75_000_000n, { ...none, floor })).toEqual({
      direction: 'below',
      reference: 'the floor',
      referenceOctas: floor,
    })
    expect(listingAnomaly(floor / 2n, { ...none, floor })?.direction).toBe('below')
    expect(listingAnomaly(floor / 2n + 1n, { ...none, floor })).toBeNull()
  })

  it('is twenty times the floor or more: 100 typed for 0.1', () => {
    expect(listingAnomaly(floor * 20n, { ...none, floor })?.direction).toBe('above')
    expect(listingAnomaly(floor * 20n - 1n, { ...none, floor })).toBeNull()
  })

  it('is far below the floor of its rare traits, though above the collection’s', () => {
    const traitFloor = floor * 10n
    expect(listingAnomaly(floor * 2n, { ...none, floor, traitFloor })).toEqual({
      direction: 'below',
      reference: 'the trait floor',
      referenceOctas: traitFloor,
    })
    expect(listingAnomaly(traitFloor * 2n, { ...none, floor, traitFloor })).toBeNull()
  })

  it('is at most half of a trait floor that three listings make, a fifth of what one or two hope for', () => {
    const octas = fc.bigInt({ min: 100_000n, max: 10n ** 12n })
    fc.assert(
      fc.property(octas, octas, octas, (price, hoped, made) => {
        const references = { ...none, traitFloor: made > hoped ? made : hoped, startingTraitFloor: made }
        const isFar = price * 2n <= made || price * 5n <= hoped
        expect(listingAnomaly(price, references)?.direction === 'below').toBe(isFar)
      }),
    )
  })

  it('is none of a token just bought at the floor, while two others ask far more for one of its common traits', () => {
    const bought = { floor: 895_000_000n, traitFloor: 3_070_000_000n, startingTraitFloor: 1_320_000_000n }
    for (const octas of [884_000_000n, 926_000_000n, 895_000_000n, 1_320_000_000n])
      expect(listingAnomaly(octas, { ...bought, lastSale: 884_000_000n })).toBeNull()
  })

  it('is compared with the last sale only when nothing is listed', () => {
    expect(listingAnomaly(1n, { ...none, lastSale: floor })?.reference).toBe('the last sale')
    expect(listingAnomaly(floor, { ...none, floor, lastSale: floor * 50n })).toBeNull()
    expect(listingAnomaly(1n, none)).toBeNull()
  })
})

// @feature list.fat-finger
it('a listing price is anomalous below the top bid, not at it or above', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n), fc.bigInt(1n, 10n ** 15n), (octas, topBid) => {
      const anomaly = listingUnderBid(octas, topBid)
      expect(anomaly !== null).toBe(octas < topBid)
      if (anomaly !== null) expect(anomalySentence('listing', 'It', octas, anomaly)).toContain('is below the top bid')
    }),
  )
  expect(listingUnderBid(1n, null)).toBeNull()
})

// @feature buy.fat-finger
describe('an anomalous purchase price', () => {
  const floor = 100_000_000n
  const none = { floor: null, traitFloor: null, lastSale: null }

  it('is five times the floor or more', () => {
    expect(purchaseAnomaly(floor * 5n, { ...none, floor })).toEqual({
      direction: 'above',
      reference: 'the floor',
      referenceOctas: floor,
    })
    expect(purchaseAnomaly(floor * 5n - 1n, { ...none, floor })).toBeNull()
  })

  it('is compared with the highest of floor, trait floor and last sale: a rare token may cost more', () => {
    const lastSale = floor * 10n
    expect(purchaseAnomaly(floor * 20n, { ...none, floor, lastSale })).toBeNull()
    expect(purchaseAnomaly(floor * 20n, { ...none, floor, traitFloor: floor * 5n })).toBeNull()
    expect(purchaseAnomaly(floor * 50n, { ...none, floor, lastSale })?.reference).toBe('the last sale')
  })

  it('is compared with the floors where the last sale is twenty times them, because two wallets can arrange it', () => {
    const lastSale = floor * 1_000n
    expect(purchaseAnomaly(floor * 999n, { ...none, floor, lastSale })?.reference).toBe('the floor')
    expect(purchaseAnomaly(floor * 999n, { ...none, floor, traitFloor: floor * 2n, lastSale })?.reference).toBe(
      'the trait floor',
    )
    expect(purchaseAnomaly(floor * 19n, { ...none, floor, lastSale: floor * 20n - 1n })).toBeNull()
    expect(purchaseAnomaly(floor * 19n, { ...none, floor, lastSale: floor * 20n })?.reference).toBe('the floor')
    // Nothing else is known, or only this listing.
    expect(purchaseAnomaly(floor * 999n, { ...none, lastSale })).toBeNull()
    expect(purchaseAnomaly(floor * 999n, { ...none, floor: floor * 999n, lastSale })).toBeNull()
  })

  it('ignores the listing itself as the floor', () => {
    const octas = floor * 50n
    expect(purchaseAnomaly(octas, { floor: octas, traitFloor: octas, lastSale: floor })?.reference).toBe(
      'the last sale',
    )
    expect(purchaseAnomaly(octas, { ...none, floor: octas })).toBeNull()
    expect(purchaseAnomaly(octas, none)).toBeNull()
  })
})

// @feature buy.fat-finger
it('a purchase price is not spared by a trait floor that fewer than three listings make, such as the seller’s own two', () => {
  const octas = fc.bigInt({ min: 100_000n, max: 10n ** 12n })
  fc.assert(
    fc.property(octas, octas, fc.option(octas), fc.option(octas), (price, floor, traitFloor, lastSale) => {
      const known = { ...NOTHING, floor, usualFloor: floor, lastSale }
      const judged = judgePurchase(price, known)
      expect(judgePurchase(price, { ...known, traitFloor })).toEqual(judged)
      // One that three make does, and so it is compared with.
      const made = traitFloor === null ? known : { ...known, traitFloor, startingTraitFloor: traitFloor }
      if (traitFloor !== null && traitFloor !== price && price < traitFloor * 5n && traitFloor < floor * 20n)
        expect(judgePurchase(price, made)).toBeNull()
    }),
  )
})

// @feature buy.fat-finger
it('nor by one of twenty times the floor or more, of whatever number of listings: they may all be the seller’s', () => {
  const octas = fc.bigInt({ min: 100_000n, max: 10n ** 12n })
  fc.assert(
    fc.property(octas, fc.bigInt(20n, 10n ** 4n), fc.bigInt(1n, 10n), octas, (floor, times, dearer, moment) => {
      const traitFloor = floor * times
      const known = { ...NOTHING, floor: moment < floor ? moment : floor, usualFloor: floor }
      const made = { ...known, traitFloor, startingTraitFloor: traitFloor }
      // Its last sale may be the seller's as well.
      for (const lastSale of [null, traitFloor, traitFloor * 3n])
        expect(judgePurchase(traitFloor * dearer, { ...made, lastSale })?.reference).toBe(
          known.floor === floor ? 'the floor' : 'the usual floor',
        )
    }),
    { examples: [[100_000_000n, 20n, 4n, 100_000_000n]] },
  )
})

// @feature accept.fat-finger
describe('an anomalous bid to accept', () => {
  const floor = 100_000_000n
  const none = { floor: null, traitFloor: null, lastSale: null }

  it('is half the floor or less', () => {
    expect(saleAnomaly(floor / 2n, { ...none, floor })?.reference).toBe('the floor')
    expect(saleAnomaly(floor / 2n + 1n, { ...none, floor, lastSale: floor * 9n })).toBeNull()
  })

  it('is a fifth of the trait floor or less: a rare token sold into a collection bid', () => {
    expect(saleAnomaly(floor, { ...none, floor, traitFloor: floor * 5n })).toEqual({
      direction: 'below',
      reference: 'the trait floor',
      referenceOctas: floor * 5n,
    })
    expect(saleAnomaly(floor, { ...none, floor, traitFloor: floor * 5n - 1n })).toBeNull()
  })

  it('is compared with the last sale only when nothing is listed', () => {
    expect(saleAnomaly(floor / 2n, { ...none, lastSale: floor })?.reference).toBe('the last sale')
    expect(saleAnomaly(1n, none)).toBeNull()
  })
})

// @feature trade.dust-references
describe('a reference below the minimum price', () => {
  const dust = fc.bigInt({ min: 0n, max: 99_999n })
  const maybe = fc.option(fc.oneof(dust, fc.bigInt({ min: 100_000n, max: 10n ** 12n })), { nil: null })
  const sound = (octas: bigint | null) => (octas !== null && octas < 100_000n ? null : octas)

  it('is ignored by every guard', () => {
    const references = fc.record({ floor: maybe, traitFloor: maybe, lastSale: maybe })
    fc.assert(
      fc.property(fc.bigInt({ min: 100_000n, max: 10n ** 12n }), references, (octas, known) => {
        const { floor, traitFloor, lastSale } = known
        const clean = { floor: sound(floor), traitFloor: sound(traitFloor), lastSale: sound(lastSale) }
        for (const judge of [purchaseAnomaly, saleAnomaly]) expect(judge(octas, known)).toEqual(judge(octas, clean))
        const made = {
          known: { ...known, startingTraitFloor: traitFloor },
          clean: { ...clean, startingTraitFloor: clean.traitFloor },
        }
        expect(listingAnomaly(octas, made.known)).toEqual(listingAnomaly(octas, made.clean))
        expect(offerAnomaly(octas, lastSale, floor)).toEqual(offerAnomaly(octas, sound(lastSale), sound(floor)))
        const texts = { lastSale: textOf(lastSale), topBid: null }
        expect(offerAnomalies('It', octas, { floor: textOf(floor), ...texts })).toEqual(
          offerAnomalies('It', octas, { floor: textOf(sound(floor)), ...texts }),
        )
        expect(offerPriceError('1', octas, floor)).toBe(offerPriceError('1', octas, sound(floor)))
      }),
      { seed: 20261123 },
    )
  })

  it('neither warns of a fair purchase nor hides a sale far below the last one', () => {
    const known = { floor: 1n, traitFloor: null, lastSale: 100_000_000n }
    expect(purchaseAnomaly(110_000_000n, { ...known, lastSale: null })).toBeNull()
    expect(saleAnomaly(10_000_000n, known)?.reference).toBe('the last sale')
  })
})

// @feature list.fat-finger, buy.fat-finger
it('writes any amount of its sentence exactly, with commas between thousands', () => {
  const anomaly = { direction: 'above', reference: 'the floor', referenceOctas: 100_000_000n } as const
  fc.assert(
    fc.property(
      fc.constantFrom(...(['listing', 'purchase', 'sale', 'offer'] as const)),
      fc.bigInt(1n, 10n ** 18n),
      (kind, octas) => {
        const [, written = ''] = /([\d,.]+) APT/.exec(anomalySentence(kind, 'It', octas, anomaly)) ?? []
        const [whole = '', fraction = ''] = written.split('.')
        expect(whole).toMatch(/^\d{1,3}(?:,\d{3})*$/)
        expect(BigInt(`${whole.replaceAll(',', '')}${fraction.padEnd(8, '0')}`)).toBe(octas)
      },
    ),
  )
})
