import { addressOf } from '@opal/dev-chain/ledger/testing/test-chain'
import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import type { MarketEvent } from '@opal/domain/market-event'
import { APT_METADATA_ADDRESS } from '@opal/domain/payload'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { runs } from '@opal/domain/testing/effort/config'
import { type TokenStandard, userDerivedObjectAddress } from '@opal/domain/tokens/token-id'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { aptDeposit } from '@opal/marketplaces/decode/apt-deposits'
import { decodeMarketEvents, wantedTypes } from '@opal/marketplaces/decode/decode-market-events'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Attempt,
  attempts,
  KINDS,
  type Kind,
  type MarketView,
  marketViewOf,
  NEEDS,
  ONE_OF_EACH,
  type OpenOffer,
  payloadFor,
  type TradeAction,
  tradeActionOf,
} from './testing/random-trading.ts'
import { createTradingFixture, type TradingFixture } from './testing/trading-fixture.ts'

/** Includes closed marketplaces: their contracts are simulated as well. */
const OPEN = Object.fromEntries(MARKETPLACES.map(({ id }) => [id, { status: 'active' as const }]))
const DEPLOYED = contractsOf('local', OPEN)
const WANTED = wantedTypes(DEPLOYED)
const GAS_UNIT_OCTAS = 100n
const RUNS = runs(8, 120)

const scenes = DEPLOYED.flatMap((deployed) =>
  (['v1', 'v2'] as const).map((standard) => ({ id: deployed.adapter.id, deployed, standard })),
)

describe.each(scenes)('$id, $standard tokens, on the ledger', ({ deployed, standard }) => {
  let fixture: TradingFixture
  let start: bigint
  const done = new Map<Kind, number>()
  beforeAll(async () => {
    fixture = await createTradingFixture(standard)
    start = fixture.chain.ledger.mark()
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  test(
    'signs, executes, streams and decodes any intent without losing an octa, and nothing of modules that are named alike',
    async () => {
      await fc.assert(
        fc.asyncProperty(attempts, async (tries) => {
          fixture.chain.ledger.returnTo(start)
          const see = marketViewOf(fixture)
          for (const attempt of tries) {
            const kind = await play(deployed, fixture, see, attempt)
            if (kind !== null) done.set(kind, (done.get(kind) ?? 0) + 1)
          }
        }),
        { numRuns: RUNS, examples: [[ONE_OF_EACH]] },
      )
    },
    60_000 + RUNS * 2_000,
  )

  test('covers every operation that the marketplace supports', () => {
    expect(KINDS.filter((kind) => !done.has(kind))).toEqual(notOffered(deployed, standard))
  })
})

/**
 * Plays an attempt, if possible, and compares the results.
 * @returns the action
 */
async function play(deployed: DeployedMarketplace, fixture: TradingFixture, see: MarketView, attempt: Attempt) {
  const action = tradeActionOf(attempt, fixture, see)
  const payload = action === null ? null : payloadFor(deployed, action.intent)
  if (action === null || payload === null) return null
  const before = balancesOf(fixture)
  const sender = fixture.traders.find((trader) => addressOf(trader) === action.by)
  const streamed = await fixture.send(sender as TradingFixture['traders'][0], payload)
  const { events, failures } = decodeMarketEvents(keepWanted(streamed), DEPLOYED)
  expect(failures).toEqual([])
  for (const event of events) expect(event.marketplace).toBe(deployed.adapter.id)
  expect(decodeMarketEvents(imitated(streamed, attempt.pick), DEPLOYED)).toEqual(NOTHING)
  expectIntent(deployed, action, attempt, events)
  expectMoney(deployed, fixture, action, streamed, before)
  applyToModel(see, action, events)
  for (const item of fixture.tokens) {
    if (!see.listings.has(item)) expect(fixture.holds(see.owners.get(item) as Address, item.ref)).toBe(true)
  }
  return action.intent.kind
}

/** Only the types that the adapters declare: the indexer stores no more of a transaction. */
function keepWanted(transaction: ChainTransaction): ChainTransaction {
  const events = new Set([...WANTED.eventTypes, ...WANTED.companionEventTypes])
  const resources = new Set([...WANTED.resourceTypes, ...WANTED.companionResourceTypes])
  return {
    ...transaction,
    events: transaction.events.filter(({ type }) => events.has(type)),
    changes: transaction.changes.filter((change) => change.kind !== 'write-resource' || resources.has(change.type)),
  }
}

const FRAMEWORK = /^0x[134]::/
const NOTHING = { events: [], commissions: [], pools: [], failures: [] }

/** The same as modules of another package would have it that are named alike, at an address of which one digit is another. */
function imitated(transaction: ChainTransaction, pick: number): ChainTransaction {
  const digit = (text: string) => ((Number.parseInt(text, 16) + 1) % 16).toString(16)
  const other = (type: string) =>
    FRAMEWORK.test(type)
      ? type
      : type.replace(/^0x([0-9a-f]+)/, (_, hex: string) => {
          const at = pick % hex.length
          return `0x${hex.slice(0, at)}${digit(hex.charAt(at))}${hex.slice(at + 1)}`
        })
  return {
    ...transaction,
    events: transaction.events.map((event) => ({ ...event, type: other(event.type) })),
    changes: transaction.changes.map((change) =>
      change.kind === 'write-resource' ? { ...change, type: other(change.type) } : change,
    ),
  }
}

/** Expects the decoded events of an intent. */
function expectIntent(
  deployed: DeployedMarketplace,
  { intent, by, item, offer }: TradeAction,
  { price, amount, expiry }: Attempt,
  events: readonly MarketEvent[],
) {
  const token = { token: { standard: item.ref.standard, tokenDataId: item.ref.tokenDataId } }
  const [event] = events
  switch (intent.kind) {
    case 'list':
      return expect(events).toMatchObject([{ kind: 'listing-placed', ...token, seller: by, priceOctas: price }])
    case 'update-price': {
      const { listingId } = intent.listing
      return expect(events).toMatchObject([{ kind: 'listing-placed', ...token, listingId, priceOctas: price }])
    }
    case 'delist': {
      const { listingId } = intent.listing
      return expect(events).toMatchObject([{ kind: 'listing-cancelled', ...token, listingId, seller: by }])
    }
    case 'buy': {
      const { listingId, seller, priceOctas } = intent.listing
      const named = deployed.adapter.salesWithoutSeller?.includes(item.ref.standard) ? null : seller
      return expect(events).toMatchObject([
        { kind: 'listing-filled', ...token, listingId, seller: named, priceOctas, buyer: by },
      ])
    }
    case 'place-token-offer':
      expect(events).toMatchObject([{ kind: 'token-offer-placed', ...token, buyer: by, priceOctas: price }])
      return expect([expiry, null]).toContain((event as { expiresAtSeconds: bigint | null }).expiresAtSeconds)
    case 'place-collection-offer': {
      const collection = { collectionId: item.collection.collectionId }
      const placed = { kind: 'collection-offer-placed', collection, buyer: by, priceOctas: price }
      for (const each of events) expect(each).toMatchObject(placed)
      return expect(events.map(unitsOf).reduce((sum, units) => sum + units, 0n)).toBe(amount)
    }
    case 'cancel-token-offer':
      return expect(events).toMatchObject([{ kind: 'token-offer-cancelled', offerId: intent.offer.offerId, buyer: by }])
    case 'cancel-collection-offer': {
      const { offerId } = intent.offer
      return expect(events).toMatchObject([{ kind: 'collection-offer-cancelled', offerId, buyer: by }])
    }
    case 'accept-token-offer':
    case 'accept-collection-offer': {
      const kind = intent.kind === 'accept-token-offer' ? 'token-offer-filled' : 'collection-offer-filled'
      const { offerId, buyer, priceOctas } = intent.offer
      expect(events).toMatchObject([{ kind, ...token, offerId, buyer, seller: by, priceOctas }])
      const left = (event as { remainingAmount?: bigint | null }).remainingAmount ?? null
      return expect([(offer?.left ?? 1n) - 1n, null]).toContain(left)
    }
  }
}

/** Expects every balance to change by the trade, to the octa. Payments to accounts that are not in `before` go to the marketplace. */
function expectMoney(
  deployed: DeployedMarketplace,
  fixture: TradingFixture,
  action: TradeAction,
  streamed: ChainTransaction,
  before: ReadonlyMap<Address, bigint>,
) {
  const due = new Map([...before.keys()].map((person) => [person, 0n]))
  const pay = (person: Address, octas: bigint) => due.set(person, (due.get(person) ?? 0n) + octas)
  pay(action.by, -feeOf(streamed))
  const { intent } = action
  if (intent.kind === 'place-token-offer') pay(action.by, -intent.priceOctas)
  if (intent.kind === 'place-collection-offer') pay(action.by, -intent.priceOctas * intent.amount)
  if (action.offer !== null && intent.kind.startsWith('cancel'))
    pay(action.by, action.offer.priceOctas * action.offer.left)
  const sale = saleOf(action)
  if (sale !== null) {
    const split = splitPrice(sale.priceOctas, deployed.contracts.commission, action.item.royalty)
    pay(sale.seller, split.sellerOctas)
    pay(addressOf(fixture.artist), split.royaltyOctas)
    if (intent.kind === 'buy') pay(action.by, -sale.priceOctas)
    expect(paidToOthers(streamed, [...before.keys()])).toBe(split.commissionOctas)
  }
  const after = balancesOf(fixture)
  const moved = [...before].map(([person, octas]) => [person, (after.get(person) ?? 0n) - octas])
  expect(Object.fromEntries(moved)).toEqual(Object.fromEntries(due))
}

function saleOf({ intent, by }: TradeAction): { readonly priceOctas: bigint; readonly seller: Address } | null {
  if (intent.kind === 'buy') return intent.listing
  if (intent.kind !== 'accept-token-offer' && intent.kind !== 'accept-collection-offer') return null
  return { priceOctas: intent.offer.priceOctas, seller: by }
}

/** Returns the APT that a transaction brought to other accounts than these. */
function paidToOthers(transaction: ChainTransaction, people: readonly Address[]): bigint {
  const metadata = parseAddress(APT_METADATA_ADDRESS)
  const theirs = new Set(people.flatMap((person) => [person, userDerivedObjectAddress(person, metadata)]))
  return transaction.events
    .flatMap((event) => aptDeposit(transaction, event) ?? [])
    .filter(({ to }) => !theirs.has(to))
    .reduce((sum, { octas }) => sum + octas, 0n)
}

/** Applies the events of an action to the model. */
function applyToModel(see: MarketView, { intent, by, item, offer }: TradeAction, events: readonly MarketEvent[]): void {
  switch (intent.kind) {
    case 'list':
    case 'update-price': {
      const { listingId, seller, priceOctas } = events[0] as Extract<MarketEvent, { kind: 'listing-placed' }>
      see.listings.set(item, { item, listingId, seller, priceOctas, token: item.ref })
      return
    }
    case 'delist':
    case 'buy':
      see.listings.delete(item)
      see.owners.set(item, by)
      return
    case 'place-token-offer':
    case 'place-collection-offer':
      for (const event of events) see.offers.add(openOffer(event, item))
      return
    case 'cancel-token-offer':
    case 'cancel-collection-offer':
      see.offers.delete(offer as OpenOffer)
      return
    case 'accept-token-offer':
    case 'accept-collection-offer':
      see.owners.set(item, intent.offer.buyer)
      if (offer === null) return
      offer.left -= 1n
      if (offer.left === 0n) see.offers.delete(offer)
  }
}

function openOffer(event: MarketEvent, item: TradeAction['item']): OpenOffer {
  const { offerId, buyer, priceOctas } = event as Extract<MarketEvent, { kind: 'token-offer-placed' }>
  return { offerId, buyer, priceOctas, item, isForToken: event.kind === 'token-offer-placed', left: unitsOf(event) }
}

function unitsOf(event: MarketEvent): bigint {
  return event.kind === 'collection-offer-placed' ? event.tokenAmount : 1n
}

function balancesOf(fixture: TradingFixture): ReadonlyMap<Address, bigint> {
  const people = [fixture.artist, ...fixture.traders].map(addressOf)
  return new Map(people.map((person) => [person, fixture.chain.balance(person)]))
}

/** Returns the gas that the sender paid, less the storage refund. */
function feeOf({ gasUsed, events }: ChainTransaction): bigint {
  const statement = events.find(({ type }) => type === '0x1::transaction_fee::FeeStatement')
  return gasUsed * GAS_UNIT_OCTAS - BigInt(String(jsonAt(statement?.data ?? null, 'storage_fee_refund_octas')))
}

/**
 * Returns the attempts that a marketplace cannot serve: it has no call for them, or none that makes the order they
 * need.
 */
function notOffered(deployed: DeployedMarketplace, standard: TokenStandard): readonly Kind[] {
  const address = parseAddress('0x1')
  const names = { creatorAddress: address, collectionName: '', tokenName: '', propertyVersion: 0n }
  const ref = { standard, tokenDataId: address, collectionId: address, ...(standard === 'v1' && names) }
  const listing = { listingId: '0x1', token: ref, seller: address, priceOctas: 1n }
  const offer = { offerId: standard === 'v2' ? '0x1' : '1', buyer: address, priceOctas: 1n }
  const intent = { token: ref, collection: ref, listing, offer, priceOctas: 1n, expiresAtSeconds: 1n, amount: 1n }
  const isMissing = (kind: Kind) => payloadFor(deployed, { ...intent, kind } as never) === null
  return KINDS.filter((kind) => isMissing(kind) || isMissing(NEEDS[kind] ?? kind))
}
