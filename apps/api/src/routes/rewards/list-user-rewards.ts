import { listUserRewards } from '@opal/contract/rewards'
import { type PointsPlace, readPointsLedger } from '@opal/store/queries/rewards/points'
import * as z from 'zod'
import { decodeCursor } from '../../http/cursor.ts'
import { cutPage } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { presentRewardsEntry, toPointsInterval } from '../../present/present-rewards.ts'

const whole = z.string().regex(/^\d{1,18}$/)
const place = z.tuple([
  whole,
  z.enum(['buying', 'listing', 'bidding']),
  z.string().max(40),
  z.string().max(200),
  whole,
  z.number().int().min(-2_147_483_648).max(2_147_483_647),
])

export const listUserRewardsRoute = defineRoute(listUserRewards, async ({ store, nowMicros }, { params, query }) => {
  const after = query.cursor === undefined ? null : toPlace(decodeCursor(query.cursor, place))
  const found = await readPointsLedger(store, params.walletAddress, toPointsInterval(query.interval, nowMicros()), {
    take: query.take + 1,
    ...(after !== null && { after }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    String(row.firstHourMicros),
    row.rule,
    row.marketplace,
    row.orderId,
    String(row.version),
    row.eventIndex,
  ])
  return { data: rows.map(presentRewardsEntry), nextCursor }
})

function toPlace([hour, rule, marketplace, orderId, version, eventIndex]: z.output<typeof place>): PointsPlace {
  return { firstHourMicros: BigInt(hour), rule, marketplace, orderId, version: BigInt(version), eventIndex }
}
