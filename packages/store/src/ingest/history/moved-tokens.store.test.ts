import type { OwnershipChange } from '@opal/domain/tokens/token-change'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../../schema/tables.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { writeMarketplaces } from '../orders/write-marketplaces.ts'
import { address, batchOf, described, eventBase, indexed, passes, timeOf, token } from '../test-data/market-story.ts'

const [ANNA, BEN, TOKEN, LISTING] = [address('f0'), address('f1'), address('a0'), address('11')]

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
function story(turn: Turn, last: bigint): readonly IndexedTransaction[] {
  const placed = { ...eventBase(1n, 0, 80n), token: token(TOKEN), listingId: LISTING, seller: ANNA }
  const listed = indexed(1n, [{ ...placed, kind: 'listing-placed' }], {
    tokenDatas: [described(TOKEN)],
    ownerships: passes(TOKEN, null, ANNA),
  })
  return [listed, ...Array.from({ length: Number(last) - 1 }, (_, at) => turned(turn, BigInt(at) + 2n))]
}

const READ = ['market.ownership_events', 'market.listing_spans', 'market.listings', 'market.lots'] as const

async function rowsRead(db: Kysely<Tables>): Promise<readonly bigint[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: bigint }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read
    from unnest(${READ}::text[]) with ordinality as asked (name, n)
    join pg_stat_all_tables s on s.relid = asked.name::regclass order by n`.execute(db)
  return rows.map(({ read }) => read)
}

/** Returns how many rows the next turn reads of each table, by a writer's plans. */
async function readByTurn(turn: Turn, before: bigint): Promise<readonly bigint[]> {
  await using store = await createTestStore()
  await writeMarketplaces(store.db, [{ marketplace: 'opal', status: 'active', is_native: true }])
  await applyBatch(store.db, batchOf(story(turn, before)))
  return await store.db.connection().execute(async (db) => {
    for (const setting of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
      await sql`select set_config(${setting}, 'off', false), set_config('plan_cache_mode', 'force_generic_plan', false)`.execute(
        db,
      )
    const earlier = await rowsRead(db)
    await applyBatch(db, batchOf([turned(turn, before + 1n)]))
    const later = await rowsRead(db)
    return later.map((read, at) => read - (earlier[at] ?? 0n))
  })
}

const TURNS = [
  ['sent to and fro', sent],
  ['frozen and freed', frozen],
] as const

test.each(TURNS)('a listed token that is %s costs its transaction the same however often that was', async (_, turn) => {
  const [few, many] = [await readByTurn(turn, 20n), await readByTurn(turn, 150n)]
  for (const [at, table] of READ.entries()) expect(many[at], table).toBeLessThan((few[at] ?? 0n) + 30n)
})

test.each(TURNS)('the spans of a listed token that is %s are the same in one batch and in many', async (_, turn) => {
  const last = 13n
  const spans = async (batches: readonly (readonly IndexedTransaction[])[]) => {
    await using store = await createTestStore()
    await writeMarketplaces(store.db, [{ marketplace: 'opal', status: 'active', is_native: true }])
    for (const batch of batches) await applyBatch(store.db, batchOf(batch))
    const columns = ['from_micros', 'to_micros'] as const
    return await store.db.selectFrom('market.listing_spans').select(columns).orderBy('from_micros').execute()
  }
  const whole = await spans([story(turn, last)])
  expect(whole.length).toBeGreaterThan(5)
  expect(whole.find((span) => span.to_micros === timeOf(11n) || span.to_micros === timeOf(12n))).toBeDefined()
  expect(await spans(story(turn, last).map((one) => [one]))).toEqual(whole)
})
