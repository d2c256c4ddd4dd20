import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dumpDatabase } from '../../maintenance/inspect/table-rows.ts'
import { collections } from '../../schema/tokens.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { cut } from '../testing/market-moves.ts'
import {
  address,
  batchOf,
  COLLECTION_V1,
  described,
  eventBase,
  indexed,
  passes,
  token,
} from '../testing/market-story.ts'

const stores = emptyStores()

const [ANNA, BEN] = [address('f0'), address('f1')]
const TOKEN = address('a0')
const [LISTING, OFFER] = [address('11'), address('22')]

/** A step of a history that no honest marketplace reports: any event may follow any other. */
interface Step {
  readonly what: 'placed' | 'cancelled' | 'filled' | 'passes' | 'described' | 'token-store'
  readonly book: 'listing' | 'token-offer' | 'collection-offer'
  readonly marketplace: 'opal' | 'other'
  readonly price: number
  readonly amount: number | null
  readonly expires: number | null
  readonly to: 'anna' | 'ben' | 'listing'
  readonly isNamed: boolean
  /** Minutes until the price has fallen to 0; null for a fixed price. */
  readonly falls: number | null
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record<Step>({
    what: fc.constantFrom(
      'placed',
      'placed',
      'placed',
      'cancelled',
      'filled',
      'filled',
      'passes',
      'described',
      'token-store',
    ),
    book: fc.constantFrom('listing', 'listing', 'token-offer', 'collection-offer', 'collection-offer'),
    marketplace: fc.constantFrom('opal', 'opal', 'other'),
    price: fc.integer({ min: 0, max: 4 }),
    amount: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 2 }),
    expires: fc.option(fc.integer({ min: 1, max: 30 })),
    to: fc.constantFrom('anna', 'ben', 'listing'),
    isNamed: fc.boolean(),
    falls: fc.option(fc.integer({ min: 1, max: 60 })),
  }),
  { minLength: 4, maxLength: 24 },
)

function eventOf(version: bigint, index: number, step: Step): MarketEvent {
  const { book, price, marketplace, isNamed } = step
  const action = step.what as 'placed' | 'cancelled' | 'filled'
  const base = eventBase(version, index, BigInt(price))
  const common = {
    ...base,
    marketplace,
    ...(book !== 'collection-offer' && !isNamed && { collection: { ...base.collection, collectionId: null } }),
    token: token(TOKEN),
    ...(book === 'listing' ? { listingId: LISTING } : { offerId: OFFER }),
    // Some marketplaces do not name the seller of a sale.
    seller: book === 'listing' && action === 'filled' && step.to === 'listing' ? null : step.to === 'ben' ? BEN : ANNA,
    // A bid keeps its bidder.
    buyer: book === 'listing' && step.to === 'ben' ? ANNA : BEN,
    tokenAmount: BigInt(step.amount ?? 1),
    remainingAmount: step.amount === null ? null : BigInt(step.amount),
    expiresAtSeconds: step.expires === null ? null : base.timestampMicros / 1_000_000n + BigInt(step.expires * 600),
    commissionOctas: 1n,
    royaltyOctas: 1n,
  }
  const fall = step.falls === null || price === 0 ? null : fallOf(base.timestampMicros / 1_000_000n, step.falls)
  const terms = { fall, expiresAtSeconds: common.expiresAtSeconds, reservedFor: null, leastOctas: 0n }
  const { token: named, buyer, seller: _seller, ...rest } = common
  if (book === 'collection-offer' && action !== 'filled')
    return { ...rest, buyer, kind: `${book}-${action}` } as MarketEvent
  if (book === 'listing' && action !== 'filled')
    return { ...rest, terms, seller: common.seller, token: named, kind: `${book}-${action}` } as MarketEvent
  if (book === 'token-offer' && action !== 'filled')
    return { ...rest, buyer, token: named, kind: `${book}-${action}` } as MarketEvent
  return { ...common, kind: `${book}-${action}` } as MarketEvent
}

/** Falls that began before their listing was placed, or later. */
function fallOf(now: bigint, minutes: number) {
  const fromSeconds = now + (minutes % 3 === 0 ? -50n : minutes % 3 === 1 ? 0n : 130n)
  return { endOctas: 0n, fromSeconds, untilSeconds: now + 140n + BigInt(minutes) * 60n }
}

/** Plays steps, some of them in the transaction of the one before. */
function transactionsOf(history: readonly Step[]): readonly IndexedTransaction[] {
  const groups: Step[][] = []
  for (const step of history) {
    const last = groups.at(-1)
    const isEvent = !['passes', 'described', 'token-store'].includes(step.what)
    if (last === undefined || !isEvent || step.price !== 2) groups.push([step])
    else last.push(step)
  }
  let owner: Address | null = null
  return groups.map((group, at) => {
    const version = BigInt(at + 1)
    const [first] = group
    const to = first?.to === 'listing' ? LISTING : first?.to === 'ben' ? BEN : ANNA
    if (first?.what === 'passes') {
      const ownerships = passes(TOKEN, owner, to)
      owner = to
      return indexed(version, [], { ownerships })
    }
    if (first?.what === 'described') return indexed(version, [], { tokenDatas: [described(TOKEN)] })
    if (first?.what === 'token-store')
      return indexed(version, [], { tokenStores: [{ owner: to, acceptsTransfers: first.isNamed }] })
    return indexed(
      version,
      group.map((step, index) => eventOf(version, index, step)),
    )
  })
}

async function rowsAfter(batches: readonly (readonly IndexedTransaction[])[]) {
  const rows: Record<string, readonly string[] | undefined> = {}
  await stores.use(async (store) => {
    await insertRows(store, collections, [COLLECTION_V1])
    for (const batch of batches) await applyBatch(store.db, batchOf(batch))
    const dump = await dumpDatabase(store.db)
    for (const table of COMPARED) rows[table] = dump[table]
  })
  return rows
}

/** Tables that are derived from events of orders. */
const COMPARED = [
  'market.listings',
  'market.token_offers',
  'market.collection_offers',
  'market.listing_spans',
  'market.offer_spans',
  'market.activities',
  'market.sales',
  'market.lots',
  'market.owner_spans',
]

const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })

test('any events of orders end in the same rows however their batches are cut', async () => {
  await fc.assert(
    fc.asyncProperty(steps, sizes, async (history, sizes) => {
      const transactions = transactionsOf(history)
      const batches = cut(transactions, sizes).map((batch) => batch.transactions)
      expect(await rowsAfter(batches)).toEqual(await rowsAfter([transactions]))
    }),
    { seed: 20261124, numRuns: runs(10, 80) },
  )
})

test('any events of orders end in the same rows when some arrive late or twice', async () => {
  await fc.assert(
    fc.asyncProperty(steps, sizes, fc.nat({ max: 6 }), fc.boolean(), async (history, sizes, skipped, isTwice) => {
      // A sale that names no seller gets it from the events that are logged already, so these must come before it.
      const transactions = transactionsOf(
        history.map((step) => (step.to === 'listing' && step.what === 'filled' ? { ...step, to: 'anna' } : step)),
      )
      const early = transactions.filter((_, at) => at % 7 !== skipped)
      const late = isTwice ? transactions : transactions.filter((_, at) => at % 7 === skipped)
      const batches = [...cut(early, sizes), ...cut(late, [1])].map((batch) => batch.transactions)
      expect(await rowsAfter(batches)).toEqual(await rowsAfter([transactions]))
    }),
    { seed: 20261124, numRuns: runs(10, 80) },
  )
})

test('a sale of several orders is one activity, of its first event, in whatever order their events are written', async () => {
  const sold = (marketplace: string, index: number): MarketEvent => ({
    ...eventBase(2n, index, 5n),
    marketplace,
    kind: 'listing-filled',
    token: token(TOKEN),
    listingId: LISTING,
    seller: ANNA,
    buyer: BEN,
    commissionOctas: 0n,
    royaltyOctas: 0n,
  })
  const placed = (marketplace: string, index: number): MarketEvent => ({
    ...eventBase(1n, index, 5n),
    marketplace,
    kind: 'listing-placed',
    token: token(TOKEN),
    listingId: LISTING,
    seller: ANNA,
  })
  const listed = indexed(1n, [placed('opal', 0), placed('other', 1)], MINTED)
  const both = indexed(2n, [sold('opal', 0), sold('other', 1)])
  const whole = await rowsAfter([[listed, both]])
  expect(whole['market.sales']).toHaveLength(1)
  const ways = {
    'placed late': [[indexed(1n, [placed('opal', 0)], MINTED), both], [indexed(1n, [placed('other', 1)])]],
    'first event late': [[listed, indexed(2n, [sold('other', 1)])], [indexed(2n, [sold('opal', 0)])]],
    'second event late': [[listed, indexed(2n, [sold('opal', 0)])], [indexed(2n, [sold('other', 1)])]],
    'each twice': [[listed], [both], [indexed(2n, [sold('other', 1)])], [indexed(2n, [sold('opal', 0)])]],
  }
  for (const [way, batches] of Object.entries(ways)) expect(await rowsAfter(batches), way).toEqual(whole)
})

test('a bid that is cancelled without a price keeps the price that it had, also after its last fill', async () => {
  const offer = (version: bigint, price: bigint) => ({ ...eventBase(version, 0, price), offerId: OFFER, buyer: BEN })
  const transactions = [
    indexed(1n, [{ ...offer(1n, 5n), kind: 'collection-offer-placed', tokenAmount: 1n, expiresAtSeconds: null }]),
    indexed(2n, [
      {
        ...offer(2n, 5n),
        kind: 'collection-offer-filled',
        token: token(TOKEN),
        seller: ANNA,
        remainingAmount: 0n,
        commissionOctas: 0n,
        royaltyOctas: 0n,
      },
    ]),
    indexed(3n, [{ ...offer(3n, 0n), kind: 'collection-offer-cancelled', remainingAmount: 0n }]),
  ]
  for (const size of [1, 2, 3])
    await stores.use(async ({ db }) => {
      for (const batch of cut(transactions, [size])) await applyBatch(db, batch)
      const rows = await db.selectFrom('market.activities').select(['kind', 'price_octas']).orderBy('version').execute()
      expect(rows.map(({ kind, price_octas }) => [kind, price_octas])).toEqual([
        ['collection-bid', 5n],
        ['accept-collection-bid', 5n],
        ['cancel-collection-bid', 5n],
      ])
    })
})

test('a listing has the newest seller that any of its events names, however its batches are cut', async () => {
  const event = (version: bigint, step: Partial<Step>) =>
    eventOf(version, 0, {
      book: 'listing',
      marketplace: 'opal',
      price: 5,
      amount: null,
      expires: null,
      falls: null,
      ...step,
    } as Step)
  const transactions = [
    indexed(1n, [event(1n, { what: 'filled', to: 'listing' })], MINTED),
    indexed(2n, [event(2n, { what: 'cancelled', to: 'anna' })]),
    indexed(3n, [event(3n, { what: 'filled', to: 'listing' })]),
  ]
  const whole = await rowsAfter([transactions])
  expect(await rowsAfter(transactions.map((each) => [each]))).toEqual(whole)
  expect(whole['market.listings']).toHaveLength(1)
})

const MINTED = { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) }
