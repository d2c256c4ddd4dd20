import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TokenRefV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { topazAdapter } from '@opal/marketplaces/topaz/adapter'
import { TOPAZ_PAYLOADS as P } from '@opal/marketplaces/topaz/payload'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ARTIST as artist,
  BUYER as buyer,
  COLLECTION_V1 as collection,
  SELLER as seller,
  TradeFixture,
  tokenV1,
} from '../testing/trade-fixture.ts'

const [first, second] = [tokenV1(1), tokenV1(2)]
const listing = { listingId: '1', token: first, seller, priceOctas: 1_000n }

let fixture: TradeFixture
let octas: bigint
const contracts = topazAdapter.contracts.local as MarketplaceContracts
const send = (sender: Address, payload: EntryFunctionPayload | undefined) => fixture.send(sender, payload)
const held = (owner: Address, token: TokenRefV1) => fixture.heldV1(owner, token)

beforeEach(() => {
  const v1 = { isBuyerOpen: false }
  fixture = new TradeFixture(topazAdapter, 2, { numerator: 5n, denominator: 100n }, 'v1', contracts, v1)
  octas = fixture.chain.totalOctas()
})

describe('topaz', () => {
  it('sells many listings at once, each split separately', () => {
    const listings = [first, second].map((token, at) => {
      send(seller, P.list?.(contracts, { kind: 'list', token, priceOctas: 1_000n }))
      return { ...listing, token, listingId: String(at + 1) }
    })
    const sold = send(buyer, P['buy-many']?.(contracts, listings))
    expect(sold).toMatchObject(
      listings.map(({ listingId }) => ({ kind: 'listing-filled', listingId, commissionOctas: 25n, royaltyOctas: 50n })),
    )
    expect([first, second].map((token) => held(buyer, token))).toEqual([1n, 1n])
    expect(fixture.chain.totalOctas()).toBe(octas)
  })

  it('sells listed tokens at their price only, and delists for the seller only', () => {
    send(seller, P.list?.(contracts, { kind: 'list', token: first, priceOctas: 1_000n }))
    const buy = (terms: object) => send(buyer, P.buy?.(contracts, { kind: 'buy', listing: { ...listing, ...terms } }))
    expect(() => buy({ priceOctas: 999n })).toThrowError(/EWRONG_PRICE/)
    expect(() => buy({ token: second })).toThrowError(/ENO_LISTING/)
    expect(() => send(buyer, P.delist?.(contracts, { kind: 'delist', listing }))).toThrowError(/ENO_LISTING/)
    expect(() => send(seller, P.list?.(contracts, { kind: 'list', token: first, priceOctas: 1n }))).toThrowError(
      /EALREADY_LISTED/,
    )
  })

  it('puts a sold token in the inbox of a buyer with a closed store', () => {
    const place = { kind: 'place-collection-offer', collection, ...terms(), amount: 2n } as const
    const offer = bid(send(buyer, P['place-collection-offer']?.(contracts, place)))
    send(seller, P['accept-collection-offer']?.(contracts, { kind: 'accept-collection-offer', offer, token: first }))
    expect([held(seller, first), held(buyer, first)]).toEqual([0n, 0n])
    const claim = callWith('inbox::claim_script', [artist, 'Tide Pools', first.tokenName, '0'])
    expect(() => send(seller, claim)).toThrowError(/ENO_CLAIM/)
    expect(send(buyer, claim)).toEqual([])
    expect(held(buyer, first)).toBe(1n)
  })

  it('fills no bid after its expiration, for another token, or twice; only its buyer cancels it', () => {
    const place = { kind: 'place-token-offer', token: first, ...terms() } as const
    const offer = bid(send(buyer, P['place-token-offer']?.(contracts, place)))
    const accept = (token: TokenRefV1) =>
      send(seller, P['accept-token-offer']?.(contracts, { kind: 'accept-token-offer', offer, token }))
    expect(() => accept(second)).toThrowError(/EWRONG_TOKEN/)
    const cancel = P['cancel-token-offer']?.(contracts, { kind: 'cancel-token-offer', offer, token: first })
    expect(() => send(seller, cancel)).toThrowError(/ENOT_BUYER/)
    fixture.chain.nowSeconds = 2_000_000_000n
    expect(() => accept(first)).toThrowError(/EEXPIRED/)
    expect(send(buyer, cancel)).toMatchObject([{ kind: 'token-offer-cancelled', offerId: '1' }])
    expect(() => send(buyer, cancel)).toThrowError(/ENO_BID/)
    expect(fixture.chain.totalOctas()).toBe(octas)
  })

  it('accepts APT only, and one token at a time', () => {
    const list = P.list?.(contracts, { kind: 'list', token: first, priceOctas: 1_000n }) as EntryFunctionPayload
    const foreign = { ...list, typeArguments: ['0xbad::coin::Coin'] }
    expect(() => send(seller, foreign)).toThrowError(/ECOIN_STORE_NOT_PUBLISHED/)
    const two = { ...list, functionArguments: list.functionArguments.with(1, '2') }
    expect(() => send(seller, two)).toThrowError(/EONE_AT_A_TIME/)
  })
})

function terms() {
  return { priceOctas: 1_000n, expiresAtSeconds: 1_900_000_000n }
}

function callWith(name: `${string}::${string}`, functionArguments: readonly string[]): EntryFunctionPayload {
  return { function: `${contracts.packageAddress}::${name}`, typeArguments: [], functionArguments }
}

function bid([placed]: readonly MarketEvent[]) {
  const { offerId, buyer: bidder, priceOctas } = placed as Extract<MarketEvent, { kind: 'token-offer-placed' }>
  return { offerId, buyer: bidder, priceOctas }
}
