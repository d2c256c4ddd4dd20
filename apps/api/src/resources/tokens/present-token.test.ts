import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presentAttributes, presentTopBid } from './present-token.ts'

const bid = (price: string, remaining = '1') => ({
  price,
  offerId: `offer-${price}`,
  marketplace: 'somewhere',
  remaining,
})

// @feature accept.top-bid, bids.top
describe('presentTopBid', () => {
  it('takes the bid on the token when it is higher than any on the collection, else that one, of any amounts', () => {
    const octas = fc.option(fc.bigInt(1n, 10n ** 19n))
    fc.assert(
      fc.property(octas, octas, (onToken, onCollection) => {
        const isTokenBid = onToken !== null && (onCollection === null || onToken > onCollection)
        const top = presentTopBid({
          topTokenBid: onToken === null ? null : bid(String(onToken)),
          topCollectionBid: onCollection === null ? null : bid(String(onCollection), '5'),
        })
        const price = isTokenBid ? onToken : onCollection
        expect(top?.price ?? null).toBe(price === null ? null : String(price))
        if (top !== null) expect([top.topTokenBid, top.offerId]).toEqual([isTokenBid, `offer-${price}`])
      }),
      {
        examples: [
          [5n, 5n],
          [100n, 99n],
          [null, null],
        ],
      },
    )
  })

  it('takes the bid on the token when it is higher', () => {
    expect(presentTopBid({ topTokenBid: bid('20'), topCollectionBid: bid('19', '5') })).toMatchObject({
      price: '20',
      topTokenBid: true,
    })
  })

  it('takes the collection bid when both are equal, or there is no other', () => {
    expect(presentTopBid({ topTokenBid: bid('20'), topCollectionBid: bid('20', '5') })).toMatchObject({
      topTokenBid: false,
      remainingTokenAmount: '5',
    })
    expect(presentTopBid({ topTokenBid: null, topCollectionBid: bid('7') })).toMatchObject({
      price: '7',
      topTokenBid: false,
    })
  })

  it('compares amounts, not text', () => {
    expect(presentTopBid({ topTokenBid: bid('100'), topCollectionBid: bid('99') })).toMatchObject({ price: '100' })
  })

  it('is null without bids', () => {
    expect(presentTopBid({ topTokenBid: null, topCollectionBid: null })).toBeNull()
  })
})

describe('presentAttributes', () => {
  it('prefers the metadata', () => {
    expect(presentAttributes([{ trait_type: 'Hat', value: 'Crown' }], { Hat: 'Cap' })).toEqual([
      { trait_type: 'Hat', value: 'Crown' },
    ])
  })

  it('falls back to the property map', () => {
    expect(presentAttributes(null, { Hat: 'Cap', Level: 3 })).toEqual([
      { trait_type: 'Hat', value: 'Cap' },
      { trait_type: 'Level', value: '3' },
    ])
  })

  it('leaves out what has another shape', () => {
    expect(presentAttributes([null, 7, { trait_type: 'Deep', value: { a: 1 } }, { value: 'x' }], null)).toEqual([])
    expect(presentAttributes('hello', ['a'])).toEqual([])
  })
})
