import { type RawBuilder, sql } from 'kysely'
import { fixedStatement, StatementsByShape } from './fixed-statement.ts'
import { limitSql } from './limit-sql.ts'
import { packedRowSql, packedRowsSql, unpackRows } from './packed-rows.ts'
import type { ActivityQuery } from './read-activities.ts'
import { primaryNamesJson } from './read-primary-names.ts'
import type { Reader } from './read-rows.ts'

/** One thing that happened, as texts; empty for none. Names, pictures and the order's id are JSON. */
export type ActivityTexts = readonly [
  version: string,
  eventIndex: string,
  kind: string,
  marketplace: string,
  collectionId: string,
  tokenDataId: string,
  tokenName: string,
  /** Empty where no token is named. */
  tokenImage: string,
  fromAddress: string,
  toAddress: string,
  priceOctas: string,
  amount: string,
  orderId: string,
  atMicros: string,
  transactionHash: string,
]

/** A page of what happened, newest first. */
export interface ActivityWalk {
  readonly rows: readonly ActivityTexts[]
  /** Primary `.apt` names of the accounts that have one, with the suffix. */
  readonly names: ReadonlyMap<string, string>
}

/** Everything that happened in one collection, or to one token, from some place on. */
export type ActivityWalkQuery = Pick<ActivityQuery, 'take' | 'offset' | 'after'> & {
  readonly of: 'collection_id' | 'token_data_id'
  readonly id: string
}

/** A page of all that a collection, or a token, has done, newest first: one walk along an index, read as one text. */
export async function readActivityWalk(
  reader: Reader,
  query: ActivityWalkQuery,
  nowMicros: bigint,
): Promise<ActivityWalk> {
  const { of, id, take, offset = 0, after } = query
  const shape = [of, take, offset > 0, after === undefined].join()
  const [page] = await statements.of(shape, () => statementOf(query))(reader, {
    ...{ id, offset, nowMicros },
    afterVersion: after?.version ?? null,
    afterIndex: after?.eventIndex ?? null,
  })
  const names = page?.names == null ? {} : (JSON.parse(page.names) as Record<string, string>)
  const rows = unpackRows(page?.rows ?? null) as unknown as readonly ActivityTexts[]
  return { rows, names: new Map(Object.entries(names)) }
}

interface WalkRow {
  readonly rows: string | null
  readonly names: string | null
}

const NAMES = ['id', 'offset', 'nowMicros', 'afterVersion', 'afterIndex'] as const
type Places = Readonly<Record<(typeof NAMES)[number], RawBuilder<unknown>>>
const statements = new StatementsByShape<(typeof NAMES)[number], WalkRow>()

function statementOf(query: ActivityWalkQuery) {
  return fixedStatement<(typeof NAMES)[number], WalkRow>(
    NAMES,
    (places) => sql<WalkRow>`
    select page.rows, ${primaryNamesJson(sql`page.givers || page.takers`, places.nowMicros)} as names
    from (${pageSql(query, places)}) as page`,
  )
}

const NEWEST = sql`a.version desc, a.event_index desc`

function walkSql({ of, take, offset = 0, after }: ActivityWalkQuery, places: Places): RawBuilder<unknown> {
  const beyond = after
    ? sql`and (a.version, a.event_index) < (${places.afterVersion}::bigint, ${places.afterIndex}::int)`
    : sql``
  const skipped = offset > 0 ? sql`offset ${places.offset}` : sql``
  return sql`select a.* from market.activities a where ${sql.ref(`a.${of}`)} = ${places.id} ${beyond}
    order by ${NEWEST} ${limitSql(take)} ${skipped}`
}

/** In the order of {@link ActivityTexts}; what a card says is looked up where there is none to be shown. */
function pageSql(query: ActivityWalkQuery, places: Places): RawBuilder<unknown> {
  const fields = [
    ...['version', 'event_index', 'kind', 'marketplace', 'collection_id', 'token_data_id'].map(ofActivity),
    ...[sql`coalesce(k.name, (${TOKEN_NAME}))`, sql`coalesce(k.image, (${TOKEN_IMAGE}))`],
    ...['from_address', 'to_address', 'price_octas', 'amount'].map(ofActivity),
    ...[sql`to_json(a.order_id)`, sql`a.at_micros`, sql`x.hash`],
  ]
  return sql`
    select ${packedRowsSql(packedRowSql(fields), NEWEST)} as rows, array_agg(a.from_address) as givers, array_agg(a.to_address) as takers
    from (${walkSql(query, places)}) as a
    left join lateral (
      select c.name, c.image from market.token_cards c where ${sql.ref(`c.${query.of}`)} = ${places.id} and c.token_data_id = a.token_data_id
        and a.token_data_id not in (select q.token_data_id from market.card_queue q where ${sql.ref(`q.${query.of}`)} = ${places.id})
      limit 1) k on true
    left join chain.transactions x on x.version = a.version`
}

const TOKEN_NAME = sql`
  select to_json(t.token_name)::text from chain.current_token_datas_v2 t where t.token_data_id = a.token_data_id`

const TOKEN_IMAGE = sql`
  select coalesce(to_json(m.image)::text, 'null') from chain.current_token_datas_v2 t
  left join market.metadata m on m.uri = t.token_uri where t.token_data_id = a.token_data_id`

function ofActivity(column: string): RawBuilder<unknown> {
  return sql.ref(`a.${column}`)
}
