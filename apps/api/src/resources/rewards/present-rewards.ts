import type { TimeWindow } from '@opal/contract/constants/windows'
import type { LeaderboardRow, RewardsEntry, UserRewards } from '@opal/contract/rewards'
import { POINT_MICROS } from '@opal/domain/rewards/season-points'
import type { PointsInterval, PointsWindow } from '@opal/store/queries/rewards/counted-points'
import type { WalletPoints } from '@opal/store/queries/rewards/points'
import type { PointsEntry } from '@opal/store/queries/rewards/points-ledger'
import { toText, toTextOrNull } from '../../wire-values.ts'
import type { WalletNames } from '../names/wallet-names.ts'

const WINDOWS: Readonly<Record<TimeWindow, PointsWindow>> = {
  '1d': 'day',
  '7d': 'week',
  '30d': 'month',
  all: 'season',
}

/** Returns the time an interval covers. */
export function toPointsInterval(interval: TimeWindow, nowMicros: bigint): PointsInterval {
  return { window: WINDOWS[interval], nowMicros }
}

/** Millionths as points with four decimals. @source docs/product/display.md#points */
function toPoints(micros: bigint): number {
  const tenThousandths = (micros * 10_000n + POINT_MICROS / 2n) / POINT_MICROS
  return Number(tenThousandths) / 10_000
}

/** Returns one row of the leaderboard. */
export function presentLeader(row: WalletPoints, { names }: Pick<WalletNames, 'names'>): LeaderboardRow {
  return {
    wallet_address: row.wallet,
    aptosName: names.get(row.wallet) ?? null,
    rank: Number(row.rank),
    total: toPoints(row.totalMicros),
    bidding_points: toPoints(row.biddingMicros),
    buying_points: toPoints(row.buyingMicros),
    listing_points: toPoints(row.listingMicros),
    loyaltyPoints: row.loyalty,
  }
}

/** Returns one wallet's points; `row` is absent while it has none. */
export function presentUserRewards(
  walletAddress: string,
  row: WalletPoints | undefined,
  loyaltyPoints: 0 | 100,
): UserRewards {
  const total = toPoints(row?.totalMicros ?? 0n)
  return {
    walletAddress,
    rank: row === undefined ? null : Number(row.rank),
    total,
    totalPoints: total,
    biddingPoints: toPoints(row?.biddingMicros ?? 0n),
    buyingPoints: toPoints(row?.buyingMicros ?? 0n),
    listingPoints: toPoints(row?.listingMicros ?? 0n),
    loyaltyPoints,
    loyaltyPercent: loyaltyPoints,
  }
}

/** Returns one entry of a wallet's ledger. */
export function presentRewardsEntry(row: PointsEntry): RewardsEntry {
  return {
    rule: row.rule,
    marketplace: row.marketplace,
    collectionId: row.collectionId,
    orderId: row.orderId,
    version: toText(row.version),
    eventIndex: row.eventIndex,
    fromMicros: toText(row.fromMicros),
    untilMicros: toTextOrNull(row.lastHourMicros),
    price: toText(row.priceOctas),
    floorPrice: toTextOrNull(row.floorOctas),
    size: toText(row.size),
    hours: Number(row.hours),
    pointsPerHour: toPoints(row.pointsMicros),
    points: toPoints(row.pointsMicros * row.hours),
  }
}
