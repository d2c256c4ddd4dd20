import { DAY_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { rowsReadBy } from '../../testing/plans/rows-read.ts'
import { addFavourites } from '../favourites.ts'
import { MAX_FLOORS_OF_WALLET, MAX_REPEATED_FLOORS } from './floor-occasions.ts'
import { notifyChanges } from './notify-changes.ts'
import { notifyTime } from './notify-time.ts'
import { ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()

/** Stores wallets with favourites of another collection, and the floors that they were notified of. */
async function storeFavourites(count: number): Promise<void> {
  for (const table of [
    'favourites (wallet, collection_id)',
    'notification_floors (wallet, collection_id, floor_octas)',
  ])
    await sql`insert into account.${sql.raw(table)}
      select 'wallet ' || n, 'collection ' || n / 5 ${sql.raw(table.includes('floor_octas') ? ', 5' : '')}
      from generate_series(1, ${count}::int) n`.execute(market.store.db)
  await sql`insert into account.notification_wallets (wallet) select 'wallet ' || n from generate_series(1, ${count}::int) n`.execute(
    market.store.db,
  )
  await sql`analyze account.favourites, account.notification_floors, account.notification_wallets`.execute(
    market.store.db,
  )
}

// Any stranger can move a floor, as often as they like.
it.each([1_000, 10_000])(
  'a floor that moves has the favourites of its collection read, however many others there are: %i',
  async (others) => {
    await storeFavourites(others)
    await addFavourites(market.store, ids.owner, [ids.collectionId], 100)
    for (const [old, next] of [
      ['100', '200'],
      ['200', '400'],
    ] as const) {
      await market.store.pool.query('update market.collection_stats set floor_octas = $1 where collection_id = $2', [
        next,
        ids.collectionId,
      ])
      const change = { version: 95n, at_micros: NOW, collection_id: ids.collectionId, kind: 'floor_change' }
      await appendChanges(market.store, [{ ...change, payload: { old, new: next } }])
      const tables = ['account.favourites', 'account.notification_floors', 'account.notification_wallets'] as const
      const read = await rowsReadBy(market.store, tables, (db) => notifyChanges({ db }, NOW))
      for (const rows of read) expect(Number(rows)).toBeLessThan(50)
    }
    expect(await market.typesOf(ids.owner)).toEqual(['floor-moved', 'floor-moved'])
  },
)

// @feature notifications.many-floors
describe('floors of very many favourites', () => {
  const floors = Array.from({ length: MAX_FLOORS_OF_WALLET + 10 }, (_, at) => `collection ${at}`)

  /** Makes them favourites of the owner, at a floor of 100. */
  async function favour(): Promise<void> {
    const { db } = market.store
    await sql`insert into market.collection_stats (collection_id, floor_octas, last_version)
      select id, 100, 1 from unnest(${floors}::text[]) id`.execute(db)
    await sql`insert into account.favourites (wallet, collection_id) select ${ids.owner}, id from unnest(${floors}::text[]) id`.execute(
      db,
    )
  }

  /** Moves all to another price, some at a time. @returns notifications that were made */
  async function moveAll(old: number, next: number, atMicros: bigint, moved = floors): Promise<number> {
    await market.store.pool.query('update market.collection_stats set floor_octas = $1 where collection_id = any($2)', [
      next,
      moved,
    ])
    let added = 0
    for (const some of [moved.slice(0, 25), moved.slice(25)]) {
      const payload = { old: String(old), new: String(next) }
      await appendChanges(
        market.store,
        some.map((collection_id) => ({
          version: 95n,
          at_micros: atMicros,
          collection_id,
          kind: 'floor_change',
          payload,
        })),
      )
      added += await market.drain()
    }
    return added
  }

  it('notify a wallet fifty times a day at most, while it has signed in within a month', async () => {
    await favour()
    expect(await moveAll(100, 200, NOW)).toBe(MAX_FLOORS_OF_WALLET)
    expect(await moveAll(200, 400, NOW + DAY_MICROS / 2n)).toBe(0)
    expect(await moveAll(400, 800, NOW + 2n * DAY_MICROS)).toBe(MAX_FLOORS_OF_WALLET)
    expect(await moveAll(800, 1_600, NOW + 31n * DAY_MICROS)).toBe(0)
    await market.store.pool.query("update account.notification_wallets set seen_at = now() + interval '1 year'")
    expect(await moveAll(1_600, 3_200, NOW + 32n * DAY_MICROS)).toBe(MAX_FLOORS_OF_WALLET)
  })

  it('leave twenty-five notifications a day to favourites that had none, however often a few of them move', async () => {
    await favour()
    const [few, others] = [floors.slice(0, 2), floors.slice(2)]
    let added = 0
    // Each time beyond all floors before: so one favourite may notify without end.
    for (let turn = 0; turn < 20; turn += 1)
      added += await moveAll(100 * 2 ** turn, 100 * 2 ** (turn + 1), NOW + BigInt(turn), few)
    expect(added).toBe(few.length + MAX_REPEATED_FLOORS)
    expect(await moveAll(100, 200, NOW + 1_000n, others)).toBe(MAX_FLOORS_OF_WALLET - added)
    expect(await moveAll(200, 400, NOW + DAY_MICROS + 2_000n, others)).toBe(MAX_FLOORS_OF_WALLET)
  })

  it('are forgotten after two weeks', async () => {
    await favour()
    await moveAll(100, 200, NOW)
    const stored = async (days: number) => {
      await market.store.pool.query(`update account.notifications set made_at = now() - $1::int * interval '1 day'`, [
        days,
      ])
      await notifyTime(market.store, BigInt(Date.now()) * 1_000n)
      return (await market.notificationsOf(ids.owner)).filter(({ type }) => type === 'floor-moved').length
    }
    expect([await stored(13), await stored(15)]).toEqual([MAX_FLOORS_OF_WALLET, 0])
  })
})
