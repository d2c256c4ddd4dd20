import { type RawBuilder, sql } from 'kysely'

/** A token's card as it is stored; all null where it is being made again, or has not been made yet. */
export interface CardRow {
  readonly tokenDataId: string
  /** Members of a JSON object, without its braces. */
  readonly card: string | null
  readonly holder: string | null
  /** JSON of {@link PassingFacts}; null where there are none. */
  readonly passing: string | null
}

/** What a token shows until it runs out; whoever reads it looks at the clock. */
export interface PassingFacts {
  /** What the holder is called, best first. */
  readonly names: readonly { readonly name: string; readonly untilMicros: string }[]
  /** The best offer for the token itself; once it has run out another may be the best. */
  readonly bid: {
    readonly price: string
    readonly offerId: string
    readonly marketplace: string
    readonly untilSeconds: string | null
  } | null
}

/** What of the card `k` neither time nor its collection changes, where there is one. */
export const CARD_MEMBERS = sql`concat('"name":', k.name, ',"image":', k.image, ',', k.card)`

/** Columns of a {@link CardRow} but the first, of the card `k`. */
export const CARD_COLUMNS = sql`case when k.card is not null then ${CARD_MEMBERS} end as card, k.holder, k.passing`

/** Joins the card `k` of a token, unless it waits to be made again. @param tokenDataId SQL of its id. */
export function joinCard(tokenDataId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join lateral (select true as is_due from market.card_queue where token_data_id = ${tokenDataId} limit 1) due on true
    left join market.token_cards k on k.token_data_id = ${tokenDataId} and due.is_due is null`
}
