import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../connect.ts'
import {
  LISTING_COLUMNS,
  LISTINGS_ORDER,
  MOST_LISTINGS,
  MOST_OFFERS,
  OFFER_COLUMNS,
  OFFERS_ORDER,
} from '../read/token-detail-sql.ts'
import { CARD_TABLE_COLUMNS, tokenCardsSql } from '../write/token-card-sql.ts'

/** Makes the cards of all tokens at once, as write/make-token-cards makes them some at a time: for stores that nobody writes to. */
export async function fillTokenCards(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local work_mem = '256MB'`.execute(transaction)
    await sql`truncate market.token_cards, market.card_queue`.execute(transaction)
    // Collection by collection: what a page shows lies together then.
    await sql`
      insert into market.token_cards (${sql.join(CARD_TABLE_COLUMNS.map((column) => sql.ref(column)))})
      ${tokenCardsSql({
        asked: sql``,
        l: bestOf(
          'l',
          sql`market.listings where state = 'open' and validity = 'valid'`,
          sql`price_octas, marketplace, listing_id`,
        ),
        h: bestOf('h', sql`market.token_holders where amount > 0`, sql`amount desc, holder`),
        s: bestOf('s', sql`market.sales`, sql`at_micros desc, version desc, event_index desc`),
        b: bestOf(
          'b',
          sql`market.token_offers where state = 'open' and validity = 'valid'`,
          sql`price_octas desc, offer_id`,
        ),
        ll: listsOf('ll', sql`market.listings where state = 'open'`, {
          columns: LISTING_COLUMNS,
          order: LISTINGS_ORDER,
          most: MOST_LISTINGS,
        }),
        ol: listsOf('ol', sql`market.token_offers where state = 'open' and validity = 'valid'`, {
          columns: OFFER_COLUMNS,
          order: OFFERS_ORDER,
          most: MOST_OFFERS,
        }),
      })}
      order by t.collection_id, t.token_data_id`.execute(transaction)
    await sql`update market.card_marks set mark = nextval('market.card_mark')`.execute(transaction)
  })
  await sql`analyze market.token_cards`.execute(db)
}

/** Of each token the first row of a table, all found in one pass over it. */
function bestOf(
  alias: 'l' | 'h' | 's' | 'b',
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const name = sql.ref(alias)
  return sql`left join (select distinct on (token_data_id) * from ${rows} order by token_data_id, ${order}) as ${name}
    on ${name}.token_data_id = t.token_data_id`
}

/** Of each token the list of its rows in a table. */
function listsOf(
  alias: 'll' | 'ol',
  rows: RawBuilder<unknown>,
  { columns, order, most }: Readonly<Record<'columns' | 'order' | 'most', RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const name = sql.ref(alias)
  const until = alias === 'ol' ? sql`min(("row" ->> 'expiresAtSeconds')::numeric)` : sql`null`
  return sql`left join (
    select token_data_id, json_agg("row" order by place)::text as list, ${until} as until from (
      select token_data_id, row_number() over (partition by token_data_id order by ${order}) as place,
        (select row_to_json(one) from (select ${columns}) as one) as "row"
      from ${rows}
    ) as placed where place <= ${most} group by token_data_id
  ) as ${name} on ${name}.token_data_id = t.token_data_id`
}
