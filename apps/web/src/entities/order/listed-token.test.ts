import type { Listing } from '@opal/contract/shapes/orders'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testingDetail } from '../../testing/testing-detail.ts'
import { NO_TERMS, testingListing } from '../../testing/testing-item.ts'
import { isForSaleTo, listedToken, listingFor, openListing } from './listed-token.ts'

const OWNER = `0x${'a'.repeat(64)}`
const VIEWER = `0x${'b'.repeat(64)}`
const OTHER = `0x${'c'.repeat(64)}`
const { tokenDataId } = testingDetail()

/** A falling price is a listing that everyone can buy. */
const FALLING = { startPrice: '900', endPrice: '1', fallsFromSeconds: '1', fallsUntilSeconds: '9' }

const states = fc.constantFrom<Partial<Listing>>(
  {},
  { terms: { ...NO_TERMS, ...FALLING } },
  { validity: 'expired', terms: { ...NO_TERMS, expiresAtSeconds: '1' } },
  { validity: 'reserved', terms: { ...NO_TERMS, reservedFor: VIEWER } },
  { validity: 'reserved', terms: { ...NO_TERMS, reservedFor: OTHER } },
  { validity: 'token-frozen' },
  { validity: 'marketplace-closed' },
  { validity: 'seller-lost-token' },
  { validity: 'ended' },
)
const listings = fc
  .array(
    fc.record({
      state: states,
      price: fc.integer({ min: 1, max: 9 }),
      seller: fc.constantFrom(OWNER, VIEWER, OTHER),
      propertyVersion: fc.constantFrom('0', '3'),
    }),
    { maxLength: 5 },
  )
  .map((rows) =>
    rows.map(({ state, price, ...rest }, at) =>
      testingListing(tokenDataId, { ...rest, ...state, price: String(price), listingId: String(at) }),
    ),
  )
const wallet = (walletAddress: string) => ({ walletAddress, aptosName: null, isWalletAddress: true })

// @feature token.own-listing
describe('the listing by which a viewer sees a token', () => {
  it('is the own open one of a holder, whatever its state, and one that the viewer can buy for all others', () => {
    fc.assert(
      fc.property(
        listings,
        fc.constantFrom(null, OWNER, VIEWER, OTHER),
        fc.constantFrom(OWNER, OTHER),
        (all, viewer, holder) => {
          const found = listingFor(testingDetail({ listings: all, owner: wallet(holder) }), viewer)
          const isHolder = viewer === holder
          const fits = all.filter((one) =>
            isHolder
              ? one.seller === viewer && one.validity !== 'seller-lost-token' && one.validity !== 'ended'
              : one.seller !== viewer && isForSaleTo(one, viewer),
          )
          const valid = fits.filter(({ validity }) => validity === 'valid')
          const candidates = isHolder && valid.length > 0 ? valid : fits
          const least = Math.min(...candidates.map(({ price }) => Number(price)))
          expect(found === null).toBe(fits.length === 0)
          if (found !== null) {
            expect(candidates).toContain(found)
            expect(Number(found.price)).toBe(least)
          }
        },
      ),
    )
  })

  it('can be bought by everyone where it is valid, and by one wallet where it is reserved', () => {
    fc.assert(
      fc.property(listings, fc.constantFrom(null, VIEWER, OTHER), (all, viewer) => {
        for (const one of all) {
          const isBuyer = one.validity === 'reserved' && one.terms?.reservedFor === viewer
          expect(isForSaleTo(one, viewer)).toBe(one.validity === 'valid' || isBuyer)
        }
      }),
    )
  })

  it('is the cheapest that everyone can buy before a cheaper one that is reserved, of a seller', () => {
    const reserved = testingListing(tokenDataId, { price: '1', validity: 'reserved' })
    const plain = testingListing(tokenDataId, { price: '9' })
    expect(openListing([reserved, plain])).toBe(plain)
    expect(openListing([reserved])).toBe(reserved)
    expect(openListing([])).toBeNull()
  })
})

// @feature trade.editions
it.each(['7', '3', '0'])('takes the edition of the listing, whichever one the page shows: %s', (propertyVersion) => {
  const token = testingDetail({ propertyVersion })
  const listing = testingListing(tokenDataId, { marketplace: 'own', listingId: 'b', propertyVersion: '3', price: '5' })
  const listed = { marketplace: 'own', listingId: 'b', listedPropertyVersion: '3', listedPrice: '5' }
  expect(listedToken(token, listing)).toEqual({ ...token, ...listed })
  expect(listedToken(token, null)).toEqual({ ...token, marketplace: null, listingId: null, listedPrice: null })
})
