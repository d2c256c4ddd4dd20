import type { Account } from '@aptos-labs/ts-sdk'
import type { BatchIntent, MarketplaceListing } from '@opal/domain/intent'
import type { MarketEvent } from '@opal/domain/market-event'
import { runs } from '@opal/domain/testing/effort/config'
import type { TokenRefV2 } from '@opal/domain/tokens/token-id'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { planBatch } from '@opal/marketplaces/aggregator/plan-batch'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CommittedTransaction } from '../../ledger/ledger.ts'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import { sendComposed } from '../../testing/compose.ts'
import {
  ACTIVE_MARKETPLACES,
  createMarketFixture,
  eventsOf,
  gasOf,
  type MarketFixture,
} from '../../testing/market-fixture.ts'

const place = { marketplaces: contractsOf('local'), aggregator: aggregatorOn('local'), canCompose: true }

/** A book, and what happened to it before the batch arrives. */
const book = fc.record({
  orders: fc.array(
    fc.record({
      deployed: fc.constantFrom(...ACTIVE_MARKETPLACES),
      price: fc.oneof(fc.bigInt(1n, 30n), fc.bigInt(1_000n, 5_000_000_000n)),
      isGone: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  /** Balance of the buyer in octas. Some books cost more. */
  buyerOctas: fc.oneof(fc.constant(100_000_000_000n), fc.bigInt(30_000_000n, 6_000_000_000n)),
  action: fc.constantFrom('buy', 'move', 'sell'),
})
type Book = typeof book extends fc.Arbitrary<infer Value> ? Value : never

test('a composed script has the result of the aggregator, whatever the order book', async () => {
  await fc.assert(
    fc.asyncProperty(book, async (random) => {
      const byModule = await play(random, async (fixture, account, intent) => {
        const [step] = planBatch(intent, { ...place, canCompose: false })
        if (step?.kind !== 'call' || 'bytes' in step.payload) throw new Error('the plan is no call of the aggregator')
        return fixture.chain.sendPayload(account, step.payload)
      })
      const byScript = await play(random, async (fixture, account, intent) => {
        const [step] = planBatch(intent, { ...place, aggregator: null })
        if (step?.kind === 'call' && !('bytes' in step.payload)) return fixture.chain.sendPayload(account, step.payload)
        return sendComposed(fixture.chain, account, step?.kind === 'script' ? step.calls : [])
      })
      expect(byScript).toEqual(byModule)
    }),
    { numRuns: runs(6, 120) },
  )
}, 120_000)

type Send = (fixture: MarketFixture, account: Account, intent: BatchIntent) => Promise<CommittedTransaction>

/**
 * Plays a batch on an order book and describes what is left of it, independent of fresh keys. Gas is left out, and which abort it
 * was: the aggregator looks for a v1 token by name where a listing object is gone.
 */
async function play(book: Book, send: Send) {
  await using fixture = await createMarketFixture(book.orders.length)
  const { actor, intent } = book.action === 'sell' ? bids(fixture, book) : offers(fixture, book)
  const people = [fixture.artist, fixture.seller, fixture.buyer]
  const before = people.map((person) => fixture.chain.balance(addressOf(person)))
  const sent = await send(fixture, actor, intent)
  const nameOf = (address: string) => people.findIndex((person) => addressOf(person) === address)
  const gas = gasOf(sent)
  return {
    isDone: sent.info?.success,
    owners: fixture.tokens.map((token) => nameOf(fixture.ownerOf(token))),
    money: people.map((person, at) => {
      const change = fixture.chain.balance(addressOf(person)) - (before[at] ?? 0n)
      return person === actor ? change + gas : change
    }),
    events: eventsOf(sent).map((event) => describeEvent(event, idsOf(intent))),
  }
}

/** Listings everywhere, some gone, and the seller or a buyer with little who deals with all of them. */
function offers(fixture: MarketFixture, { orders, buyerOctas, action }: Book): { actor: Account; intent: BatchIntent } {
  const listings = orders.map(({ deployed, price }, at) => fixture.list(fixture.tokens[at] as never, deployed, price))
  for (const [at, { isGone }] of orders.entries()) {
    const listing = listings[at] as MarketplaceListing
    if (isGone) fixture.trade(fixture.seller, listing.marketplace, { kind: 'delist', listing })
  }
  const excess = fixture.chain.balance(addressOf(fixture.buyer)) - buyerOctas
  fixture.chain.send(fixture.buyer, '0x1::aptos_account::transfer', [addressOf(fixture.artist), excess])
  const movable = listings.filter(isMovable)
  if (action === 'buy' || movable.length === 0) {
    return { actor: fixture.buyer, intent: { kind: 'purchase-many', listings, isBestEffort: false, maxOctas: null } }
  }
  const items = movable.map((listing) => ({ listing, priceOctas: 77n }))
  return { actor: fixture.seller, intent: { kind: 'delist-and-list-many', items } }
}

/** Collection offers wherever the aggregator can sell into them, some gone, and a seller with a token for each. */
function bids(fixture: MarketFixture, { orders }: Book): { actor: Account; intent: BatchIntent } {
  const marketplaces = place.marketplaces.filter(
    ({ adapter }) => adapter.aggregatorSupport?.sellsIntoCollectionOffers === true,
  )
  const sales = orders.map(({ deployed, price, isGone }, at) => {
    const bidAt = marketplaces.find(({ adapter }) => adapter.id === deployed) ?? marketplaces[at % marketplaces.length]
    const offer = fixture.bid(fixture.buyer, bidAt?.adapter.id ?? '', price)
    if (isGone) fixture.trade(fixture.buyer, offer.marketplace, { kind: 'cancel-collection-offer', offer })
    return { offer, token: fixture.tokens[at] as TokenRefV2 }
  })
  return {
    actor: fixture.seller,
    intent: { kind: 'instant-sell', seller: addressOf(fixture.seller), sales, leastOctas: null },
  }
}

function idsOf(intent: BatchIntent): readonly string[] {
  if (intent.kind === 'purchase-many') return intent.listings.map(({ listingId }) => listingId)
  if (intent.kind === 'delist-and-list-many') return intent.items.map(({ listing }) => listing.listingId)
  return intent.kind === 'instant-sell' ? intent.sales.map(({ offer }) => offer.offerId) : []
}

/** Returns whether the aggregator can take the listing back. */
function isMovable({ marketplace, token }: MarketplaceListing): boolean {
  const deployed = place.marketplaces.find(({ adapter }) => adapter.id === marketplace)
  return deployed?.adapter.aggregatorSupport?.delists.includes(token.standard) === true
}

function describeEvent(event: MarketEvent, ids: readonly string[]) {
  const order = 'listingId' in event ? event.listingId : event.offerId
  return { kind: event.kind, marketplace: event.marketplace, price: event.priceOctas, order: ids.indexOf(order) }
}
