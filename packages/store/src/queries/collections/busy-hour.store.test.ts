import { HOUR_MICROS } from '@opal/domain/time'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { moveWindows } from '../../ingest/stats/move-windows.ts'
import type { Tables } from '../../schema/tables.ts'
import { rowsReadBy } from '../../testing/rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readCollections } from './read-collections.ts'
import { addCollections, hourOf, idOf, NOW } from './testing/collection-pasts.ts'

const [OWN_SALES, OTHERS_SALES, PASSING, LASTING] = [40, 4_000, 2_000, 30]
/** Two minutes after a full hour: of the hour before now, nearly all is added up from its sales. */
const SOON = hourOf(NOW) + HOUR_MICROS / 30n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await addCollections(store, 30)
  await moveWindows(store.db, SOON)
  await addSales(sql`${idOf(1)}`, OWN_SALES)
  await addSales(sql`'0x' || lpad((2 + n % 29)::text, 64, '0')`, OTHERS_SALES)
  // The cheapest are those that come and go.
  await addSpans('passing', PASSING, 1n, sql`${SOON}::bigint - 3000000000 + n * 1000`)
  await addSpans('recent', PASSING, 1n, sql`null`)
  await addSpans('lasting', LASTING, 100n, sql`case when n % 2 = 0 then ${SOON}::bigint - n * 1000 end`)
  await sql`analyze market.sales, market.listing_spans`.execute(store.db)
})
afterAll(() => store[Symbol.asyncDispose]())

/** Adds sales of the last hour: within its 58 minutes before the full hour, whose row has yet to end. */
async function addSales(collection: ReturnType<typeof sql>, count: number): Promise<void> {
  await sql`insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, collection_id, seller, buyer,
      price_octas, at_micros)
    select ${count}::bigint * 10 + n, 0, 'opal', 'listing', '0x1', '0x1', ${collection}, '0xa', '0xb', 5,
      ${hourOf(SOON)}::bigint - n * 3480000000 / ${count + 1}::bigint
    from generate_series(1, ${count}::int) n`.execute(store.db)
}

/** Adds listings of the first collection: lasting ones stand since before the hour, the others since some time within it. */
async function addSpans(kind: string, count: number, octas: bigint, end: ReturnType<typeof sql>): Promise<void> {
  const start = kind === 'lasting' ? 2n * HOUR_MICROS : HOUR_MICROS - HOUR_MICROS / 20n
  await sql`insert into market.listing_spans (marketplace, listing_id, from_micros, to_micros, collection_id, price_octas)
    select 'opal', ${kind} || n, ${SOON}::bigint - ${start}::bigint, ${end}, ${idOf(1)}, ${octas}::numeric + n
    from generate_series(1, ${count}::int) n`.execute(store.db)
}

/** Plans for any parameters, as connections do after some executions. */
function asVisitor(work: (db: Kysely<Tables>) => Promise<unknown>) {
  return async (db: Kysely<Tables>) => {
    await sql`select set_config('plan_cache_mode', 'force_generic_plan', false)`.execute(db)
    await work(db)
  }
}

describe('a collection within an hour of many trades', () => {
  it('is read without the sales of others, and without what came and went', async () => {
    const [sales, spans] = await rowsReadBy(
      store,
      ['market.sales', 'market.listing_spans'],
      asVisitor(async (db) => {
        const [row] = await readCollections({ db }, [idOf(1)], { nowMicros: SOON, wallet: null })
        expect(row).toMatchObject({ salesHour: BigInt(OWN_SALES), volumeHourOctas: 5n * BigInt(OWN_SALES) })
        expect(row?.floorHourAgoOctas).toBe(101n)
      }),
    )
    // Sales of the partial hours at the starts of a day, a week and a month as well, of which there are none.
    expect(Number(sales)).toBeLessThanOrEqual(OWN_SALES)
    expect(Number(spans)).toBeLessThanOrEqual(LASTING)
  })
})
