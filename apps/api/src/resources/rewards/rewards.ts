import {
  checkLoyalties,
  checkLoyalty,
  getUserRewards,
  type LeaderboardRow,
  listLeaderboard,
  listTopHundred,
  listUserRewards,
} from '@opal/contract/rewards'
import { readLoyalty } from '@opal/store/queries/rewards/loyalty'
import { readLeaderboard, readWalletPoints, type WalletPoints } from '@opal/store/queries/rewards/points'
import { type PointsPlace, readPointsLedger } from '@opal/store/queries/rewards/points-ledger'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { cursorParts, cutPage, decodeCursor, pageStart } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { loadWalletNames } from '../names/wallet-names.ts'
import { presentLeader, presentRewardsEntry, presentUserRewards, toPointsInterval } from './present-rewards.ts'

const leaderCursor = z.tuple([cursorParts.numeric, cursorParts.address])

export const listLeaderboardRoute = defineRoute(listLeaderboard, async (context, { query }) => {
  const { after, offset } = pageStart(query, leaderCursor)
  const found = await readLeaderboard(context.store, toPointsInterval(query.interval, context.nowMicros()), {
    take: query.take + 1,
    ...(after && { after: { totalMicros: BigInt(after[0]), wallet: after[1] } }),
    ...(offset !== undefined && { offset }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, ({ totalMicros, wallet }) => [String(totalMicros), wallet])
  return { data: await withNames(context, rows), nextCursor }
})

export const listTopHundredRoute = defineRoute(listTopHundred, async (context) => ({
  data: await withNames(
    context,
    await readLeaderboard(context.store, toPointsInterval('all', context.nowMicros()), { take: 100 }),
  ),
}))

export const getUserRewardsRoute = defineRoute(getUserRewards, async ({ store, nowMicros }, { params, query }) => {
  const { walletAddress } = params
  const [[row], loyalty] = await Promise.all([
    readWalletPoints(store, [walletAddress], toPointsInterval(query.interval, nowMicros())),
    readLoyalty(store, [walletAddress]),
  ])
  return presentUserRewards(walletAddress, row, loyalty.get(walletAddress) ?? 100)
})

const rewardCursor = z.tuple([
  cursorParts.bigint,
  z.enum(['buying', 'listing', 'bidding']),
  z.string().max(40),
  z.string().max(200),
  cursorParts.bigint,
  cursorParts.integer,
])

export const listUserRewardsRoute = defineRoute(listUserRewards, async ({ store, nowMicros }, { params, query }) => {
  const after = query.cursor === undefined ? null : toPlace(decodeCursor(query.cursor, rewardCursor))
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

function toPlace([hour, rule, marketplace, orderId, version, eventIndex]: z.output<typeof rewardCursor>): PointsPlace {
  return { firstHourMicros: BigInt(hour), rule, marketplace, orderId, version: BigInt(version), eventIndex }
}

export const checkLoyaltyRoute = defineRoute(checkLoyalty, async ({ store }, { params }) => {
  const loyalty = await readLoyalty(store, [params.walletAddress])
  return { loyaltyPoints: loyalty.get(params.walletAddress) ?? 100 }
})

export const checkLoyaltiesRoute = defineRoute(checkLoyalties, async ({ store }, { body }) => {
  const loyalty = await readLoyalty(store, [...new Set(body.walletAddresses)])
  return {
    data: body.walletAddresses.map((walletAddress) => ({
      walletAddress,
      loyaltyPoints: loyalty.get(walletAddress) ?? 100,
    })),
  }
})

/** Presents rows of the leaderboard with the wallets' names. */
async function withNames(context: ApiContext, rows: readonly WalletPoints[]): Promise<LeaderboardRow[]> {
  const walletNames = await loadWalletNames(
    context,
    rows.map(({ wallet }) => wallet),
  )
  return rows.map((row) => presentLeader(row, walletNames))
}
