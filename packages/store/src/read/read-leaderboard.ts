import { type RawBuilder, sql } from 'kysely'
import { countedHours } from './points-sql.ts'
import { DISLOYAL } from './read-loyalty.ts'
import { type Reader, readRows } from './read-rows.ts'

/** Points of one wallet in millionths; the total is with its loyalty. */
export interface WalletPoints {
  readonly rank: bigint
  readonly wallet: string
  readonly buyingMicros: bigint
  readonly listingMicros: bigint
  readonly biddingMicros: bigint
  readonly loyalty: 0 | 100
  readonly totalMicros: bigint
}

/** Over which time points are counted. */
export interface PointsInterval {
  /** Null: the whole season. */
  readonly sinceMicros: bigint | null
  readonly nowMicros: bigint
}

/** A page of the ranking by total, best first; wallets without points are left out. Equal totals share the better rank. */
export function readLeaderboard(
  reader: Reader,
  interval: PointsInterval,
  page: { readonly take: number; readonly offset?: number },
): Promise<readonly WalletPoints[]> {
  return readRows(
    reader,
    sql<WalletPoints>`select * from (${ranked(interval)}) r order by rank, wallet limit ${page.take} offset ${page.offset ?? 0}`,
  )
}

/** Points and rank of some wallets; those without points are left out. */
export function readWalletPoints(
  reader: Reader,
  wallets: readonly string[],
  interval: PointsInterval,
): Promise<readonly WalletPoints[]> {
  return readRows(
    reader,
    sql<WalletPoints>`select * from (${ranked(interval)}) r where wallet = any(${[...wallets]}::text[]) order by rank, wallet`,
  )
}

function ranked(interval: PointsInterval): RawBuilder<unknown> {
  return sql`
    select rank() over (order by "totalMicros" desc) as rank, summed.* from (
      select earned.*, div(("buyingMicros" + "listingMicros" + "biddingMicros") * (100 + loyalty), 200) as "totalMicros"
      from (
        select p.wallet, ${sumOf('buying')} as "buyingMicros", ${sumOf('listing')} as "listingMicros",
          ${sumOf('bidding')} as "biddingMicros", case when max(d.wallet) is null then 100 else 0 end as loyalty
        from (${countedHours(interval)}) p
        left join (${DISLOYAL}) d on d.wallet = p.wallet
        where p.hours > 0
        group by p.wallet
      ) earned
    ) summed`
}

function sumOf(rule: string): RawBuilder<unknown> {
  return sql`coalesce(sum(p.points_micros * p.hours) filter (where p.rule = ${rule}), 0)`
}
