import { fullScope } from '@opal/chain/state/state-scope'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { type CollectionMarket, floorOf } from '@opal/dev-seeds/market/market-state'
import type { Address } from '@opal/domain/address'
import { CHAIN_IDS } from '@opal/domain/network'
import { runs } from '@opal/domain/testing/effort/config'
import { verifyDatabase } from '@opal/indexer/maintenance/verify/verify-database'
import { indexBatch } from '@opal/indexer/pipeline/batches/index-batch'
import { openContext } from '@opal/indexer/pipeline/open-context'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect, type Store } from '@opal/store/driver/connection'
import { settleNextPoints } from '@opal/store/ingest/points/settle-points'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { referenceHours, referencePoints, referenceProfit } from '@opal/store/ingest/testing/reference-stats'
import { readCollectionHistory } from '@opal/store/queries/collections/collection-history'
import { readPortfolio } from '@opal/store/queries/portfolio/portfolio'
import { readLeaderboard } from '@opal/store/queries/rewards/points'
import { readPointsLedger } from '@opal/store/queries/rewards/points-ledger'
import { createTestDatabase } from '@opal/store/testing/test-database'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Places, type PlayedChain, playedChain, V1_PLACES } from './testing/played-chain.ts'
import { ReferenceRecorder } from './testing/reference-history.ts'

const HOUR = 3_600_000_000n
const VICTIM = 'opal-victim'
/** Each history has about a hundred blocks, printed and checked as a whole. */
const HISTORIES = runs(2, 30)

/** Runs the indexer from its checkpoint, batch by batch, until it is done or its connection is cut. @returns whether it is done */
async function runIndexer(
  databaseUrl: string,
  raw: readonly RawTransaction[],
  sizes: readonly number[],
  dieAfter: number | null,
): Promise<boolean> {
  await using store = connect({ connectionString: databaseUrl, applicationName: VICTIM, onError: () => undefined })
  await using killer = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  try {
    const context = await openContext(store.db, contractsOf('local'), CHAIN_IDS.local, fullScope('local'))
    let next = Number((await readCheckpoint(store.db, context.stream))?.next_version ?? 0n)
    for (let turn = 0; next < raw.length; turn += 1) {
      const [first, ...rest] = raw.slice(next, next + (sizes[turn % sizes.length] ?? 1))
      if (first === undefined) break
      const writing = indexBatch(context, [first, ...rest])
      writing.catch(() => undefined)
      if (turn === dieAfter) await kill(killer)
      next = Number((await writing).nextVersion)
    }
    return true
  } catch (error) {
    if (dieAfter === null) throw error
    return false
  }
}

/** Ends the indexer's connection, at a random point between its statements. */
async function kill({ pool }: Store): Promise<void> {
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = '${VICTIM}'`)
}

const seeds = fc.integer({ min: 1, max: 1_000_000 })
const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 })
const deaths = fc.array(fc.nat(12), { minLength: 1, maxLength: 4 })

test(
  'random histories in random batches with random kills match a reference model',
  async () => {
    let cutShort = 0
    let tokenOffers = 0
    await fc.assert(
      fc.asyncProperty(seeds, cuts, deaths, async (seed, sizes, kills) => {
        await using chain = await playedChain(String(seed))
        await using database = await createTestDatabase()
        for (const dieAfter of kills)
          if (!(await runIndexer(database.databaseUrl, chain.raw, sizes, dieAfter))) cutShort += 1
        expect(await runIndexer(database.databaseUrl, chain.raw, sizes, null)).toBe(true)
        await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
        const recorders = chain.market.markets.map((market) => recorderOf(placesOf(market), chain))
        const old = recorderOf(V1_PLACES, chain)
        await expectOldMarket(store, old, chain)
        for (const [index, market] of chain.market.markets.entries())
          await expectMarket(store, market, recorders[index] as ReferenceRecorder, chain)
        tokenOffers += recorders.reduce((sum, recorder) => sum + recorder.tokenOffers.size, 0)
        const ids = [...chain.market.markets.map((market) => market.id), V1_PLACES.id]
        while (await settleNextPoints(store.db));
        await expectPoints(store, ids, [...recorders, old])
        await expectHolders(store)
        const { databaseUrl } = database
        expect((await verifyDatabase({ databaseUrl, network: 'local' })).differences).toBe(0)
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    )
    expect(cutShort).toBeGreaterThan(0)
    expect(tokenOffers).toBeGreaterThan(0)
  },
  60_000 + HISTORIES * 60_000,
)

function placesOf({ id, tokens }: CollectionMarket): Places {
  return { id, tokens: tokens.map((token) => token.address) }
}

function recorderOf({ id, tokens }: Places, { raw, head }: PlayedChain): ReferenceRecorder {
  const recorder = new ReferenceRecorder(id, tokens, contractsOf('local'))
  for (const { bytes } of raw) recorder.record(bytes)
  recorder.end(head.version, head.timestampMicros)
  expect(recorder.sales.length).toBeGreaterThan(0)
  return recorder
}

async function expectMarket(store: Store, market: CollectionMarket, recorder: ReferenceRecorder, chain: PlayedChain) {
  await expectOrderBook(store, market, recorder)
  await expectHours(store, market.id, recorder)
  await expectProfits(store, market.id, recorder, chain)
}

/** Tokens of the first standard: who holds them, what is listed and bid, hours, stats, and every wallet's profit and loss. */
async function expectOldMarket(store: Store, recorder: ReferenceRecorder, chain: PlayedChain) {
  const { db } = store
  const { id } = V1_PLACES
  const end = recorder.past.at(-1)
  const rows = await db.selectFrom('market.token_holders').selectAll().where('collection_id', '=', id).execute()
  expect(new Map(rows.map((row) => [row.token_data_id, row.holder]))).toEqual(end?.holders)
  const listings = db.selectFrom('market.listings').selectAll().where('collection_id', '=', id)
  const valid = await listings.where('state', '=', 'open').where('validity', '=', 'valid').execute()
  expect(new Map(valid.map((row) => [row.listing_id, row.price_octas]))).toEqual(
    new Map(end?.listings.map((listing) => [listing.id, listing.price])),
  )
  await expectTokenOffers(db, recorder, (end?.micros ?? 0n) / 1_000_000n)
  const stats = db.selectFrom('market.collection_stats').selectAll().where('collection_id', '=', id)
  expect(await stats.executeTakeFirst()).toMatchObject({
    listed_count: BigInt(end?.listings.length ?? 0),
    owner_count: BigInt(new Set(end?.holders.values()).size),
    volume_all_octas: recorder.sales.reduce((sum, sale) => sum + sale.price, 0n),
    sales_all: BigInt(recorder.sales.length),
  })
  await expectHours(store, id, recorder)
  await expectProfits(store, id, recorder, chain)
}

async function expectProfits(store: Store, id: Address, recorder: ReferenceRecorder, chain: PlayedChain) {
  for (const { trader } of chain.market.people) {
    const plain = referenceProfit(recorder, trader.address)
    const read = await readPortfolio(store, trader.address, id)
    expect(read, trader.name).toMatchObject({
      totalCount: BigInt(plain.held),
      unknownCostCount: BigInt(plain.unknown),
      costOctas: plain.cost,
      realisedOctas: plain.realised,
    })
    expect(read.knownCostEstimateOctas).toBe(read.costOctas + read.unrealisedOctas)
  }
}

/** Expects holders, orders and stats to match what the traders know in the end, and what was recorded. */
async function expectOrderBook({ db }: Store, market: CollectionMarket, recorder: ReferenceRecorder) {
  const end = recorder.past.at(-1)
  const nowSeconds = (end?.micros ?? 0n) / 1_000_000n
  const holders = await db
    .selectFrom('market.token_holders')
    .selectAll()
    .where('collection_id', '=', market.id)
    .execute()
  expect(new Map(holders.map((row) => [row.token_data_id, row.holder]))).toEqual(
    new Map(market.tokens.map((token) => [token.address, token.owner.trader.address])),
  )
  const valid = db.selectFrom('market.listings').selectAll().where('collection_id', '=', market.id)
  const listed = await valid.where('state', '=', 'open').where('validity', '=', 'valid').execute()
  expect(new Map(listed.map((row) => [row.listing_id, row.price_octas]))).toEqual(
    new Map([...market.listings].map((listing) => [listing.id, listing.priceOctas])),
  )
  const live = (end?.bids ?? []).filter((bid) => bid.expiresAtSeconds === null || bid.expiresAtSeconds > nowSeconds)
  const offers = db.selectFrom('market.collection_offers').selectAll().where('collection_id', '=', market.id)
  const open = await offers.where('validity', '=', 'valid').execute()
  expect(new Map(open.map((row) => [row.offer_id, row.remaining_amount]))).toEqual(
    new Map(live.map((bid) => [bid.id, bid.remaining])),
  )
  await expectTokenOffers(db, recorder, nowSeconds)
  const stats = db.selectFrom('market.collection_stats').selectAll().where('collection_id', '=', market.id)
  expect(await stats.executeTakeFirst()).toMatchObject({
    floor_octas: floorOf(market)?.priceOctas ?? null,
    top_bid_octas: live.reduce<bigint | null>((top, { price }) => (top === null || price > top ? price : top), null),
    listed_count: BigInt(market.listings.size),
    owner_count: BigInt(new Set(market.tokens.map((token) => token.owner)).size),
    volume_all_octas: recorder.sales.reduce((sum, sale) => sum + sale.price, 0n),
    sales_all: BigInt(recorder.sales.length),
  })
}

/** Offers on single tokens: open, expired, or ended and how. They stay open when the token changes hands. */
async function expectTokenOffers(db: Store['db'], { tokenOffers }: ReferenceRecorder, nowSeconds: bigint) {
  const ids = [...tokenOffers.keys()]
  const offers = db.selectFrom('market.token_offers').selectAll()
  const rows = ids.length === 0 ? [] : await offers.where('offer_id', 'in', ids).execute()
  const stored = rows.map(({ state, validity, ...row }) => {
    const status = state === 'open' ? validity : state
    return [row.offer_id, { token: row.token_data_id, buyer: row.buyer, price: row.price_octas, status }] as const
  })
  const plain = [...tokenOffers].map(([id, { token, buyer, price, expiresAtSeconds, end, isClosed }]) => {
    const hasRunOut = expiresAtSeconds !== null && expiresAtSeconds <= nowSeconds
    const status = isClosed ? 'marketplace-closed' : hasRunOut ? 'expired' : 'valid'
    return [id, { token, buyer, price, status: end ?? status }] as const
  })
  expect(new Map(stored)).toEqual(new Map(plain))
}

/** Every token of either standard is held by its owner on chain, or by the seller while a listing holds it. */
async function expectHolders({ pool }: Store) {
  const holders = `select token_data_id, property_version, holder, amount from market.token_holders`
  const owners = `
    select token_data_id, property_version, holder, sum(amount) as amount from (
      select o.token_data_id, o.property_version_v1 as property_version, coalesce(l.seller, o.owner_address) as holder, o.amount
      from chain.current_token_ownerships_v2 o
      left join market.listings l
        on l.token_data_id = o.token_data_id and l.listing_id = o.owner_address and l.state = 'open'
      where o.amount > 0
      union all
      select token_data_id, property_version, seller, 1 from market.listings
      where token_standard = 'v1' and state = 'open'
    ) held group by 1, 2, 3`
  const differing = await pool.query(`(${holders} except ${owners}) union all (${owners} except ${holders})`)
  expect(differing.rows).toEqual([])
  const editions = await pool.query(`select count(*)::int as held from market.token_holders h
    join chain.current_token_datas_v2 t using (token_data_id) where t.token_standard = 'v1'`)
  expect(editions.rows[0]?.held).toBeGreaterThan(0)
}

async function expectHours(store: Store, id: Address, recorder: ReferenceRecorder) {
  const hours = referenceHours(recorder)
  const range = { fromMicros: hours.at(0)?.start ?? 0n, toMicros: hours.at(-1)?.start ?? 0n, stepHours: 1 }
  const read = await readCollectionHistory(store, id, range)
  const soldIn = (start: bigint) => recorder.sales.filter(({ micros }) => micros >= start && micros < start + HOUR)
  expect(
    read.map((row) => [row.atMicros, row.floorOctas, Number(row.listedCount), Number(row.ownerCount), row.volumeOctas]),
  ).toEqual(
    hours.map(({ start, floor, listed, owners }) => [
      start,
      floor,
      listed,
      owners,
      soldIn(start).reduce((sum, sale) => sum + sale.price, 0n),
    ]),
  )
}

async function expectPoints(store: Store, ids: readonly Address[], recorders: readonly ReferenceRecorder[]) {
  // Some of the collections are sold for more, others for less.
  const earningVolumeOctas = 500_000_000n
  const plain = new Map<string, number>()
  for (const recorder of recorders)
    for (const [key, points] of referencePoints(recorder, earningVolumeOctas))
      plain.set(key, (plain.get(key) ?? 0) + points)
  const interval = { window: 'season' as const, nowMicros: recorders[0]?.past.at(-1)?.micros ?? 0n, earningVolumeOctas }
  const recorded = new Set<string | null>(ids)
  const read = new Map<string, number>()
  for (const { wallet, ...points } of await readLeaderboard(store, interval, { take: 1_000 })) {
    const entries = await readPointsLedger(store, wallet, interval, { take: 100_000 })
    const sum = (all: typeof entries) => all.reduce((total, entry) => total + entry.pointsMicros * entry.hours, 0n)
    expect(sum(entries)).toBe(points.buyingMicros + points.listingMicros + points.biddingMicros)
    for (const rule of ['buying', 'listing', 'bidding'])
      read.set(
        `${wallet} ${rule}`,
        Number(sum(entries.filter((entry) => entry.rule === rule && recorded.has(entry.collectionId)))),
      )
  }
  const keys = new Set([...plain.keys(), ...[...read.keys()].filter((key) => read.get(key) !== 0)])
  expect(keys.size).toBeGreaterThan(0)
  // Whole numbers there, floating ones here: within a millionth of a point for each hour and order.
  for (const key of keys) expect(Math.abs((read.get(key) ?? 0) - (plain.get(key) ?? 0)), key).toBeLessThan(10_000)
}
