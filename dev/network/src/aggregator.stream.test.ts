import { addressOf } from '@opal/dev-chain/ledger/testing/test-chain'
import { sendComposed } from '@opal/dev-chain/testing/compose'
import { parseAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { NotOfferedError } from '@opal/domain/errors'
import type { MarketplaceListing, MarketplaceOffer } from '@opal/domain/intent'
import { splitPrice } from '@opal/domain/prices/sale-split'
import type { TokenRef, TokenStandard } from '@opal/domain/tokens/token-id'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { delistAndListMany, instantSell, purchaseMany } from '@opal/marketplaces/aggregator/payloads'
import { planBatch } from '@opal/marketplaces/aggregator/plan-batch'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents, wantedTypes } from '@opal/marketplaces/decode/decode-market-events'
import { buildPayload, isOffered } from '@opal/marketplaces/payload/build-payload'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTradingFixture, type FixtureToken, type TradingFixture } from './testing/trading-fixture.ts'

/** Closed marketplaces as well, as the aggregator's contract reaches them all. */
const OPEN = Object.fromEntries(MARKETPLACES.map(({ id }) => [id, { status: 'active' as const }]))
const DEPLOYED = contractsOf('local', OPEN)
const AGGREGATOR = aggregatorOn('local')
const place = { marketplaces: DEPLOYED, aggregator: AGGREGATOR, canCompose: false }
const PRICES = [123_456_789n, 1_000_003n]

describe.each(['v1', 'v2'] as const)('%s tokens through the aggregator, as the stream shows it', (standard) => {
  let fixture: TradingFixture
  let start: bigint
  beforeAll(async () => {
    fixture = await createTradingFixture(standard)
    start = fixture.chain.ledger.mark()
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  test.each(pairs(sellingMarketplaces(standard)))('one sale per token bought at %s and %s', async (...pair) => {
    fixture.chain.ledger.returnTo(start)
    const [seller, buyer] = fixture.traders
    const items = sameCollection(fixture)
    const listings = []
    for (const [at, id] of pair.entries())
      listings.push(await list(fixture, items[at] as FixtureToken, id, PRICES[at] as bigint))
    const streamed = await fixture.send(buyer, purchaseMany(place, { listings, isBestEffort: false }))
    const { events, failures } = decodeMarketEvents(streamed, DEPLOYED)
    expect(failures).toEqual([])
    expect(events).toMatchObject(
      listings.map(({ listingId, marketplace, priceOctas, token }, at) => ({
        kind: 'listing-filled',
        listingId,
        marketplace,
        priceOctas,
        token: { tokenDataId: token.tokenDataId },
        // Where the event names no seller, the store takes it from the open listing.
        seller: deployed(marketplace).adapter.salesWithoutSeller?.includes(standard) ? null : addressOf(seller),
        buyer: addressOf(buyer),
        commissionOctas: splitAt(marketplace, priceOctas, items[at] as FixtureToken).commissionOctas,
      })),
    )
    for (const { ref } of items) expect(fixture.holds(addressOf(buyer), ref)).toBe(true)
  })

  test('a script buys as the aggregator does: one sale per token', async () => {
    fixture.chain.ledger.returnTo(start)
    const [first = '', second = ''] = sellingMarketplaces(standard)
    const items = sameCollection(fixture)
    const listings = [
      await list(fixture, items[0], first, PRICES[0] as bigint),
      await list(fixture, items[1], second, PRICES[1] as bigint),
    ]
    const [step] = planBatch(
      { kind: 'purchase-many', listings, isBestEffort: false, maxOctas: null },
      { ...place, aggregator: null, canCompose: true },
    )
    if (step?.kind !== 'script') throw new TypeError('Expected a script.')
    const sent = await sendComposed(fixture.chain, fixture.traders[1], step.calls)
    const streamed = await fixture.readBack(sent)
    expect(streamed.entryFunction).toBeNull()
    expect(decodeMarketEvents(streamed, DEPLOYED)).toMatchObject({
      failures: [],
      events: listings.map(({ listingId, marketplace, priceOctas }) => ({
        kind: 'listing-filled',
        listingId,
        marketplace,
        priceOctas,
        buyer: addressOf(fixture.traders[1]),
      })),
    })
  })

  test("the aggregator's result events are no market events, and not stored", async () => {
    fixture.chain.ledger.returnTo(start)
    const listings = []
    for (const [at, item] of sameCollection(fixture).entries())
      listings.push(await list(fixture, item, 'opal', PRICES[at] as bigint))
    const streamed = await fixture.send(fixture.traders[1], purchaseMany(place, { listings, isBestEffort: true }))
    const results = ownEvents(streamed)
    expect(results).toHaveLength(listings.length)
    expect(decodeMarketEvents(streamed, DEPLOYED).events).toHaveLength(listings.length)
    const { eventTypes, companionEventTypes } = wantedTypes(DEPLOYED)
    for (const { type } of results) expect([...eventTypes, ...companionEventTypes]).not.toContain(type)
  })

  test.each(delistingMarketplaces(standard))(
    'a listing at %s is moved to Opal: cancelled there, placed here',
    async (id) => {
      fixture.chain.ledger.returnTo(start)
      const [item] = sameCollection(fixture)
      const listing = await list(fixture, item, id, 500n)
      const payload = delistAndListMany(place, { items: [{ listing, priceOctas: 600n }] })
      const { events } = decodeMarketEvents(await fixture.send(fixture.traders[0], payload), DEPLOYED)
      const token = { tokenDataId: item.ref.tokenDataId }
      expect(events).toMatchObject([
        { kind: 'listing-cancelled', marketplace: id, listingId: listing.listingId, token },
        { kind: 'listing-placed', marketplace: 'opal', priceOctas: 600n, token },
      ])
    },
  )

  test.each(biddingMarketplaces(standard))('a token sold immediately into an offer at %s is one sale', async (id) => {
    fixture.chain.ledger.returnTo(start)
    const [seller, buyer] = fixture.traders
    const [item] = sameCollection(fixture)
    const offer = await bid(fixture, item, id, 1_000_003n)
    const payload = instantSell(place, { sales: [{ offer, token: item.ref }] })
    const { events } = decodeMarketEvents(await fixture.send(seller, payload), DEPLOYED)
    const sale = { kind: 'collection-offer-filled', marketplace: id, offerId: offer.offerId, priceOctas: 1_000_003n }
    expect(events).toMatchObject([{ ...sale, seller: addressOf(seller), buyer: addressOf(buyer) }])
    expect(fixture.holds(addressOf(buyer), item.ref)).toBe(true)
  })
})

/** Two tokens of one collection, with a royalty that does not come out even. */
function sameCollection({ tokens }: TradingFixture): readonly [FixtureToken, FixtureToken] {
  const [first, second] = tokens.filter(({ royalty }) => royalty.numerator === 777n)
  if (first === undefined || second === undefined) throw new TypeError('The fixture has two such tokens.')
  return [first, second]
}

async function list(
  fixture: TradingFixture,
  { ref }: FixtureToken,
  id: string,
  priceOctas: bigint,
): Promise<MarketplaceListing> {
  const [seller] = fixture.traders
  const payload = buildPayload(deployed(id), { kind: 'list', token: ref, priceOctas })
  const [placed] = decodeMarketEvents(await fixture.send(seller, payload), DEPLOYED).events
  if (placed?.kind !== 'listing-placed') throw new Error(`${id} placed no listing`)
  return { listingId: placed.listingId, token: ref, seller: addressOf(seller), priceOctas, marketplace: id }
}

async function bid(
  fixture: TradingFixture,
  { collection }: FixtureToken,
  id: string,
  priceOctas: bigint,
): Promise<MarketplaceOffer> {
  const buyer = fixture.traders[1]
  const terms = { collection, priceOctas, amount: 1n, expiresAtSeconds: 1_900_000_000n }
  const payload = buildPayload(deployed(id), { kind: 'place-collection-offer', ...terms })
  const [placed] = decodeMarketEvents(await fixture.send(buyer, payload), DEPLOYED).events
  if (placed?.kind !== 'collection-offer-placed') throw new Error(`${id} placed no offer`)
  return { offerId: placed.offerId, buyer: addressOf(buyer), priceOctas, marketplace: id }
}

function deployed(id: string): DeployedMarketplace {
  const found = DEPLOYED.find(({ adapter }) => adapter.id === id)
  if (found === undefined) throw new TypeError(`${id} is not on the localnet.`)
  return found
}

function splitAt(id: string, priceOctas: bigint, { royalty }: FixtureToken) {
  return splitPrice(priceOctas, deployed(id).contracts.commission, royalty)
}

function ownEvents({ events }: ChainTransaction) {
  return events.filter(({ type }) => type.endsWith('::aggregator::PurchaseTried'))
}

/** Marketplaces that sell tokens of a standard, as far as their calls are known. */
function sellingMarketplaces(standard: TokenStandard): readonly string[] {
  return DEPLOYED.filter((each) =>
    isBuilt(() => buildPayload(each, { kind: 'list', token: anyToken(standard), priceOctas: 1n })),
  ).map(idOf)
}

function delistingMarketplaces(standard: TokenStandard): readonly string[] {
  const selling = sellingMarketplaces(standard)
  return DEPLOYED.filter(
    ({ adapter }) => selling.includes(adapter.id) && adapter.aggregatorSupport?.delists.includes(standard),
  ).map(idOf)
}

/** Marketplaces whose collection offers the aggregator can name: those for v1 tokens are objects at ours only. */
function biddingMarketplaces(standard: TokenStandard): readonly string[] {
  const named = DEPLOYED.filter(
    (each) =>
      each.adapter.aggregatorSupport?.sellsIntoCollectionOffers === true && isOffered(each, 'accept-collection-offer'),
  )
  return named.filter(({ adapter }) => standard === 'v2' || adapter.isNative).map(idOf)
}

function anyToken(standard: TokenStandard): TokenRef {
  const tokenDataId = parseAddress('0x7')
  const names = { creatorAddress: tokenDataId, collectionName: '', tokenName: '', propertyVersion: 0n }
  return standard === 'v2' ? { standard, tokenDataId } : { standard, tokenDataId, ...names }
}

function isBuilt(build: () => unknown): boolean {
  try {
    build()
    return true
  } catch (error) {
    if (error instanceof NotOfferedError) return false
    throw error
  }
}

function idOf({ adapter }: DeployedMarketplace): string {
  return adapter.id
}

function pairs(marketplaces: readonly string[]): readonly [string, string][] {
  return marketplaces.flatMap((first, at) =>
    marketplaces.slice(at + 1).map((second): [string, string] => [first, second]),
  )
}
