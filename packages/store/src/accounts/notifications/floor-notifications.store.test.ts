import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { removeFavourite } from '../favourites.ts'
import { writeNotificationSetting } from './settings.ts'
import { ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const { drain, notificationsOf } = market

const floor = (old: string | null, next: string | null) => ({
  version: 95n,
  at_micros: NOW,
  collection_id: ids.collectionId,
  kind: 'floor_change',
  payload: { old, new: next },
})
/** Moves the floor of the collection by some changes, and announces them. */
async function moveFloor(...changes: readonly ReturnType<typeof floor>[]): Promise<void> {
  const move = 'update market.collection_stats set floor_octas = $1 where collection_id = $2'
  await market.store.pool.query(move, [changes.at(-1)?.payload.new, ids.collectionId])
  await appendChanges(market.store, changes)
}

describe('the floor of a favourite', () => {
  it('notifies when it moved by a tenth since the last time, in small steps or in one', async () => {
    await moveFloor(floor('200', '190'))
    expect(await drain()).toBe(0)
    await moveFloor(floor('190', null), floor(null, '180'))
    expect(await drain()).toBe(1)
    await moveFloor(floor('180', '190'))
    expect(await drain()).toBe(0)
    await moveFloor(floor('190', '198'))
    expect(await drain()).toBe(1)
    expect((await notificationsOf(ids.owner)).map((each) => [each.oldPriceOctas, each.priceOctas])).toEqual([
      [180n, 198n],
      [200n, 180n],
    ])
  })

  // @feature notifications.old-activities
  it('does not notify of a move that is older than a day, nor measures from it: where the chain is indexed again, all moves come again', async () => {
    const ago = (micros: bigint, old: string, next: string) => ({ ...floor(old, next), at_micros: NOW - micros })
    await moveFloor(floor('200', '201'))
    await drain()
    await moveFloor(ago(DAY_MICROS + 1n, '20', '10'))
    expect(await drain()).toBe(0)
    await moveFloor(ago(DAY_MICROS, '10', '205'))
    expect(await drain()).toBe(0)
    await moveFloor(ago(1n, '205', '300'))
    expect(await drain()).toBe(1)
    expect((await notificationsOf(ids.owner)).map((each) => [each.oldPriceOctas, each.priceOctas])).toEqual([
      [200n, 300n],
    ])
  })

  // @feature notifications.floors
  it('notifies ten times a day at most while it goes to and fro, and of each price a tenth beyond those', async () => {
    const moves = fc.array(fc.record({ to: fc.integer({ min: 1, max: 12 }), hours: fc.constantFrom(0, 1, 5) }), {
      minLength: 14,
      maxLength: 24,
    })
    await fc.assert(
      fc.asyncProperty(moves, async (made) => {
        await market.store.pool.query('delete from account.notifications')
        await market.store.pool.query('delete from account.notification_floors')
        let [last, atMicros]: [number, bigint] = [100, NOW]
        let notified: { readonly from: number; readonly to: number; readonly atMicros: bigint }[] = []
        for (const [at, { to: hundreds, hours }] of made.entries()) {
          const to = hundreds * 100
          atMicros += BigInt(hours) * 3_600_000_000n
          await moveFloor({ ...floor(at === 0 ? String(last) : null, String(to)), at_micros: atMicros })
          await drain()
          const day = notified.filter((one) => one.atMicros > atMicros - 86_400_000_000n)
          const prices = day.flatMap(({ from, to }) => [from, to])
          const isBeyond = to * 10 <= Math.min(...prices) * 9 || to * 10 >= Math.max(...prices) * 11
          if (Math.abs(to - last) * 10 < last || (day.length >= 10 && !isBeyond)) continue
          notified = [...notified, { from: last, to, atMicros }]
          last = to
        }
        const stored = (await notificationsOf(ids.owner)).map((row) => [
          Number(row.oldPriceOctas),
          Number(row.priceOctas),
        ])
        expect(stored.toReversed()).toEqual(notified.map(({ from, to }) => [from, to]))
      }),
      { numRuns: runs(6) },
    )
  })

  it('is measured by the threshold that the wallet set, and deleted with the favourite', async () => {
    await writeNotificationSetting(market.store, ids.owner, { type: 'floor-moved', thresholdBps: 500 })
    await moveFloor(floor('200', '190'))
    expect(await drain()).toBe(1)
    await removeFavourite(market.store, ids.owner, ids.collectionId)
    await moveFloor(floor('190', '1'))
    expect(await drain()).toBe(0)
    expect((await market.store.pool.query('select from account.notification_floors')).rowCount).toBe(0)
  })
})
