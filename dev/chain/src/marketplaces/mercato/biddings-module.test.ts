import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { mercatoAdapter } from '@opal/marketplaces/mercato/adapter'
import { MERCATO_CONTRACTS } from '@opal/marketplaces/mercato/contracts'
import { call } from '@opal/marketplaces/mercato/listing-payloads'
import { expect, it } from 'vitest'
import { BUYER, COLLECTION, SELLER, TradeFixture } from '../testing/trade-fixture.ts'

const contracts = MERCATO_CONTRACTS.local as MarketplaceContracts

it('limits the number of bids in one transaction', () => {
  const fixture = new TradeFixture(mercatoAdapter, 1, null)
  const bids = (count: bigint) => call(contracts, 'biddings_v2::collection_bids', [COLLECTION, '1', String(count)])
  expect(fixture.send(BUYER, bids(1_000n))).toHaveLength(1_000)
  expect(() => fixture.send(BUYER, bids(2n ** 63n))).toThrowError(/ETOO_MANY_BIDS/)
})

it('sells a listed token into a collection bid in one call', () => {
  const fixture = new TradeFixture(mercatoAdapter, 1, { numerator: 5n, denominator: 100n })
  const [token] = fixture.tokens
  if (token === undefined) throw new TypeError('The fixture has no token.')
  const [listed] = fixture.trade(SELLER, { kind: 'list', token, priceOctas: 500n })
  const [placed] = fixture.send(BUYER, call(contracts, 'biddings_v2::collection_bid', [COLLECTION, '1000']))
  const [listing, bid] = [idOf(listed), idOf(placed)]
  const events = fixture.send(SELLER, call(contracts, 'biddings_v2::unlist_and_accept_collection_bid', [listing, bid]))
  expect(events).toMatchObject([
    { kind: 'listing-cancelled', priceOctas: 500n },
    { kind: 'collection-offer-filled', priceOctas: 1_000n, commissionOctas: 25n, royaltyOctas: 50n },
  ])
  expect(fixture.ownerOf(token)).toBe(BUYER)
})

function idOf(event: object | undefined): string {
  const { listingId, offerId } = event as { listingId?: string; offerId?: string }
  return listingId ?? offerId ?? ''
}
