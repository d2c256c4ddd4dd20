import { type RawBuilder, sql } from 'kysely'

/** Condition that a collection with the stats `s` was ever sold, or is bid or asked for now. */
export const IS_TRADED: RawBuilder<boolean> = sql<boolean>`(s.sales_all > 0 or s.floor_octas is not null or s.top_bid_octas is not null)`

/**
 * Returns the condition that a collection counts as spam for a wallet: never where the operator verified it; else where
 * the operator upheld a flag, or where it was never sold, nothing is bid or asked for it now, and every item that the
 * wallet holds of it came in a transaction that another wallet signed. Stats and lots are looked up by collection: asked with
 * `exists`, the planner reads those of all collections first.
 * @param collectionId SQL of the collection's id.
 * @param holder the wallet, or SQL of it.
 * @param isTraded SQL of {@link IS_TRADED}, null where nothing is known, for who has looked the stats up already.
 * @source docs/product/collections.md#spam
 */
export function isSpam(
  collectionId: RawBuilder<unknown>,
  holder: string | RawBuilder<unknown>,
  isTraded: RawBuilder<unknown> = sql`(select ${IS_TRADED} from market.collection_stats s where s.collection_id = ${collectionId})`,
): RawBuilder<boolean> {
  return sql<boolean>`(
    not exists (select from account.verified_collections v where v.collection_id = ${collectionId})
    and (
      exists (select from account.flag_requests f where f.collection_id = ${collectionId} and f.status = 'upheld')
      or (
        not coalesce(${isTraded}, false)
        and (
          select true from market.lots l left join chain.transactions x on x.version = l.acquired_version
          where l.wallet = ${holder} and l.collection_id = ${collectionId} and l.released_version is null
            and not l.is_in_transit and (x.sender is null or x.sender = ${holder} or l.acquired_by not in ('mint', 'transfer'))
          limit 1
        ) is null
      )
    )
  )`
}

/** Whether spam belongs to an answer. */
export type SpamChoice = 'include' | 'hide' | 'only'

/** Returns a further condition of a query by the reader's choice; nothing for `include`. */
export function spamCondition(
  choice: SpamChoice | undefined,
  collectionId: RawBuilder<unknown>,
  holder: string | RawBuilder<unknown>,
  isTraded?: RawBuilder<unknown>,
): RawBuilder<unknown> | null {
  if (choice === undefined || choice === 'include') return null
  const condition = isSpam(collectionId, holder, isTraded)
  return choice === 'only' ? sql`and ${condition}` : sql`and not ${condition}`
}
