import { parseAddress } from '@opal/domain/address'
import type { MarketplaceListing } from '@opal/domain/intent'
import { sumOctas } from '@opal/domain/prices/octas'
import { bps } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { type TokenRef, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { bestOffer } from '@opal/marketplaces/aggregator/best-offer'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { delistAndListMany, instantSell, purchaseMany } from '@opal/marketplaces/aggregator/payloads'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import {
  ACTIVE_MARKETPLACES,
  createMarketFixture,
  eventsOf,
  gasOf,
  type MarketFixture,
  requireSuccess,
} from '../../testing/market-fixture.ts'

const place = { marketplaces: contractsOf('local'), aggregator: aggregatorOn('local'), canCompose: false }
/** Open marketplaces that the aggregator reaches. */
const REACHED = ACTIVE_MARKETPLACES.filter((deployed) =>
  place.marketplaces.some(({ adapter }) => adapter.id === deployed && adapter.aggregatorSupport !== undefined),
)
/** Those from which it moves v2 tokens to ours. */
const MOVABLE = ACTIVE_MARKETPLACES.filter((deployed) =>
  place.marketplaces.some(
    ({ adapter }) => adapter.id === deployed && adapter.aggregatorSupport?.delists.includes('v2'),
  ),
)
const PRICES = [123_456_789n, 98_765_431n, 55_555_555n, 10_000_001n, 70_000_003n]
const ROYALTY = bps(500)

function listEverywhere(fixture: MarketFixture): readonly MarketplaceListing[] {
  return fixture.tokens.map((token, at) => fixture.list(token, REACHED[at % REACHED.length] ?? '', PRICES[at] ?? 1n))
}

function sharesOf({ marketplace, priceOctas }: { marketplace: string; priceOctas: bigint }) {
  const deployed = contractsOf('local').find(({ adapter }) => adapter.id === marketplace)
  return splitPrice(priceOctas, deployed?.contracts.commission ?? bps(0), ROYALTY)
}

const OLD = 'Old Pools'

/** Mints a v1 token to the seller. */
function mintOld({ chain, artist, seller }: MarketFixture): TokenRef {
  const creator = addressOf(artist)
  const open = [true, true, true]
  requireSuccess(chain.send(seller, '0x3::token::opt_in_direct_transfer', [true]))
  requireSuccess(chain.send(artist, '0x3::token::create_collection_script', [OLD, '', '', 0n, open]))
  const args = [OLD, 'Old #1', '', 1n, 0n, '', creator, 100n, 5n, [...open, true, true], [], [], []]
  requireSuccess(chain.send(artist, '0x3::token::create_token_script', args))
  requireSuccess(
    chain.send(artist, '0x3::token::transfer_with_opt_in', [creator, OLD, 'Old #1', 0n, addressOf(seller), 1n]),
  )
  const tokenDataId = tokenDataIdV1(creator, OLD, 'Old #1')
  return {
    standard: 'v1',
    tokenDataId,
    creatorAddress: creator,
    collectionName: OLD,
    tokenName: 'Old #1',
    propertyVersion: 0n,
  }
}

describe('purchase_many', () => {
  test('buys at all marketplaces in one transaction, one sale each, and the money adds up to the octa', async () => {
    await using fixture = await createMarketFixture(5)
    const listings = listEverywhere(fixture)
    expect(new Set(listings.map(({ marketplace }) => marketplace)).size).toBe(REACHED.length)
    const people = [fixture.artist, fixture.seller, fixture.buyer].map(addressOf)
    const before = people.map(fixture.chain.balance)
    const sent = fixture.chain.sendPayload(fixture.buyer, purchaseMany(place, { listings, isBestEffort: false }))
    expect(sent.info?.vmStatus).toBe('Executed successfully')
    const sales = eventsOf(sent)
    expect(sales).toMatchObject(
      listings.map(({ listingId, marketplace, priceOctas }) => ({
        kind: 'listing-filled',
        listingId,
        marketplace,
        priceOctas,
        buyer: addressOf(fixture.buyer),
        seller: addressOf(fixture.seller),
      })),
    )
    const [artist = 0n, seller = 0n, buyer = 0n] = people.map(
      (who, at) => fixture.chain.balance(who) - (before[at] ?? 0n),
    )
    const price = sumOctas(listings.map(({ priceOctas }) => priceOctas))
    expect(artist).toBe(sumOctas(listings.map((listing) => sharesOf(listing).royaltyOctas)))
    expect(seller).toBe(sumOctas(listings.map((listing) => sharesOf(listing).sellerOctas)))
    expect(-buyer).toBe(price + gasOf(sent))
    expect(sales.map((sale) => ('commissionOctas' in sale ? sale.commissionOctas : null))).toEqual(
      listings.map((listing) => sharesOf(listing).commissionOctas),
    )
    for (const token of fixture.tokens) expect(fixture.ownerOf(token)).toBe(addressOf(fixture.buyer))
  })

  test('buys nothing when one listing is gone', async () => {
    await using fixture = await createMarketFixture(4)
    const listings = listEverywhere(fixture)
    const gone = listings[1] as MarketplaceListing
    fixture.trade(fixture.seller, gone.marketplace, { kind: 'delist', listing: gone })
    const money = fixture.chain.balance(addressOf(fixture.seller))
    const sent = fixture.chain.sendPayload(fixture.buyer, purchaseMany(place, { listings, isBestEffort: false }))
    expect(sent.info?.success).toBe(false)
    expect(eventsOf(sent)).toEqual([])
    expect(fixture.chain.balance(addressOf(fixture.seller))).toBe(money)
    for (const token of fixture.tokens) expect(fixture.ownerOf(token)).not.toBe(addressOf(fixture.buyer))
  })

  test('does not pay a raised price', async () => {
    await using fixture = await createMarketFixture(2)
    const listings = fixture.tokens.map((token) => fixture.list(token, 'opal', 1_000n))
    const raised = { kind: 'update-price', listing: listings[1] as MarketplaceListing, priceOctas: 1_001n } as const
    fixture.trade(fixture.seller, 'opal', raised)
    expect(() => fixture.send(fixture.buyer, purchaseMany(place, { listings, isBestEffort: false }))).toThrow(
      /aggregator: EPRICE_ROSE\(0x30004\): The order costs more than the buyer agreed to/,
    )
  })

  test.each(REACHED)(
    'buys the v1 token that is named at %s, and no listing at the address named as its seller',
    async (at) => {
      await using fixture = await createMarketFixture(1)
      const { chain, seller, buyer } = fixture
      const old = mintOld(fixture)
      const listed = fixture.trade(seller, at, { kind: 'list', token: old, priceOctas: 1_000n })
      const [placed] = listed.filter(({ kind }) => kind === 'listing-placed')
      if (placed?.kind !== 'listing-placed') throw new Error('no listing was placed')
      const junk = fixture.list(fixture.tokens[0] as never, at, 900n)
      const listing = { marketplace: at, listingId: placed.listingId, token: old, priceOctas: 1_000n }
      const named = { ...listing, seller: parseAddress(junk.listingId) }
      const sent = chain.sendPayload(buyer, purchaseMany(place, { listings: [named], isBestEffort: false }))
      expect(sent.info?.vmStatus).toBe('Executed successfully')
      expect(eventsOf(sent)).toMatchObject([{ kind: 'listing-filled', token: { tokenDataId: old.tokenDataId } }])
    },
  )
})

describe('try_purchase_many', () => {
  test('skips missing, raised and too expensive listings, buys the others, and emits each result', async () => {
    await using fixture = await createMarketFixture(5)
    const listings = listEverywhere(fixture)
    const native = listings.filter(({ marketplace }) => marketplace === 'opal')
    const others = listings.filter(({ marketplace }) => marketplace !== 'opal')
    const [gone, raised] = [others[0] as MarketplaceListing, native[0] as MarketplaceListing]
    fixture.trade(fixture.seller, gone.marketplace, { kind: 'delist', listing: gone })
    fixture.trade(fixture.seller, 'opal', { kind: 'update-price', listing: raised, priceOctas: raised.priceOctas + 1n })
    const tooDear = fixture.list(fixture.tokens[listings.indexOf(gone)] as never, 'opal', 10n ** 12n)
    const wanted = [...listings, tooDear]
    const sent = fixture.chain.sendPayload(fixture.buyer, purchaseMany(place, { listings: wanted, isBestEffort: true }))
    expect(sent.info?.vmStatus).toBe('Executed successfully')
    const bought = listings.filter((listing) => listing !== gone && listing !== raised)
    expect(eventsOf(sent).map((sale) => 'listingId' in sale && sale.listingId)).toEqual(
      bought.map(({ listingId }) => listingId),
    )
    const results = (sent.user?.events ?? [])
      .filter(({ typeStr }) => typeStr?.endsWith('::aggregator::PurchaseTried'))
      .map(({ data }) => JSON.parse(data ?? '{}') as { outcome: number; paid: string })
    expect(results.map(({ outcome, paid }) => [outcome, paid])).toEqual(
      wanted.map((listing) => {
        if (listing === gone) return [1, '0']
        if (listing === raised) return [2, '0']
        return listing === tooDear ? [3, '0'] : [0, String(listing.priceOctas)]
      }),
    )
  })
})

describe('delist_and_list_many', () => {
  test('moves listings to our marketplace at new prices', async () => {
    await using fixture = await createMarketFixture(4)
    const items = fixture.tokens.map((token, at) => ({
      listing: fixture.list(token, MOVABLE[at % MOVABLE.length] ?? '', 1_000n),
      priceOctas: 2_000n + BigInt(at),
    }))
    const events = fixture.send(fixture.seller, delistAndListMany(place, { items }))
    expect(events.filter(({ kind }) => kind === 'listing-cancelled')).toMatchObject(
      items.map(({ listing }) => ({ listingId: listing.listingId, marketplace: listing.marketplace })),
    )
    expect(events.filter(({ kind }) => kind === 'listing-placed')).toMatchObject(
      items.map(({ priceOctas, listing }) => ({
        priceOctas,
        marketplace: 'opal',
        token: { tokenDataId: listing.token.tokenDataId },
      })),
    )
  })

  test.each(MOVABLE)('moves none from %s that would bring less than its seller saw', async (from) => {
    await using fixture = await createMarketFixture(2)
    const [one, two] = fixture.tokens.map((token) => fixture.list(token, from, 1_000n))
    if (one === undefined || two === undefined) throw new Error('two listings were placed')
    const move = (proceedsOctas: bigint) =>
      delistAndListMany(place, {
        items: [
          { listing: one, priceOctas: 10_000n, proceedsOctas: 1n },
          { listing: two, priceOctas: 10_000n, proceedsOctas },
        ],
      })
    const proceeds = sharesOf({ marketplace: 'opal', priceOctas: 10_000n }).sellerOctas
    expect(() => fixture.send(fixture.seller, move(proceeds + 1n))).toThrow(/EBRINGS_TOO_LITTLE/)
    const placed = fixture.send(fixture.seller, move(proceeds)).filter(({ kind }) => kind === 'listing-placed')
    expect(placed).toMatchObject([{ priceOctas: 10_000n }, { priceOctas: 10_000n }])
  })

  test('moves no listing of another seller', async () => {
    await using fixture = await createMarketFixture(1)
    const listing = fixture.list(fixture.tokens[0] as never, 'opal', 1_000n)
    expect(() =>
      fixture.send(fixture.buyer, delistAndListMany(place, { items: [{ listing, priceOctas: 1n }] })),
    ).toThrow(/ENOT_SELLER/)
  })
})

describe('instant_sell', () => {
  test('sells into the offer with the highest proceeds after fees', async () => {
    await using fixture = await createMarketFixture(1)
    const offers = REACHED.map((deployed) => ({
      ...fixture.bid(fixture.buyer, deployed, deployed === 'opal' ? 100_000_000n : 100_900_000n),
      tokenDataId: null,
      isPooled: false,
      expiresAtSeconds: null,
      placedAtMicros: 0n,
    }))
    const best = bestOffer(offers, place, { seller: addressOf(fixture.seller), royalty: ROYALTY, nowSeconds: 0n })
    expect(best?.offer.marketplace).toBe('opal')
    const [token] = fixture.tokens
    if (best === null || token === undefined) throw new Error('there is an offer and a token')
    // Gas apart: what the offers held and what the others received.
    const artist = fixture.chain.balance(addressOf(fixture.artist))
    const [sale] = fixture.send(fixture.seller, instantSell(place, { sales: [{ offer: best.offer, token }] }))
    expect(sale).toMatchObject({
      kind: 'collection-offer-filled',
      offerId: best.offer.offerId,
      seller: addressOf(fixture.seller),
    })
    expect(fixture.ownerOf(token)).toBe(addressOf(fixture.buyer))
    expect(fixture.chain.balance(addressOf(fixture.artist)) - artist).toBe(5_000_000n)
    expect(best.netOctas).toBe(100_000_000n - 5_000_000n - 1_500_000n)
  })
})
