import { bigint, boolean, defineTable, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * A token as lists show it, ready to be sent: `listed_octas` its price where it is for sale, `name` and `image` as JSON, `card` all that a page
 * needs of it (`CardRow` of read/card-rows), `detail` what its own page shows beside (`TokenDetailTexts` of
 * read/token-detail-sql) until `detail_until`, seconds. What stands in the queue is to be made again and not to be shown.
 * Key: token_data_id. Writer: write/make-token-cards. Rebuildable: from token state, the book and fetched metadata.
 */
export const tokenCards = defineTable('market.token_cards', ['token_data_id'], {
  token_data_id: text,
  collection_id: text,
  listed_octas: nullable(numeric),
  name: text,
  image: text,
  card: text,
  detail: nullable(text),
  detail_until: nullable(numeric),
})
export type TokenCardRow = RowOf<typeof tokenCards>

/**
 * Tokens whose cards are to be made again; one may stand here many times. The database numbers the rows. Set aside are those whose
 * cards could not be made (`market.dead_letters`), until they change.
 * Key: id. Writers: write/queue-cards, triggers of metadata, images, ranks and names; write/make-token-cards takes off.
 */
export const cardQueue = defineTable('market.card_queue', ['id'], {
  id: bigint,
  token_data_id: text,
  collection_id: nullable(text),
  is_set_aside: boolean,
})
export type CardQueueRow = RowOf<typeof cardQueue>

/**
 * When the name or the picture of some token of a collection changed last: a number that only grows, for whoever keeps them in memory.
 * Key: collection_id; none before the first change. Writer: write/make-token-cards. Not rebuilt: it says nothing by itself.
 */
export const cardMarks = defineTable('market.card_marks', ['collection_id'], {
  collection_id: text,
  mark: bigint,
})
export type CardMarkRow = RowOf<typeof cardMarks>
