import { type Address, parseAddress } from '@opal/domain/address'
import type { PayloadArgument } from '@opal/domain/payload'
import { splitPrice } from '@opal/domain/prices/sale-split'
import type { TokenRefV1 } from '@opal/domain/tokens/token-id'
import { bluemoveAdapter } from '@opal/marketplaces/bluemove/adapter'
import { FEE_RECEIVER_V1, PACKAGE_V1 } from '@opal/marketplaces/bluemove/contracts'
import { BLUEMOVE_PAYLOADS as P } from '@opal/marketplaces/bluemove/payload'
import { beforeEach, describe, expect, it } from 'vitest'
import { ARTIST, BUYER, SELLER, TradeFixture } from '../../testing/trade-fixture.ts'

const ROYALTY = { numerator: 5n, denominator: 100n }
const PRICE = 1_000_000n
const HOUR = '3600'

let fixture: TradeFixture
let first: TokenRefV1
let second: TokenRefV1
let octas: bigint

beforeEach(() => {
  fixture = new TradeFixture(bluemoveAdapter, 2, ROYALTY, 'v1')
  ;[first, second] = fixture.tokens as [TokenRefV1, TokenRefV1]
  octas = fixture.chain.totalOctas()
})

describe('listings of v1 tokens', () => {
  it('are placed and bought in batches, with each price split to the octa', () => {
    const items = [first, second].map((token, at) => ({ token, priceOctas: PRICE + BigInt(at) }))
    const placed = fixture.send(SELLER, required(P['list-many']?.(fixture.contracts, items)))
    expect(placed).toMatchObject(
      items.map(({ priceOctas }) => ({ kind: 'listing-placed', seller: SELLER, priceOctas })),
    )
    const listings = items.map((item) => ({ ...item, listingId: '', seller: SELLER }))
    const before = fixture.balanceOf(SELLER)
    const sold = fixture.send(BUYER, required(P['buy-many']?.(fixture.contracts, listings)))
    const splits = items.map(({ priceOctas }) => splitPrice(priceOctas, fixture.contracts.commission, ROYALTY))
    expect(sold).toMatchObject(
      splits.map(({ commissionOctas, royaltyOctas }) => ({
        kind: 'listing-filled',
        buyer: BUYER,
        seller: null,
        commissionOctas,
        royaltyOctas,
      })),
    )
    expect(fixture.balanceOf(SELLER) - before).toBe(splits.reduce((sum, { sellerOctas }) => sum + sellerOctas, 0n))
    expect(fixture.balanceOf(FEE_RECEIVER_V1)).toBe(50_000n)
    expect([first, second].map((token) => fixture.ownerOf(token))).toEqual([BUYER, BUYER])
  })

  it('can be changed by the seller only, and placed once', () => {
    fixture.trade(SELLER, { kind: 'list', token: first, priceOctas: PRICE })
    const listing = { listingId: '', token: first, seller: SELLER, priceOctas: PRICE }
    expect(() => fixture.trade(SELLER, { kind: 'list', token: first, priceOctas: 1n })).toThrowError(/EALREADY_LISTED/)
    expect(() => fixture.trade(BUYER, { kind: 'delist', listing })).toThrowError(/ENOT_SELLER/)
    expect(() => fixture.trade(BUYER, { kind: 'update-price', listing, priceOctas: 1n })).toThrowError(/ENOT_SELLER/)
    expect(() => fixture.trade(BUYER, { kind: 'buy', listing: { ...listing, token: second } })).toThrowError(
      /ENO_LISTING/,
    )
  })
})

describe('offers for v1 tokens, placed as we infer', () => {
  it('can be accepted, and the token claimed', () => {
    const offer = place('inittialize_offer', [...namesOf(first), '0', String(PRICE), HOUR], 'token-offer-placed')
    expect(fixture.chain.totalOctas()).toBe(octas)
    const wrong = { kind: 'accept-token-offer', offer, token: second } as const
    expect(() => fixture.trade(SELLER, wrong)).toThrowError(/EWRONG_TOKEN/)
    const [filled] = fixture.trade(SELLER, { kind: 'accept-token-offer', offer, token: first })
    const split = { commissionOctas: 25_000n, royaltyOctas: 50_000n }
    expect(filled).toMatchObject({ kind: 'token-offer-filled', offerId: offer.offerId, seller: SELLER, ...split })
    expect(fixture.balanceOf(ARTIST)).toBe(50_000n)
    expect(fixture.ownerOf(first)).toBeNull()
    expect(() => run(SELLER, 'claim_offer_token', [offer.offerId])).toThrowError(/ENOT_OFFERER/)
    run(BUYER, 'claim_offer_token', [offer.offerId])
    expect(fixture.ownerOf(first)).toBe(BUYER)
    expect(fixture.chain.totalOctas()).toBe(octas)
  })

  it('can be cancelled by the buyer, and expire', () => {
    const offer = place('inittialize_offer', [...namesOf(first), '0', String(PRICE), HOUR], 'token-offer-placed')
    const back = { kind: 'cancel-token-offer', offer, token: first } as const
    expect(() => fixture.trade(SELLER, back)).toThrowError(/ENOT_OFFERER/)
    fixture.chain.nowSeconds = 1_700_003_600n
    expect(() => fixture.trade(SELLER, { kind: 'accept-token-offer', offer, token: first })).toThrowError(/EEXPIRED/)
    expect(fixture.trade(BUYER, back)).toMatchObject([{ kind: 'token-offer-cancelled', offerId: offer.offerId }])
    expect(() => fixture.trade(BUYER, back)).toThrowError(/ENO_OFFER/)
    expect(fixture.chain.totalOctas()).toBe(octas)
  })

  it('for a collection buy its tokens one by one, and refund the rest', () => {
    const args = [ARTIST, first.collectionName, String(PRICE), '3', HOUR]
    const offer = place('inittialize_offer_collection', args, 'collection-offer-placed')
    for (const token of [first, second]) {
      const [filled] = fixture.trade(SELLER, { kind: 'accept-collection-offer', offer, token })
      expect(filled).toMatchObject({ kind: 'collection-offer-filled', offerId: offer.offerId, seller: SELLER })
      expect(filled).toMatchObject({ token: { tokenDataId: token.tokenDataId }, commissionOctas: 25_000n })
    }
    const [cancelled] = fixture.trade(BUYER, { kind: 'cancel-collection-offer', offer })
    expect(cancelled).toMatchObject({ kind: 'collection-offer-cancelled', remainingAmount: 1n, priceOctas: PRICE })
    for (const token of [second, first]) {
      run(BUYER, 'claim_offer_collection_item', [offer.offerId, token.tokenName, '0'])
      expect(fixture.ownerOf(token)).toBe(BUYER)
    }
    expect(() => run(BUYER, 'claim_offer_collection_item', [offer.offerId, first.tokenName, '0'])).toThrowError(
      /ENO_CLAIM/,
    )
    expect(fixture.chain.totalOctas()).toBe(octas)
  })

  it('for a collection reject tokens of another', () => {
    const args = [parseAddress('0xa2'), first.collectionName, String(PRICE), '1', HOUR]
    const offer = place('inittialize_offer_collection', args, 'collection-offer-placed')
    const sale = { kind: 'accept-collection-offer', offer, token: first } as const
    expect(() => fixture.trade(SELLER, sale)).toThrowError(/EWRONG_TOKEN/)
  })
})

/** The buyer places an offer, with the money and for as long as the event says. */
function place(name: string, args: readonly PayloadArgument[], kind: string) {
  const [placed] = run(BUYER, name, args)
  expect(placed).toMatchObject({ kind, buyer: BUYER, priceOctas: PRICE, expiresAtSeconds: 1_700_003_600n })
  const { offerId } = placed as unknown as { readonly offerId: string }
  return { offerId, buyer: BUYER, priceOctas: PRICE }
}

function run(sender: Address, name: string, functionArguments: readonly PayloadArgument[]) {
  return fixture.send(sender, {
    function: `${PACKAGE_V1}::marketplaceV2::${name}`,
    typeArguments: [],
    functionArguments,
  })
}

function namesOf({ creatorAddress, collectionName, tokenName }: TokenRefV1) {
  return [creatorAddress, collectionName, tokenName]
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('The marketplace has no such call.')
  return value
}
