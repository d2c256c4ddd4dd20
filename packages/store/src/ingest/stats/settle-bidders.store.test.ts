import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { settleDuePoints } from '../points/settle-points.ts'
import { settleBidders } from './settle-bidders.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await store.pool.query(`
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'refused: %', old using errcode = '22003';
    end $$;
    create trigger refuse before delete on market.bidders_due for each row when (old.wallet like '0xbad%') execute function public.refuse();
    create trigger refuse before delete on market.pools_due for each row when (old.wallet like '0xbad%') execute function public.refuse();
    create trigger refuse before delete on market.points_due for each row when (old.collection_id like '0xbad%') execute function public.refuse()`)
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(() => emptyDatabase(store.db))
afterEach(() => {
  vi.restoreAllMocks()
})

/** Advances the clock by this at each reading, so that a part takes as many readings on a busy machine. */
function readingTakes(ms: number): void {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += ms
    return now
  })
}

const QUEUES = [
  ['market.bidders_due', 'wallet', (ms: number) => settleBidders(store.db, { offers: 50, ms })],
  ['market.pools_due', 'wallet', (ms: number) => settleBidders(store.db, { offers: 50, ms })],
  ['market.points_due', 'collection_id', (ms: number) => settleDuePoints(store.db, ms)],
] as const

// @feature operate.refused-transactions
test.each(QUEUES)(
  '%s: however many the database refuses, one behind them is settled in the same second',
  async (table, key, settle) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 3 }), async (bad, good) => {
        await sql`truncate ${sql.table(table)}`.execute(store.db)
        const ids = [
          ...Array.from({ length: bad }, (_, at) => `0xbad${at}`),
          ...Array.from({ length: good }, (_, at) => `0xc${at}`),
        ]
        const columns =
          key === 'wallet' ? sql`(wallet) select *` : sql`(collection_id, hour_micros, since) select *, 0, '-infinity'`
        await sql`insert into ${sql.table(table)} ${columns} from unnest(${ids}::text[])`.execute(store.db)
        readingTakes(2)
        await expect(settle(1_000)).rejects.toMatchObject({ code: '22003' })
        const { rows } = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}`.execute(
          store.db,
        )
        expect(rows.map(({ id }) => id).sort()).toEqual(ids.filter((id) => id.startsWith('0xbad')).sort())
      }),
      { numRuns: runs(3) },
    )
  },
)
