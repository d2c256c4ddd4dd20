import { type RawBuilder, sql } from 'kysely'
import { ESTIMATE } from '../collections/estimate-sql.ts'
import { LISTED_BY_SELLER } from '../orders/listings.ts'
import { IS_TRADED, type SpamChoice, spamCondition } from './spam.ts'

/** Which of the tokens that a wallet holds. */
export interface HeldTokensFilter {
  readonly holder: string
  readonly collectionId?: string
  /** Only these. */
  readonly tokenDataIds?: readonly string[]
  /** Only in this edition. */
  readonly propertyVersion?: bigint
  /** Whether the holder has it listed, also where nothing can be bought any more. */
  readonly listed?: boolean
  /** Only what the holder has listed on one of these, also where nothing can be bought any more. */
  readonly marketplaces?: readonly string[]
  /** Whether spam belongs to it. */
  readonly spam?: SpamChoice
}

/** Listings of a wallet that are read together. Of more, a page is soon filled with what is listed. */
const FEW_LISTINGS = 200

/**
 * Returns whether the holder has listed the token `h`. Where it has few listings, each token is compared with all of them in memory: of a wallet with a
 * hundred thousand items each would be looked up until a page is full. Where it has more, it is looked up by token: joined by a plan for any wallet,
 * each token of a large one would be compared with all that it has listed.
 */
function isListed(holder: string, there: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  const few = sql`select l.token_data_id, l.property_version from market.listings l
    where l.seller = ${holder} and ${LISTED_BY_SELLER} ${there} limit ${sql.lit(FEW_LISTINGS + 1)}`
  return sql`(case when (select count(*) from (${few}) few) <= ${sql.lit(FEW_LISTINGS)}
    then (h.token_data_id, h.property_version) in (${few})
    else (select true from market.listings l where l.token_data_id = h.token_data_id and l.property_version = h.property_version
      and l.seller = h.holder and ${LISTED_BY_SELLER} ${there} limit 1) is not null end)`
}

/**
 * Returns the conditions on held tokens `h`.
 * @param isWalked whether only the tokens of a page are looked at; else spam is decided once for each collection, not for each token. So is
 *   spam alone: of most wallets many tokens are passed over until it fills a page.
 */
export function heldWhere(filter: HeldTokensFilter, isWalked = false): RawBuilder<unknown> {
  const parts = [sql`h.holder = ${filter.holder} and h.amount > 0`]
  if (filter.collectionId !== undefined) parts.push(sql`and h.collection_id = ${filter.collectionId}`)
  if (filter.tokenDataIds !== undefined) parts.push(sql`and h.token_data_id = any(${[...filter.tokenDataIds]}::text[])`)
  if (filter.propertyVersion !== undefined) parts.push(sql`and h.property_version = ${filter.propertyVersion}`)
  const { holder } = filter
  if (filter.listed !== undefined)
    parts.push(filter.listed ? sql`and ${isListed(holder)}` : sql`and not ${isListed(holder)}`)
  if (filter.marketplaces !== undefined)
    parts.push(sql`and ${isListed(holder, sql`and l.marketplace = any(${[...filter.marketplaces]}::text[])`)}`)
  if (filter.spam !== undefined && filter.spam !== 'include') {
    parts.push(
      isWalked && filter.spam === 'hide'
        ? sql`and ${chosenBySpam(filter.holder, filter.spam, sql`h.collection_id`)}`
        : ofChosenCollections(filter, filter.spam),
    )
  }
  return sql.join(parts, sql` `)
}

function ofChosenCollections(filter: HeldTokensFilter, spam: SpamChoice): RawBuilder<unknown> {
  const unnamed = spam === 'hide' ? sql`h.collection_id is null or` : sql``
  return sql`and (${unnamed} h.collection_id in (
    select d.collection_id from (${collectionsHeld(filter)}) as d
    where d.collection_id is not null and ${chosenBySpam(filter.holder, spam, sql`d.collection_id`)}
  ))`
}

/** Returns the condition that the choice of spam includes a collection; one that is not known is no spam. */
export function chosenBySpam(
  holder: string | RawBuilder<unknown>,
  spam: SpamChoice | undefined,
  id: RawBuilder<unknown>,
  isTraded?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const chosen = spamCondition(spam, id, holder, isTraded)
  if (chosen === null) return sql`true`
  return spam === 'hide' ? sql`(${id} is null or (true ${chosen}))` : sql`(${id} is not null ${chosen})`
}

/** Selects the collections that a holder has tokens of, with the number of editions. */
export function collectionsHeld({ holder, collectionId }: Omit<ShownFilter, 'spam'>): RawBuilder<unknown> {
  const only = collectionId === undefined ? sql`` : sql`and collection_id = ${collectionId}`
  return sql`select nullif(collection_id, '') as collection_id, editions from market.collection_holders where wallet = ${holder} ${only}`
}

/**
 * Selects those of them that the choice of spam includes, with the estimate of one item: of each the stats are looked up once.
 * @param holder an address, or SQL of one.
 */
export function collectionsShown({ holder, spam, collectionId }: ShownFilter): RawBuilder<unknown> {
  return sql`
    select h.collection_id, h.editions, s.each from (${collectionsHeld({ holder, collectionId })}) h
    left join lateral (
      select ${ESTIMATE} as each, ${IS_TRADED} as is_traded
      from market.collection_stats s where s.collection_id = h.collection_id limit 1
    ) s on true
    where ${chosenBySpam(holder, spam, sql`h.collection_id`, sql`s.is_traded`)}`
}

interface ShownFilter {
  readonly holder: string | RawBuilder<unknown>
  readonly collectionId?: string | undefined
  readonly spam?: SpamChoice | undefined
}
