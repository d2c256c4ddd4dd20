import { type RawBuilder, sql } from 'kysely'
import { splitRows } from '../delimited-rows.ts'

/** A token's list row as it is stored; all null where it is being made again, or has not been made yet. */
export interface TokenListItem {
  readonly tokenDataId: string
  /** Members of a JSON object, without its braces. */
  readonly members: string | null
  readonly holder: string | null
  /** JSON of {@link ExpiringFields}; null where there are none. */
  readonly expiring: string | null
}

/** Fields of a list row that expire; readers compare them with the clock. */
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

/** The fields of a list row's text: its price is empty where it is not for sale. */
export type ListItemFields = readonly [
  listedOctas: string,
  tokenDataId: string,
  members: string,
  holder: string,
  passing: string,
]

/** Returns a list row as it is stored. @param text null where there is none to be shown. */
export function toListItem(tokenDataId: string, text: string | null): TokenListItem {
  const [, , item, holder, passing] = splitRows(text)[0] ?? []
  return { tokenDataId, members: item ?? null, holder: holder || null, expiring: passing || null }
}

/** Joins the list row `k` of a token, unless it waits to be made again. @param tokenDataId SQL of its id. */
export function joinListItem(tokenDataId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join lateral (select true as is_due from market.token_list_item_queue where token_data_id = ${tokenDataId} limit 1) due on true
    left join market.token_list_items k on k.token_data_id = ${tokenDataId} and due.is_due is null`
}
