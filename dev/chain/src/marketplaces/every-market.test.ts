import type { MarketEvent } from '@opal/domain/market-event'
import { bps } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import type { TokenRefV2 } from '@opal/domain/tokens/token-id'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../ledger/testing/test-chain.ts'
import { createMarketFixture } from '../testing/market-fixture.ts'

const marketplaces = contractsOf('local')
const PRICE = 123_456_789n

describe.each(marketplaces.filter(({ contracts }) => contracts.status === 'active'))('$adapter.id', (marketplace) => {
  const { id } = marketplace.adapter

  test('signs, places, reprices and sells a listing, with its price split to the octa', async () => {
    await using fixture = await createMarketFixture(1)
    const { chain, artist, seller, buyer } = fixture
    const token = fixture.tokens[0] as TokenRefV2
    const listing = { ...fixture.list(token, id, 1n), priceOctas: PRICE }
    const [moved] = fixture.trade(seller, id, { kind: 'update-price', listing, priceOctas: PRICE })
    expect(moved).toMatchObject({ kind: 'listing-placed', listingId: listing.listingId, priceOctas: PRICE })

    const before = [artist, seller].map((account) => chain.balance(addressOf(account)))
    const [sold] = fixture.trade(buyer, id, { kind: 'buy', listing })
    const split = splitPrice(PRICE, marketplace.contracts.commission, bps(500))
    expect(sold).toMatchObject({
      marketplace: id,
      kind: 'listing-filled',
      buyer: addressOf(buyer),
      commissionOctas: split.commissionOctas,
    })
    const gained = [artist, seller].map((account, at) => chain.balance(addressOf(account)) - (before[at] ?? 0n))
    expect(gained).toEqual([split.royaltyOctas, split.sellerOctas])
    expect(fixture.ownerOf(token)).toBe(addressOf(buyer))
  })

  test('places, cancels and accepts offers', async () => {
    await using fixture = await createMarketFixture(1)
    const { seller, buyer } = fixture
    const token = fixture.tokens[0] as TokenRefV2
    const terms = { priceOctas: PRICE, expiresAtSeconds: 1_800_000_000n }
    const [first] = fixture.trade(buyer, id, { kind: 'place-token-offer', token, ...terms })
    const offer = { offerId: offerIdOf(first), buyer: addressOf(buyer), priceOctas: PRICE }
    const [cancelled] = fixture.trade(buyer, id, { kind: 'cancel-token-offer', offer, token })
    expect(cancelled).toMatchObject({ kind: 'token-offer-cancelled', offerId: offer.offerId })

    const [second] = fixture.trade(buyer, id, { kind: 'place-token-offer', token, ...terms })
    const again = { ...offer, offerId: offerIdOf(second) }
    const [accepted] = fixture.trade(seller, id, { kind: 'accept-token-offer', offer: again, token })
    expect(accepted).toMatchObject({ kind: 'token-offer-filled', seller: addressOf(seller), priceOctas: PRICE })

    const bid = fixture.bid(seller, id, PRICE)
    const [filled] = fixture.trade(buyer, id, { kind: 'accept-collection-offer', offer: bid, token })
    expect(filled).toMatchObject({ kind: 'collection-offer-filled', seller: addressOf(buyer), remainingAmount: 0n })
    expect(fixture.ownerOf(token)).toBe(addressOf(seller))
  })
})

function offerIdOf(event: MarketEvent | undefined): string {
  if (event === undefined || !('offerId' in event)) throw new Error('No offer was placed.')
  return event.offerId
}
