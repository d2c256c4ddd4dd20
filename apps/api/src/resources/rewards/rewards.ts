import {
  checkLoyalties,
  checkLoyalty,
  getUserRewards,
  type LeaderboardRow,
  listLeaderboard,
  listTopHundred,
  listUserRewards,
  type RewardsInterval,
} from '@opal/contract/rewards'
import {
  type PointsPlace,
  readLeaderboard,
  readLoyalty,
  readPointsLedger,
  readWalletPoints,
} from '@opal/store/queries/rewards/points'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { cursorParts, cutPage, decodeCursor } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { loadWalletNames } from '../names/wallet-names.ts'
import { presentLeader, presentRewardsEntry, presentUserRewards, toPointsInterval } from './present-rewards.ts'

export const listLeaderboardRoute = defineRoute(listLeaderboard, async (context, { query }) => ({
  data: await loadLeaderboard(context, query.interval, { take: query.take, offset: (query.page - 1) * query.take }),
}))

export const listTopHundredRoute = defineRoute(listTopHundred, async (context) => ({
  data: await loadLeaderboard(context, 'all', { take: 100 }),
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

/** A page of the season's ranking, best first, with the wallets' names. */
async function loadLeaderboard(
  context: ApiContext,
  interval: RewardsInterval,
  page: { readonly take: number; readonly offset?: number },
): Promise<LeaderboardRow[]> {
  const rows = await readLeaderboard(context.store, toPointsInterval(interval, context.nowMicros()), page)
  const walletNames = await loadWalletNames(
    context,
    rows.map(({ wallet }) => wallet),
  )
  return rows.map((row) => presentLeader(row, walletNames))
}
