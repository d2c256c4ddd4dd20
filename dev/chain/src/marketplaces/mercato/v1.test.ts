import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import type { EntryFunctionPayload, PayloadArgument } from '@opal/domain/payload'
import type { TokenRefV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { mercatoAdapter } from '@opal/marketplaces/mercato/adapter'
import { call } from '@opal/marketplaces/mercato/listing-payloads'
import { MERCATO_PAYLOADS as P } from '@opal/marketplaces/mercato/payload'
import { beforeEach, describe, expect, it } from 'vitest'
import { optInDirectTransfer } from '../testing/memory-tokens-v1.ts'
import {
  ARTIST as artist,
  BUYER as buyer,
  COLLECTION_V1 as collection,
  SELLER as seller,
  TradeFixture,
  tokenV1,
} from '../testing/trade-fixture.ts'

const VERSION = 2n
const [first, second] = [tokenV1(1, VERSION), tokenV1(2, VERSION)]
const terms = { priceOctas: 1_000n, expiresAtSeconds: 9n }
const listing = { listingId: '', token: first, seller, priceOctas: 1_000n }

let fixture: TradeFixture
let octas: bigint
const contracts = mercatoAdapter.contracts.local as MarketplaceContracts
const send = (sender: Address, payload: EntryFunctionPayload | undefined) => fixture.send(sender, payload)
const held = (owner: Address, token: TokenRefV1) => fixture.heldV1(owner, token)

beforeEach(() => {
  const v1 = { propertyVersion: VERSION, isBuyerOpen: false }
  fixture = new TradeFixture(mercatoAdapter, 2, { numerator: 5n, denominator: 100n }, 'v1', contracts, v1)
  fixture.chain.fund(buyer, 10_000n)
  octas = fixture.chain.totalOctas()
})

describe('v1 tokens on mercato', () => {
  it('are held by the marketplace while listed, and returned', () => {
    send(seller, P.list?.(contracts, { kind: 'list', token: first, priceOctas: 1_000n }))
    expect(held(seller, first)).toBe(0n)
    send(seller, P.delist?.(contracts, { kind: 'delist', listing }))
    expect(held(seller, first)).toBe(1n)
  })

  it('are listed, repriced and bought in batches', () => {
    const items = [first, second].map((token) => ({ token, priceOctas: 1_000n }))
    const placed = send(seller, P['list-many']?.(contracts, items))
    expect(placed.map(({ kind }) => kind)).toEqual(['listing-placed', 'listing-placed'])
    const listings = [first, second].map((token) => ({ ...listing, token }))
    const repriced = listings.map((one) => ({ listing: one, priceOctas: 2_000n }))
    const moved = send(seller, P['update-price-many']?.(contracts, repriced))
    expect(moved.map((event) => [event.kind, event.priceOctas, 'listingId' in event && event.listingId])).toEqual(
      placed.map((event) => ['listing-placed', 2_000n, 'listingId' in event && event.listingId]),
    )
    const sold = send(buyer, P['buy-many']?.(contracts, listings))
    const split = { kind: 'listing-filled', seller, buyer, commissionOctas: 50n, royaltyOctas: 100n }
    expect(sold).toMatchObject([split, split])
    expect([first, second].map((token) => held(buyer, token))).toEqual([1n, 1n])
    expect(fixture.chain.totalOctas()).toBe(octas)
  })

  it('can be bought through the router', () => {
    send(seller, P.list?.(contracts, { kind: 'list', token: first, priceOctas: 1_000n }))
    const names = [[artist], ['Tide Pools'], [first.tokenName], ['2']]
    const args = [['1'], ['TradePort'], [seller], ['1000'], ...names, ['0'], ['0x0']]
    const [sold] = send(buyer, call(contracts, 'markets_v2::buy_tokens_v2', args))
    expect(sold).toMatchObject({ kind: 'listing-filled', buyer, priceOctas: 1_000n })
  })

  it('cannot be listed twice, nor sold or delisted by others', () => {
    const again = () => send(seller, P.list?.(contracts, { kind: 'list', token: first, priceOctas: 1n }))
    again()
    expect(again).toThrowError(/EALREADY_LISTED/)
    expect(() => send(buyer, P.delist?.(contracts, { kind: 'delist', listing }))).toThrowError(/ENOT_SELLER/)
    const unlisted = { ...listing, token: second }
    expect(() => send(buyer, P.buy?.(contracts, { kind: 'buy', listing: unlisted }))).toThrowError(/ENO_LISTING/)
  })

  it('are delivered to a bidder with an open store', () => {
    optInDirectTransfer(fixture.chain.peek(), buyer)
    const offer = bid(
      send(buyer, P['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: first, ...terms })),
    )
    expect(fixture.chain.totalOctas()).toBe(octas)
    const accept = P['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer, token: first })
    expect(send(seller, accept)).toMatchObject([
      { kind: 'token-offer-filled', commissionOctas: 25n, royaltyOctas: 50n },
    ])
    expect(held(buyer, first)).toBe(1n)
    expect(() => send(seller, accept)).toThrowError(/ENO_BID/)
  })

  it('wait to be claimed by a bidder with a closed store', () => {
    const offer = bid(
      send(buyer, P['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: first, ...terms })),
    )
    send(seller, P['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer, token: first }))
    expect([held(seller, first), held(buyer, first)]).toEqual([0n, 0n])
    const claim = call(contracts, 'biddings::claim_token', argumentsOf(first))
    expect(() => send(seller, claim)).toThrowError(/ENO_CLAIM/)
    send(buyer, claim)
    expect(held(buyer, first)).toBe(1n)
  })

  it('are sold into a collection bid, listed or not, until it is filled', () => {
    const place = { kind: 'place-collection-offer', collection, amount: 3n, ...terms } as const
    const offer = bid(send(buyer, P['place-collection-offer']?.(contracts, place)))
    expect(fixture.balanceOf(buyer)).toBe(7_000n)
    send(seller, P['accept-collection-offer']?.(contracts, { kind: 'accept-collection-offer', offer, token: second }))
    send(seller, P.list?.(contracts, { kind: 'list', token: first, priceOctas: 1_000n }))
    const args = [offer.offerId, 'TradePort', ...argumentsOf(first), '1000', '0']
    const both = send(seller, call(contracts, 'biddings::unlist_and_accept_collection_bid_v2', args))
    expect(both.map(({ kind }) => kind)).toEqual(['listing-cancelled', 'collection-offer-filled'])
    const [cancelled] = send(
      buyer,
      P['cancel-collection-offer']?.(contracts, { kind: 'cancel-collection-offer', offer }),
    )
    expect(cancelled).toMatchObject({ kind: 'collection-offer-cancelled', remainingAmount: 1n })
    expect(fixture.balanceOf(buyer)).toBe(8_000n)
    expect(fixture.chain.totalOctas()).toBe(octas)
  })

  it('number their bids one by one, each cancelled by its bidder and accepted with its token only', () => {
    const place = P['place-token-offer']?.(contracts, { kind: 'place-token-offer', token: first, ...terms })
    const [one, two] = [bid(send(buyer, place)), bid(send(buyer, place))]
    expect([one.offerId, two.offerId]).toEqual(['1', '2'])
    const cancel = P['cancel-token-offer']?.(contracts, { kind: 'cancel-token-offer', offer: one, token: first })
    expect(() => send(seller, cancel)).toThrowError(/ENOT_BUYER/)
    expect(send(buyer, cancel)).toMatchObject([{ kind: 'token-offer-cancelled', offerId: '1' }])
    const wrong = P['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer: two, token: second })
    expect(() => send(seller, wrong)).toThrowError(/EWRONG_TOKEN/)
  })
})

function argumentsOf(token: TokenRefV1): readonly PayloadArgument[] {
  return [token.creatorAddress, token.collectionName, token.tokenName, String(token.propertyVersion)]
}

function bid([placed]: readonly MarketEvent[]) {
  const { offerId, buyer: bidder, priceOctas } = placed as Extract<MarketEvent, { kind: 'token-offer-placed' }>
  return { offerId, buyer: bidder, priceOctas }
}
