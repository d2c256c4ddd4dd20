import { randomInt } from 'node:crypto'
import { toSeconds } from '@opal/domain/time'
import { sql } from 'kysely'
import { setKeyBytes } from '../../accounts/token-sets.ts'
import { type Reader, readRows } from '../read-rows.ts'
import { type BidLevelRow, levelsSql } from './bid-book.ts'
import { type AnyOfferRow, collectionOffersSql } from './offers/offers.ts'

/** Limit of tokens by which sets are looked up; of more, a random sample is used. */
const MAX_KEYS = 500
/** Most sets of a ladder: those with the best bids. */
const MAX_SETS = 500
/** Most bids that a ladder reads, however many there are. */
const MAX_BIDS = 2_000
/** Least that is read of each set. */
const MIN_BIDS_PER_SET = 4

/** A ladder of bids on sets. */
export interface SetBidLevels {
  /** Best price first. */
  readonly levels: readonly BidLevelRow[]
  /** There are more levels, and perhaps more bids at the last one. */
  readonly hasMore: boolean
}

/**
 * Reads the ladder of a collection's live offers on sets that hold all of some tokens, best price first. Reads the best offers of each such
 * set, so the cost depends on the number of sets, not of offers. The ladder ends at the price down to which all sets have been read.
 * A set that is smaller than the tokens are many does not hold them all; of very many tokens it is looked up by some.
 * @param keys `setKeyOf` of the tokens, at least one.
 */
export async function readSetBidLevels(
  reader: Reader,
  collectionId: string,
  keys: readonly string[],
  { nowMicros, take }: { readonly nowMicros: bigint; readonly take: number },
): Promise<SetBidLevels> {
  const live = collectionOffersSql({ collectionId, sets: 'alone', liveAtSeconds: toSeconds(nowMicros) })
  const perSet = sql`(select greatest(${MAX_BIDS} / nullif(count(*), 0), ${MIN_BIDS_PER_SET}) from heads)`
  // Pools are looked up for the bids of the ladder alone.
  const ofLadder = sql<AnyOfferRow>`select read.*, case when "isPooled" then coalesce(p.balance_octas, 0) end as "poolOctas"
      from read left join market.bid_pools p on p.marketplace = read.marketplace and p.wallet = read.buyer
      where "priceOctas" >= (select octas from until)`
  const rows = await readRows(
    reader,
    sql<BidLevelRow & { readonly isCut: boolean }>`
    with heads as materialized (
      select s.root from account.sets_of_tokens(${sampleOf(keys).map(setKeyBytes)}::bytea[]) as holding
      join account.token_sets s using (root)
      cross join lateral (${live} and set_root = s.root order by price_octas desc, offer_id limit 1) head
      where holding.collection_id = ${collectionId} and s.size >= ${keys.length}
      order by head."priceOctas" desc limit ${MAX_SETS}
    ), read as materialized (
      select best.marketplace, best."offerId", best.buyer, best."priceOctas", best."remainingAmount", best."isPooled", best."setRoot"
      from heads cross join lateral (${live} and set_root = heads.root order by price_octas desc, offer_id limit ${perSet}) best
    ), until as materialized (
      select coalesce(max(least), 0) as octas from (
        select min("priceOctas") as least, count(*) as bids from read group by "setRoot"
      ) of_set where bids = ${perSet}
    )
    select levels.*, (select octas > 0 from until) as "isCut" from (${levelsSql(ofLadder)} limit ${take + 1}) levels
    order by "priceOctas" desc`,
  )
  const levels = rows.slice(0, take).map(({ isCut: _, ...level }) => level)
  return { levels, hasMore: rows.length > take || rows[0]?.isCut === true }
}

/**
 * Returns a random sample of the keys to look sets up by: a bidder who knew it would bid on these tokens only, and seem to bid on all. A set
 * that lacks one token of fifty passes once in 24,000 times.
 */
function sampleOf(keys: readonly string[]): readonly string[] {
  if (keys.length <= MAX_KEYS) return keys
  const left = [...keys]
  for (let at = 0; at < MAX_KEYS; at += 1) {
    const other = randomInt(at, left.length)
    ;[left[at], left[other]] = [left[other] ?? '', left[at] ?? '']
  }
  return left.slice(0, MAX_KEYS)
}
