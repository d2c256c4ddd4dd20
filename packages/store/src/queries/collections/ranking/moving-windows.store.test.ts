import { readFile } from 'node:fs/promises'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { writeRows } from '../../../driver/write-rows.ts'
import { moveWindows } from '../../../ingest/stats/move-windows.ts'
import { settleTime } from '../../../ingest/stats/settle-time.ts'
import { collectionHours } from '../../../schema/stats.ts'
import { countRowsRead } from '../../../testing/count-rows-read.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import { readCollections } from '../read-collections.ts'
import { addCollections, hourOf, hoursOf, idOf, NOW, STORED_RANKINGS, writePasts } from '../testing/collection-pasts.ts'
import { findCollections } from './find-collections.ts'
import { hasStoredWindows } from './stored-windows.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await addCollections(store, 10)
})
afterAll(() => store[Symbol.asyncDispose]())

describe('what collections are ranked by', () => {
  it('is stored as of the hour that time has reached, used near it, and forgotten with the hours', async () => {
    await writePasts(store, [])
    expect(await hasStoredWindows(store, NOW)).toBe(false)
    await settleTime(store.db, NOW)
    expect(await hasStoredWindows(store, NOW)).toBe(true)
    const { rows } = await sql<{ hour: bigint }>`select hour_micros as hour from market.window_hour`.execute(store.db)
    expect(rows).toEqual([{ hour: hourOf(NOW) + HOUR_MICROS }])
    expect(await hasStoredWindows(store, NOW + 49n * HOUR_MICROS)).toBe(false)
    expect(await hasStoredWindows(store, NOW - 49n * HOUR_MICROS)).toBe(false)
    await writePasts(store, [])
    expect(await hasStoredWindows(store, NOW)).toBe(false)
  })

  it.each([0n, 60n, -60n])(
    'is what collections are shown with, without the hours of a month, %i days after the hour that it is stored as of',
    async (days) => {
      const nowMicros = NOW + days * DAY_MICROS
      await writePasts(store, [])
      await sql`insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, floor_octas, listed_count)
        select ${idOf(1)}, ${hourOf(NOW)}::bigint - n * ${HOUR_MICROS}::bigint, n, 1, n, 1 from generate_series(0, 700) n`.execute(
        store.db,
      )
      await moveWindows(store.db, NOW)
      const hours = days < 0n ? 701n : 0n
      const read = await countRowsRead(store, 'market.collection_hours', async (reader) => {
        const [row] = await readCollections(reader, [idOf(1)], { nowMicros, wallet: null })
        expect(row?.salesMonth).toBe(days === 0n ? 701n : hours)
      })
      // The hour now, and the floor of a day, a week and a month ago. Those of times to come are all in the windows.
      expect(read).toBeLessThan(20n + 4n * hours)
    },
  )

  it('is read as a page, and the hours that have passed since it was stored', async () => {
    await writePasts(store, [])
    await sql`insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, floor_octas, listed_count)
      select ${idOf(1)} || n, ${hourOf(NOW)}::bigint - n * ${HOUR_MICROS}::bigint / 10, n, 1, n, 1 from generate_series(10, 5000, 10) n`.execute(
      store.db,
    )
    await moveWindows(store.db, NOW)
    await sql`analyze market.collection_hours, market.window_sales, market.window_changes`.execute(store.db)
    for (const ranking of STORED_RANKINGS) {
      const read = await countRowsRead(store, 'market.collection_hours', (reader) =>
        findCollections(reader, { ranking, descending: true, nowMicros: NOW, take: 5 }),
      )
      expect(read, ranking).toBeLessThan(20n)
    }
  })

  const sold = hoursOf(idOf(1), {
    counts: null,
    listed: [],
    sold: [{ octas: 7n, isWash: false, atMicros: hourOf(NOW), buyer: '0xb' }],
  })
  const weekOctas = async () => {
    const { rows } = await sql<{ octas: bigint }>`select week_octas as octas from market.window_sales`.execute(store.db)
    return rows.map(({ octas }) => BigInt(octas))
  }

  it('misses nothing that is written while the hour moves on', async () => {
    await writePasts(store, [])
    const writer = await store.db.startTransaction().execute()
    await writeRows(writer, collectionHours, sold, 'overwrite')
    const moving = moveWindows(store.db, NOW)
    // The move waits for the writer, or has not begun: its end shows either.
    await sql`select pg_sleep(0.05)`.execute(store.db)
    await writer.commit().execute()
    await moving
    expect(await weekOctas()).toEqual([7n])

    await writePasts(store, [])
    const mover = await store.db.startTransaction().execute()
    await moveWindows(mover, NOW)
    const writing = insertRows(store, collectionHours, sold)
    await sql`select pg_sleep(0.05)`.execute(store.db)
    await mover.commit().execute()
    await writing
    expect(await weekOctas()).toEqual([7n])
  })

  it('is stored immediately in a database that is migrated', async () => {
    const migration = await readFile(
      new URL('../../../../migrations/0029_window_rankings.sql', import.meta.url),
      'utf8',
    )
    const fill = /^select market\.move_windows[^;]*;/m.exec(migration)?.[0] ?? ''
    const nowMicros = BigInt(Date.now()) * 1_000n
    await writePasts(store, [])
    await store.pool.query(fill)
    expect(await hasStoredWindows(store, nowMicros)).toBe(false)
    await insertRows(
      store,
      collectionHours,
      sold.map((hour) => ({ ...hour, hour_micros: hourOf(nowMicros) })),
    )
    await store.pool.query(fill)
    expect(await hasStoredWindows(store, nowMicros)).toBe(true)
    expect(await weekOctas()).toEqual([7n])
  })
})
