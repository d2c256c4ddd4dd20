import { toSeconds } from '@opal/domain/time'
import type { TraitScore } from '@opal/domain/tokens/rarity'
import { sql } from 'kysely'
import {
  DELIMITED_DETAIL,
  LISTING_LIST,
  type OpenListingJson,
  type OpenOfferJson,
  offerList,
  splitDetail,
  traitsOf,
} from '../../projections/token-list-items/definition.ts'
import { notExpired } from '../orders/best-orders-sql.ts'
import { preparedStatement } from '../prepared-statement.ts'
import { type Reader, readRow } from '../read-rows.ts'
import { joinListItem, type TokenListItem, toListItem } from './token-list-items.ts'

/** A list item with what its token's own page shows of the token. */
export interface TokenDetail {
  readonly item: TokenListItem
  readonly collectionId: string
  readonly listings: readonly OpenListingJson[]
  readonly offers: readonly OpenOfferJson[]
  readonly description: string
  /** Traits as its metadata has them; null where it has none. */
  readonly attributes: unknown
  /** Its property map on chain. */
  readonly properties: unknown
  /** Its own; null where its collection's holds. */
  readonly royalty: { readonly payeeAddress: string; readonly numerator: bigint; readonly denominator: bigint } | null
  readonly tokenStandard: string
  readonly isDeleted: boolean
  readonly category: string | null
}

interface DetailRow {
  readonly tokenDataId: string
  /** As it is stored. */
  readonly item: string | null
  readonly collectionId: string
  readonly detail: string
}

interface MadeRow extends Omit<DetailRow, 'detail'> {
  readonly detail: string | null
  readonly until: bigint | null
}

/**
 * Reads one token with what its own page shows of it; one row where it was made ready. Null when there is none of
 * this id.
 */
export async function readTokenDetail(reader: Reader, id: string, nowMicros: bigint): Promise<TokenDetail | null> {
  const nowSeconds = toSeconds(nowMicros)
  const [made] = await readMade(reader, { id })
  if (made?.detail != null && (made.until === null || made.until > nowSeconds))
    return toDetail({ ...made, detail: made.detail })
  const [looked] = await lookUp(reader, { id, nowSeconds })
  return looked === undefined ? null : toDetail(looked)
}

function toDetail({ tokenDataId, item, collectionId, detail }: DetailRow): TokenDetail {
  return {
    item: toListItem(tokenDataId, item),
    collectionId,
    ...parseDetail(detail),
  }
}

function parseDetail(text: string): Omit<TokenDetail, 'item' | 'collectionId'> {
  const [listings, offers, description, , , payeeAddress, numerator, denominator, tokenStandard, isDeleted, category] =
    splitDetail(text)
  return {
    listings: JSON.parse(listings),
    offers: JSON.parse(offers),
    description: JSON.parse(description),
    ...traitsOf(text),
    royalty:
      payeeAddress === '' ? null : { payeeAddress, numerator: BigInt(numerator), denominator: BigInt(denominator) },
    tokenStandard,
    isDeleted: isDeleted === 'true',
    category: category || null,
  }
}

/** Stored with the list item; nothing where that is queued to be derived again. */
const readMade = preparedStatement(
  ['id'],
  ({ id }) => sql<MadeRow>`
    select k.token_data_id as "tokenDataId", k.item, k.collection_id as "collectionId", k.detail, k.detail_until as until
    from market.token_list_items k
    where k.token_data_id = ${id} and not exists (select from market.token_list_item_queue q where q.token_data_id = ${id})`,
)

const lookUp = preparedStatement(
  ['id', 'nowSeconds'],
  ({ id, nowSeconds }) => sql<DetailRow>`
    select t.token_data_id as "tokenDataId", k.item, t.collection_id as "collectionId", ${DELIMITED_DETAIL} as detail
    from chain.current_token_datas_v2 t
    left join market.metadata m on m.uri = t.token_uri
    left join chain.current_royalties ry on ry.object_address = t.token_data_id
    left join lateral (${LISTING_LIST}) ll on true
    left join lateral (${offerList(sql`and ${notExpired(nowSeconds)}`)}) ol on true
    ${joinListItem(sql`t.token_data_id`)}
    where t.token_data_id = ${id}`,
)

/** Components of a token's rank. */
export interface RarityBreakdown {
  readonly rank: number
  /** In multiples of the collection's entropy. */
  readonly score: number
  readonly breakdown: readonly TraitScore[]
  /** Tokens of the collection that have a rank. */
  readonly ranked: bigint
  /** Tokens with the same score, which share the rank. */
  readonly sharing: bigint
}

/** Reads how a token's traits make its rank; null for a token without a rank. */
export function readRarityBreakdown(reader: Reader, tokenDataId: string): Promise<RarityBreakdown | null> {
  return readRow(
    reader,
    sql<RarityBreakdown>`
    select r.rank, r.score, r.breakdown,
      (select count(*) from market.token_rarity o where o.collection_id = r.collection_id) as ranked,
      (select count(*) from market.token_rarity o where o.collection_id = r.collection_id and o.rank = r.rank) as sharing
    from market.token_rarity r where r.token_data_id = ${tokenDataId}`,
  )
}
