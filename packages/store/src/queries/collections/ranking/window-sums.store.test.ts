import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { moveWindows } from '../../../ingest/stats/move-windows.ts'
import { rowsReadByWriter } from '../../../testing/plans/rows-read.ts'
import { readStoredWindows } from '../../../testing/read-stored-windows.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import { hourOf, idOf, NOW } from '../testing/collection-pasts.ts'

/** Hours of a month in which something was sold, but for those of the day before the last. */
const HOURS = 600

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await sql`truncate market.collection_hours, market.collection_stats`.execute(store.db)
  await moveWindows(store.db, NOW)
  await sql`insert into market.collection_stats (collection_id, floor_octas, last_version) values (${idOf(1)}, 9, 1)`.execute(
    store.db,
  )
  await sql`insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, floor_octas, listed_count)
    select ${idOf(1)}, ${hourOf(NOW)}::bigint - (n + case when n > 0 then 24 else 0 end) * ${HOUR_MICROS}::bigint, n + 1, 1, 9, 1
    from generate_series(0, ${HOURS}::int) n`.execute(store.db)
  await sql`analyze market.collection_hours`.execute(store.db)
})

const SOLD = sql`insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, floor_octas, listed_count)`
const SOLD_TOO = sql`on conflict (collection_id, hour_micros) do update set volume_octas = excluded.volume_octas, sales = excluded.sales`
const at = (ago: bigint) => sql`${hourOf(NOW) - ago}::bigint`
const hour = (ago: bigint, octas: number) => sql`(${idOf(1)}, ${at(ago)}, ${octas}::numeric, 2, 9, 1)`
const ofHour = (ago: bigint) => sql`where collection_id = ${idOf(1)} and hour_micros = ${at(ago)}`

/** Changes of hours that a batch makes. */
const CHANGES = {
  'the present hour goes on': sql`${SOLD} values ${hour(0n, 5)} ${SOLD_TOO}`,
  'an hour begins': sql`${SOLD} values ${hour(-HOUR_MICROS, 5)} ${SOLD_TOO}`,
  'a late sale makes an hour of the week': sql`${SOLD} values ${hour(12n * HOUR_MICROS, 5)} ${SOLD_TOO}`,
  'late sales change hours of the day, the week and the month': sql`${SOLD} values
    ${hour(0n, 5)}, ${hour(2n * DAY_MICROS, 7)}, ${hour(9n * DAY_MICROS, 8)}, ${hour(40n * DAY_MICROS, 8)} ${SOLD_TOO}`,
  'nothing more is sold': sql`update market.collection_hours set listed_count = 4 ${ofHour(0n)}`,
  'an hour loses its sales': sql`update market.collection_hours set volume_octas = 0, sales = 0 ${ofHour(2n * DAY_MICROS)}`,
  'an hour is gone': sql`delete from market.collection_hours ${ofHour(9n * DAY_MICROS)}`,
} as const

it.each(Object.entries(CHANGES))(
  'sums of the last day, week and month follow an hour that changes, and read no other hours of its collection: %s',
  async (_, change) => {
    const [read = 0n] = await rowsReadByWriter(store, ['market.collection_hours'], (db) => change.execute(db))
    // Those that change, and for each collection the last one and the floors of a day, a week and a month ago.
    expect(read).toBeLessThan(20n)
    expect(await readStoredWindows(store.db)).toEqual(await readAnew())
  },
)

/** Adds the sums up as of the same hour, and leaves nothing behind. */
async function readAnew(): Promise<readonly unknown[]> {
  const transaction = await store.db.startTransaction().execute()
  try {
    await sql`select market.clear_windows()`.execute(transaction)
    await moveWindows(transaction, NOW)
    return await readStoredWindows(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}
