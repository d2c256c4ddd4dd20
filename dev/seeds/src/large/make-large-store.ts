import { setImmediate } from 'node:timers/promises'
import { CHAIN_IDS } from '@opal/domain/network'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect, type Database } from '@opal/store/driver/connection'
import { writeMarketplaces } from '@opal/store/ingest/orders/write-marketplaces'
import { type BulkLoad, startBulkLoad } from '@opal/store/maintenance/bulk/bulk-load'
import { beginSyntheticStore, finishSyntheticStore } from '@opal/store/maintenance/bulk/synthetic-store'
import { migrate } from '@opal/store/migrate'
import { demoMarketplaces } from '../market/demo-marketplaces.ts'
import { writeBidPools } from './bids.ts'
import { createLargeMarket } from './large-market.ts'
import { LARGE_SCALES, type LargeScaleName } from './large-scale.ts'
import { LARGE_TABLES, type LargeSinks, openLargeSinks } from './large-sinks.ts'
import { PastState } from './past-state.ts'
import { PastWriter } from './past-writer.ts'
import { PlayPast } from './play-past.ts'
import { writeCollection, writeImages, writeTokenOffers } from './write-collections.ts'
import { writeNames } from './write-names.ts'
import { writeTokensOf } from './write-tokens.ts'

export interface LargeStoreOptions {
  readonly databaseUrl: string
  readonly scale: LargeScaleName
  /** The same scale, seed and end make the same rows. */
  readonly seed: string
  /** End of the past, microseconds since 1970. */
  readonly endMicros: bigint
  /** Drop the synthetic market that the database holds. */
  readonly mayOverwrite: boolean
  /** Called often with progress lines for the terminal. */
  readonly say: (line: string) => void
}

/**
 * Migrates a database and fills it with a made-up market: whatever the API reads, in the same shape and as consistent as if
 * it had been indexed. What only an indexer needs to go on (raw events, the past of single orders) is left out.
 * @returns how many rows there are, by table.
 * @throws StoreNotEmptyError
 */
export async function makeLargeStore(options: LargeStoreOptions): Promise<ReadonlyMap<string, number>> {
  const { databaseUrl, scale, seed, endMicros, say } = options
  await migrate(databaseUrl)
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-seed', maxConnections: 1 })
  await beginSyntheticStore(store.db, { scale, seed, endMicros }, options.mayOverwrite)
  await using load = await startBulkLoad(databaseUrl, LARGE_TABLES)
  const { rows, writer } = await fill(load, options)
  await load.restore(say)
  await writeNetwork(store.db, writer, endMicros)
  await finishSyntheticStore(store.db)
  return rows
}

/** Steps between two looks at what the server has taken. */
const STEPS = 500

async function fill(load: BulkLoad, { scale, seed, endMicros, say }: LargeStoreOptions) {
  const market = createLargeMarket(LARGE_SCALES[scale], seed)
  const state = new PastState(market)
  const sinks = await openLargeSinks(load)
  const writer = new PastWriter(market, sinks, marketplaces(), Number(endMicros))
  const past = new PlayPast(state, writer, Number(endMicros))
  while (!past.isOver) {
    for (let step = 0; step < STEPS && !past.isOver; step += 1) past.step()
    await settled(sinks)
    say(`${writer.written} of ${market.scale.activities} activities`)
  }
  past.end()
  writeImages(writer)
  writeTokenOffers(state, writer)
  writeBidPools(state, writer)
  for (const _ of writeNames(writer)) await settled(sinks)
  for (let collection = 0; collection < market.scale.collections; collection += 1) {
    writeCollection(state, writer, collection)
    for (const _ of writeTokensOf(state, writer, collection)) await settled(sinks)
    if (collection % 50 === 0) await settled(sinks)
    if (collection % 1_000 === 0) say(`${collection} of ${market.scale.collections} collections as they stand`)
  }
  await load.endTables()
  return { writer, rows: new Map(Object.entries(sinks).map(([name, sink]) => [name, sink.rows])) }
}

/** Waits for connections that are behind. */
async function settled(sinks: LargeSinks): Promise<void> {
  await setImmediate()
  for (const sink of Object.values(sinks)) await sink.drained()
}

function marketplaces() {
  return demoMarketplaces().map(({ adapter, weight }) => ({ id: adapter.id, isNative: adapter.isNative, weight }))
}

/** Collections that the operator vouches for, and puts on the landing page. */
const VERIFIED = 200
const FEATURED = 6

/** Writes the rows that an indexer and an operator would have written by now. */
async function writeNetwork(db: Database, { market, version }: PastWriter, endMicros: bigint): Promise<void> {
  await writeMarketplaces(
    db,
    contractsOf('local').map(({ adapter, contracts }) => ({
      marketplace: adapter.id,
      status: contracts.status,
      is_native: adapter.isNative,
    })),
  )
  await db.updateTable('market.clock').set({ settled_micros: endMicros }).execute()
  await db
    .insertInto('chain.checkpoints')
    .values({
      stream: 'main',
      chain_id: CHAIN_IDS.local,
      next_version: BigInt(version) + 1n,
      last_timestamp_micros: endMicros,
    })
    .execute()
  const lively = [...market.byInterest.slice(0, VERIFIED)].map((collection, at) => ({
    collection_id: market.collections.of(collection),
    is_featured: at < FEATURED,
    added_at: new Date(Number(endMicros / 1000n)).toISOString(),
  }))
  await db
    .insertInto('account.verified_collections')
    .values(lively)
    .onConflict((on) => on.doNothing())
    .execute()
}
