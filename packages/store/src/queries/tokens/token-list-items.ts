import { type RawBuilder, sql } from 'kysely'
import { unpackRows } from '../delimited-rows.ts'

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

/** The fields of a card's text: its price is empty where it is not for sale. */
export type CardTexts = readonly [
  listedOctas: string,
  tokenDataId: string,
  members: string,
  holder: string,
  passing: string,
]

/** A card as it is stored. @param text null where there is none to be shown. */
export function toCard(tokenDataId: string, text: string | null): CardRow {
  const [, , card, holder, passing] = unpackRows(text)[0] ?? []
  return { tokenDataId, card: card ?? null, holder: holder || null, passing: passing || null }
}

/** Joins the card `k` of a token, unless it waits to be made again. @param tokenDataId SQL of its id. */
export function joinCard(tokenDataId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join lateral (select true as is_due from market.card_queue where token_data_id = ${tokenDataId} limit 1) due on true
    left join market.token_cards k on k.token_data_id = ${tokenDataId} and due.is_due is null`
}
