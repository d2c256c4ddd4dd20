import { type RawBuilder, sql } from 'kysely'
import { splitRows } from '../delimited-rows.ts'
import type { ImageFactsJson } from './metadata.ts'

/** A token's list item; all null where it is being made again, or has not been made yet. */
export interface TokenListItem {
  readonly tokenDataId: string
  readonly token: ListedToken | null
  readonly holder: string | null
  /** Null where nothing expires. */
  readonly expiring: ExpiringFields | null
}

/** Fields of a token that neither time nor its collection changes, as the projection stores them; amounts in octas. */
export interface ListedToken {
  readonly name: string
  readonly image: string | null
  readonly tokenDataId: string
  readonly imageFacts: ImageFactsJson | null
  readonly video: string | null
  readonly tokenUri: string
  readonly propertyVersion: string
  readonly tokenStandard: 'v1' | 'v2'
  readonly rarity: number | null
  readonly listedPrice: string | null
  readonly listedAtMicros: string | null
  readonly marketplace: string | null
  readonly listingId: string | null
  readonly lastSalePrice: string | null
  readonly lastSaleAtMicros: string | null
}

/** Fields of a list item that expire; readers compare them with the clock. */
export interface ExpiringFields {
  /** Names of the holder, best first. */
  readonly names: readonly { readonly name: string; readonly untilMicros: string }[]
  /** The best offer for the token itself; once it has run out another may be the best. */
  readonly bid: {
    readonly price: string
    readonly offerId: string
    readonly marketplace: string
    readonly untilSeconds: string | null
  } | null
}

/**
 * Fields of a list item's text. The price is empty where the token is not for sale; `members` are those of a JSON object, without its
 * braces; `expiring` is JSON, empty for none.
 */
export type DelimitedListItem = readonly [
  listedOctas: string,
  tokenDataId: string,
  members: string,
  holder: string,
  expiring: string,
]

/** Parses a stored list item. @param text null where there is none to be shown. */
export function toListItem(tokenDataId: string, text: string | null): TokenListItem {
  const [row] = splitRows(text)
  return row === undefined
    ? { tokenDataId, token: null, holder: null, expiring: null }
    : parseListItem(row as unknown as DelimitedListItem)
}

/** Parses the fields of a stored list item. */
export function parseListItem([, tokenDataId, members, holder, expiring]: DelimitedListItem): TokenListItem {
  return {
    tokenDataId,
    token: JSON.parse(`{${members}}`),
    holder: holder || null,
    expiring: expiring === '' ? null : JSON.parse(expiring),
  }
}

/** Joins the list item `k` of a token, unless it waits to be made again. @param tokenDataId SQL of its id. */
export function joinListItem(tokenDataId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join lateral (select true as is_due from market.token_list_item_queue where token_data_id = ${tokenDataId} limit 1) due on true
    left join market.token_list_items k on k.token_data_id = ${tokenDataId} and due.is_due is null`
}
