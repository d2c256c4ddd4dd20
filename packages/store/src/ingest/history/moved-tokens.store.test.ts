import type { Address } from '@opal/domain/address'
import { type ListingTerms, NO_TERMS } from '@opal/domain/prices/listing-terms'
import type { OwnershipChange } from '@opal/domain/tokens/token-change'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../driver/connection.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { settleTime } from '../stats/settle-time.ts'
import { createNativeStore } from '../testing/empty-stores.ts'
import {
  address,
  batchOf,
  COLLECTION,
  described,
  eventBase,
  indexed,
  passes,
  timeOf,
  token,
} from '../testing/market-story.ts'

const [ANNA, BEN, CARL, TOKEN, LISTING] = [address('f0'), address('f1'), address('f2'), address('a0'), address('11')]

/** Actions of one party on a listed token, by version. */
type Turn = (version: bigint) => readonly OwnershipChange[]

/** Sends a token that remained with its seller to and fro. */
const sent: Turn = (version) => (version % 2n === 0n ? passes(TOKEN, ANNA, BEN) : passes(TOKEN, BEN, ANNA))

/** Freezes and frees a token that its listing was given at some time after it was placed. */
const frozen: Turn = (version) =>
  passes(TOKEN, version === 2n ? ANNA : null, LISTING).map((row) => ({ ...row, isSoulboundV2: version % 2n === 1n }))

function turned(turn: Turn, version: bigint): IndexedTransaction {
  return indexed(version, [], { ownerships: turn(version) })
}

/** Lists a token, which turns at each version until the last. */
function story(turn: Turn, last: bigint, terms = NO_TERMS): readonly IndexedTransaction[] {
  const placed = { ...eventBase(1n, 0, 80n), token: token(TOKEN), listingId: LISTING, seller: ANNA, terms }
  const listed = indexed(1n, [{ ...placed, kind: 'listing-placed' }], {
    tokenDatas: [described(TOKEN)],
    ownerships: passes(TOKEN, null, ANNA),
  })
  return [listed, ...Array.from({ length: Number(last) - 1 }, (_, at) => turned(turn, BigInt(at) + 2n))]
}

const READ = ['market.ownership_events', 'market.listing_spans', 'market.listings', 'market.lots'] as const

/** Returns how many rows the next turn reads of each table, by a writer's plans. */
async function readByTurn(turn: Turn, before: bigint, terms: ListingTerms): Promise<readonly bigint[]> {
  await using store = await createNativeStore()
  await applyBatch(store.db, batchOf(story(turn, before, terms)))
  return await rowsReadByWriter(store, READ, (db) => applyBatch(db, batchOf([turned(turn, before + 1n)])))
}

/** A price that falls every ninth version. */
const START = timeOf(1n) / 1_000_000n
const FALLING = { ...NO_TERMS, fall: { endOctas: 3n, fromSeconds: START, untilSeconds: START + 900_000n } }

const TURNS = [
  ['sent to and fro', sent, NO_TERMS],
  ['frozen and freed', frozen, NO_TERMS],
  ['sent to and fro while its price falls', sent, FALLING],
  ['frozen and freed while its price falls', frozen, FALLING],
] as const

test.each(TURNS)(
  'a listed token that is %s costs its transaction the same however often that was',
  async (_, turn, terms) => {
    const [few, many] = [await readByTurn(turn, 20n, terms), await readByTurn(turn, 150n, terms)]
    for (const [at, table] of READ.entries()) expect(many[at], table).toBeLessThan((few[at] ?? 0n) + 30n)
  },
)

test.each(TURNS)(
  'the spans of a listed token that is %s are the same in one batch and in many',
  async (_, turn, terms) => {
    const last = 13n
    const spans = async (batches: readonly (readonly IndexedTransaction[])[]) => {
      await using store = await createNativeStore()
      for (const batch of batches) await applyBatch(store.db, batchOf(batch))
      const columns = ['from_micros', 'to_micros', 'price_octas'] as const
      return await store.db.selectFrom('market.listing_spans').select(columns).orderBy('from_micros').execute()
    }
    const whole = await spans([story(turn, last, terms)])
    expect(whole.length).toBeGreaterThan(5)
    expect(whole.find((span) => span.to_micros === timeOf(11n) || span.to_micros === timeOf(12n))).toBeDefined()
    expect(await spans(story(turn, last, terms).map((one) => [one]))).toEqual(whole)
  },
)

/** Lists a token, which is sold at once to the other of two wallets, and so on. */
function resold(version: bigint): IndexedTransaction {
  const [seller, buyer] = version % 2n === 1n ? [ANNA, BEN] : [BEN, ANNA]
  const listingId = address(`1${version.toString(16).padStart(4, '0')}`)
  const base = { ...eventBase(version, 0, 80n), token: token(TOKEN), listingId, seller }
  const placed = { ...base, kind: 'listing-placed' as const }
  const sums = { commissionOctas: 0n, royaltyOctas: 0n }
  const filled = { ...base, ...sums, raw: { ...base.raw, index: 1 }, kind: 'listing-filled' as const, buyer }
  return indexed(version, [placed, filled], {
    tokenDatas: [described(TOKEN)],
    ownerships: [...passes(TOKEN, seller, listingId), ...passes(TOKEN, listingId, buyer)],
  })
}

test('a listing and its sale cost their transaction the same however often the token was listed and sold', async () => {
  const tables = [...READ, 'market.sales', 'market.order_events', 'chain.current_token_ownerships_v2'] as const
  const read: (readonly bigint[])[] = []
  const pages: number[] = []
  for (const before of [100n, 500n]) {
    await using store = await createNativeStore()
    const sales = Array.from({ length: Number(before) }, (_, at) => resold(BigInt(at + 1)))
    await applyBatch(store.db, batchOf(sales))
    await sql`analyze`.execute(store.db)
    const [next, afterNext] = [batchOf([resold(before + 1n)]), batchOf([resold(before + 2n)])]
    read.push(await rowsReadByWriter(store, tables, (db) => applyBatch(db, next)))
    const work = await workForAnyParameters(store, ({ db }) => applyBatch(db as Database, afterNext), 'writer')
    pages.push(work.pages)
  }
  for (const [at, table] of tables.entries()) expect(read[1]?.[at], table).toBeLessThan((read[0]?.[at] ?? 0n) + 30n)
  expect(pages[1]).toBeLessThan((pages[0] ?? 0) * 1.3)
})

test('a price that falls while nothing else is indexed reads a few rows, however often its token was sent to and fro', async () => {
  const read: (readonly bigint[])[] = []
  for (const before of [20n, 150n]) {
    await using store = await createNativeStore()
    await applyBatch(store.db, batchOf(story(sent, before, FALLING)))
    read.push(await rowsReadByWriter(store, READ, (db) => settleTime(db, timeOf(before + 9n))))
    const { rows } = await store.pool.query('select count(*)::integer from market.listings where price_octas < 80')
    expect(rows).toEqual([{ count: 1 }])
  }
  for (const [at, table] of READ.entries()) expect(read[1]?.[at], table).toBeLessThan((read[0]?.[at] ?? 0n) + 30n)
})

/** Changes of a token's owners that are stored, at versions `$2` to `$3`: it is sent to and fro. */
const ADD_MOVES = `insert into market.ownership_events
    (token_data_id, property_version, owner_address, storage_id, version, amount, at_micros)
    select $1, 0, owner, $1, version, (version + (owner = $4)::integer) % 2, version
    from generate_series($2::bigint, $3::bigint) version cross join unnest(array[$4, $5]) owner`

test('a listing whose address held its token before costs its transaction the same however often the token was sent to and fro', async () => {
  const read: (readonly bigint[])[] = []
  for (const last of [2_000n, 4_000n]) {
    await using store = await createNativeStore()
    const made = indexed(1n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) })
    await applyBatch(store.db, batchOf([made]))
    await store.pool.query(ADD_MOVES, [TOKEN, 2n, last, ANNA, BEN])
    await applyBatch(store.db, batchOf([turned(() => passes(TOKEN, ANNA, LISTING), last + 1n)]))
    await applyBatch(store.db, batchOf([turned(() => passes(TOKEN, LISTING, ANNA), last + 2n)]))
    await sql`analyze`.execute(store.db)
    const placed = { ...eventBase(last + 3n, 0, 80n), token: token(TOKEN), listingId: LISTING, seller: ANNA }
    const listed = indexed(last + 3n, [{ ...placed, kind: 'listing-placed' }], {
      ownerships: passes(TOKEN, ANNA, LISTING),
    })
    read.push(await rowsReadByWriter(store, READ, (db) => applyBatch(db, batchOf([listed]))))
    const holders = await store.db.selectFrom('market.token_holders').select('holder').execute()
    expect(holders).toEqual([{ holder: ANNA }])
  }
  for (const [at, table] of READ.entries()) expect(read[1]?.[at], table).toBeLessThan((read[0]?.[at] ?? 0n) + 30n)
})

/** Adds `$1` lots of a wallet that came and went at the time `$2`. */
const ADD_LOTS = `insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
    acquired_at_micros, is_in_transit, released_version, released_by, released_at_micros)
    select $3, 'former ' || n, 0, n, 0, $4, 1, 'transfer', $2, false, n, 'transfer', $2::bigint + 1 from generate_series(1, $1::integer) n`

test('a listing whose address held its token days before costs its transaction the same however much its seller has had since', async () => {
  const read: (readonly bigint[])[] = []
  for (const many of [20, 400]) {
    await using store = await createNativeStore()
    const made = indexed(1n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) })
    const held = [turned(() => passes(TOKEN, ANNA, LISTING), 2n), turned(() => passes(TOKEN, LISTING, ANNA), 3n)]
    await applyBatch(store.db, batchOf([made, ...held]))
    await store.pool.query(ADD_LOTS, [many, timeOf(50n), ANNA, COLLECTION])
    await sql`analyze`.execute(store.db)
    const placed = { ...eventBase(100n, 0, 80n), token: token(TOKEN), listingId: LISTING, seller: ANNA }
    const listed = indexed(100n, [{ ...placed, kind: 'listing-placed' }], { ownerships: passes(TOKEN, ANNA, LISTING) })
    read.push(await rowsReadByWriter(store, READ, (db) => applyBatch(db, batchOf([listed]))))
    const holders = store.db.selectFrom('market.token_holders').select('holder').execute()
    expect(await holders).toEqual([{ holder: ANNA }])
  }
  for (const [at, table] of READ.entries()) expect(read[1]?.[at], table).toBeLessThan((read[0]?.[at] ?? 0n) + 30n)
})

/** Sends a v1 token to and fro: its listings hold it, so that none depends on its owners. */
const sentV1: Turn = (version) => sent(version).map((row) => ({ ...row, tokenStandard: 'v1' }))

const STATISTICS = ['of the rows', 'missing', 'of a market in which each token was listed once'] as const
const STANDARDS = [
  ['v2', sent],
  ['v1', sentV1],
] as const

/** Adds listings of tokens `$1`, `$2` of each, of seller `$4`: ended ones, or open ones from whose objects their token was taken. */
const ADD_LISTINGS = `insert into market.listings (marketplace, listing_id, token_data_id, token_standard, collection_id, seller, price_octas,
    property_version, state, validity, depends_on_seller, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
    select 'opal', '0xe' || token || ' ' || n, token, $3, '0xc', $4, 5, 0, $5, $6, false, 0, 0, 0, 0, 0
    from generate_series(1, $2::integer) n cross join unnest($1::text[]) token`

const ADD_OWNERS = `insert into market.ownership_events
    (token_data_id, property_version, owner_address, storage_id, version, amount, at_micros)
    select token_data_id, 0, listing_id, token_data_id, 0, 0, 0 from market.listings where validity = 'seller-lost-token' on conflict do nothing`
const ADD_CURRENT_OWNERS = `insert into chain.current_token_ownerships_v2 (token_data_id, property_version_v1, owner_address, storage_id, amount,
    token_standard, last_transaction_version, last_transaction_timestamp)
    select token_data_id, 0, listing_id, token_data_id, 0, 'v2', 0, 'epoch' from market.listings where validity = 'seller-lost-token'
    on conflict do nothing`

/** Other listings of a token, which its moves leave as they are. */
const OTHERS = {
  'was listed before': ['cancelled', 'ended', ANNA],
  'is listed by others': ['open', 'seller-lost-token', CARL],
  'is listed by its seller': ['open', 'seller-lost-token', ANNA],
} as const

test.each(
  STANDARDS.flatMap(([standard, turn]) =>
    Object.entries(OTHERS).flatMap(([others, listed]) =>
      STATISTICS.map((statistics) => [standard, others, statistics, turn, listed] as const),
    ),
  ),
)(
  'a %s token that moves costs its transaction the same however often it %s, with statistics that are %s',
  async (standard, _, statistics, turn, [state, validity, seller]) => {
    const read: (readonly bigint[])[] = []
    for (const count of [20, 400]) {
      await using store = await createNativeStore()
      await applyBatch(store.db, batchOf(story(turn, 9n)))
      const add = async (tokens: readonly Address[], each: number) => {
        await store.pool.query(ADD_LISTINGS, [tokens, each, standard, seller, state, validity])
        for (const owners of [ADD_OWNERS, ADD_CURRENT_OWNERS]) await store.pool.query(owners)
      }
      if (statistics === STATISTICS[2]) {
        const others = Array.from({ length: 2_000 }, (_, at) => address(`b${at.toString(16)}`))
        await add(others, 1)
        await store.pool.query(`analyze ${READ.join(', ')}`)
      }
      await add([TOKEN], count)
      if (statistics === STATISTICS[0]) await store.pool.query(`analyze ${READ.join(', ')}`)
      read.push(await rowsReadByWriter(store, READ, (db) => applyBatch(db, batchOf([turned(turn, 10n)]))))
    }
    for (const [at, table] of READ.entries()) expect(read[1]?.[at], table).toBeLessThan((read[0]?.[at] ?? 0n) + 30n)
  },
)
