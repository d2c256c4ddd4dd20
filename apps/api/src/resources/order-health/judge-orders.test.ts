import type { OwnListingRow, OwnOfferRow } from '@opal/store/queries/orders/own-orders'
import { describe, expect, it } from 'vitest'
import { judgeListing, judgeOffer, type ListingFacts, type OfferFacts } from './judge-orders.ts'

const DAY = 86_400_000_000n
const NOW = 1_000n * DAY
const order = { marketplace: 'opal', placedAtMicros: NOW, lastAtMicros: NOW, collectionId: '0xc' }

describe('a listing', () => {
  const listing: OwnListingRow = {
    ...order,
    listingId: '0x1',
    tokenDataId: '0x7',
    propertyVersion: 0n,
    seller: '0xa',
    priceOctas: 100n,
    validity: 'valid',
    terms: null,
    lastVersion: 1n,
    othersFloorOctas: null,
  }
  const facts: ListingFacts = {
    isMarketplaceOpen: true,
    isGone: false,
    netOctas: 90n,
    bidNetOctas: null,
    nowMicros: NOW,
  }
  const codes = (row: Partial<OwnListingRow>, changed: Partial<ListingFacts> = {}) =>
    judgeListing({ ...listing, ...row }, { ...facts, ...changed }).map(({ code }) => code)

  it('is fine from 80 % of what others ask', () => {
    expect(codes({})).toEqual([])
    expect(codes({ othersFloorOctas: 125n })).toEqual([])
    expect(codes({ othersFloorOctas: 126n })).toEqual(['far-below-floor'])
  })

  it('is dangerous once a bid brings more', () => {
    expect(codes({}, { bidNetOctas: 90n })).toEqual([])
    expect(judgeListing(listing, { ...facts, bidNetOctas: 91n })).toMatchObject([
      { code: 'below-bid', risk: 'high', comparedWith: '91' },
    ])
  })

  it('that cannot be bought has that issue, and none of its price', () => {
    const cheap = { othersFloorOctas: 1_000n }
    expect(codes({ ...cheap, validity: 'seller-lost-token' })).toEqual(['token-moved'])
    expect(codes({ ...cheap, validity: 'token-frozen' })).toEqual(['token-frozen'])
    expect(codes({ ...cheap, validity: 'marketplace-closed' })).toEqual(['marketplace-closed'])
    expect(codes(cheap, { isMarketplaceOpen: false })).toEqual(['marketplace-closed'])
    expect(codes(cheap, { isGone: true })).toEqual(['token-gone'])
  })

  // @feature orders.terms
  it('that is reserved has the price that was made for its buyer', () => {
    expect(codes({ validity: 'reserved', othersFloorOctas: 1_000n }, { bidNetOctas: 91n })).toEqual([])
  })

  it('is forgotten after 90 days without a change', () => {
    expect(codes({ placedAtMicros: 0n, lastAtMicros: NOW - 90n * DAY })).toEqual([])
    expect(codes({ lastAtMicros: NOW - 90n * DAY - 1n })).toEqual(['forgotten'])
    expect(codes({ lastAtMicros: 0n, othersFloorOctas: 126n })).toEqual(['far-below-floor', 'forgotten'])
  })
})

describe('an offer', () => {
  const offer: OwnOfferRow = {
    ...order,
    offerId: '0x2',
    tokenDataId: '0x7',
    propertyVersion: 0n,
    buyer: '0xa',
    priceOctas: 100n,
    wantedAmount: 1n,
    remainingAmount: 1n,
    isPooled: false,
    poolOctas: null,
    setRoot: null,
    expiresAtSeconds: NOW / 1_000_000n + 1n,
    tokenStandard: 'v2',
    validity: 'valid',
    othersAskOctas: null,
  }
  const facts: OfferFacts = { isMarketplaceOpen: true, isGone: false, isOwn: false, nowMicros: NOW }
  const codes = (row: Partial<OwnOfferRow>, changed: Partial<OfferFacts> = {}) =>
    judgeOffer({ ...offer, ...row }, { ...facts, ...changed }).map(({ code }) => code)

  it('is fine below what others ask', () => {
    expect(codes({})).toEqual([])
    expect(codes({ othersAskOctas: 101n })).toEqual([])
    expect(codes({ othersAskOctas: 100n })).toEqual(['above-listing'])
    expect(codes({ othersAskOctas: 100n, tokenDataId: null })).toEqual(['above-floor'])
  })

  it('on a set is fine above what others ask for the rest of the collection', () => {
    const onSet = { tokenDataId: null, setRoot: `0x${'5'.repeat(64)}` }
    expect(codes({ ...onSet, othersAskOctas: 1n })).toEqual([])
    expect(codes({ ...onSet, othersAskOctas: 1n, validity: 'unfunded' })).toEqual(['unfunded'])
  })

  it('that cannot be filled has that issue, and none of its price', () => {
    const dear = { othersAskOctas: 1n }
    expect(codes({ ...dear, expiresAtSeconds: NOW / 1_000_000n })).toEqual(['expired'])
    expect(codes({ ...dear, validity: 'unfunded' })).toEqual(['unfunded'])
    expect(codes({ ...dear, validity: 'bidder-refuses' })).toEqual(['bidder-refuses'])
    expect(codes({ ...dear, validity: 'marketplace-closed' })).toEqual(['marketplace-closed'])
    expect(codes({ ...dear, wantedAmount: 0n, remainingAmount: 0n, validity: 'exhausted' })).toEqual(['exhausted'])
    expect(codes(dear, { isMarketplaceOpen: false })).toEqual(['marketplace-closed'])
    expect(codes(dear, { isGone: true })).toEqual(['token-gone'])
  })

  it('for a token that is the bidder’s own is pointless', () => {
    expect(codes({ othersAskOctas: 1n }, { isOwn: true })).toEqual(['own-token'])
  })

  it('is forgotten after 90 days, where it has no end of its own', () => {
    const old = { lastAtMicros: NOW - 90n * DAY - 1n }
    expect(codes(old)).toEqual([])
    expect(codes({ ...old, expiresAtSeconds: null })).toEqual(['forgotten'])
  })
})
