import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** One thing that happened, with the names and pictures a list shows. Amounts in octas. */
export interface ActivityRow {
  readonly version: bigint
  readonly eventIndex: number
  readonly kind: string
  readonly marketplace: string | null
  readonly collectionId: string | null
  readonly collectionName: string | null
  readonly tokenDataId: string | null
  readonly tokenName: string | null
  readonly tokenImage: string | null
  readonly fromAddress: string | null
  readonly toAddress: string | null
  readonly priceOctas: bigint | null
  readonly amount: bigint | null
  readonly orderId: string | null
  readonly atMicros: bigint
  readonly transactionHash: string | null
}

export interface ActivityQuery {
  readonly kinds: readonly string[]
  readonly collectionIds?: readonly string[]
  readonly tokenDataId?: string
  readonly wallet?: string
  readonly marketplace?: string
  /** At or before this chain time. */
  readonly untilMicros?: bigint
  readonly take: number
  readonly offset?: number
  /** The last row of the page before. */
  readonly after?: { readonly version: bigint; readonly eventIndex: number }
}

/** A page of activities, newest first. */
export function readActivities(reader: Reader, query: ActivityQuery): Promise<readonly ActivityRow[]> {
  return readRows(reader, withNames(pageSql(query)))
}

/** Activities by their places, newest first; unknown ones are left out. */
export function readActivitiesAt(
  reader: Reader,
  places: readonly { version: bigint; eventIndex: number }[],
): Promise<readonly ActivityRow[]> {
  if (places.length === 0) return Promise.resolve([])
  return readRows(
    reader,
    withNames(sql`
    select a.* from market.activities a
    join unnest(${places.map((p) => String(p.version))}::bigint[], ${places.map((p) => p.eventIndex)}::int[]) as p(version, event_index)
      using (version, event_index)`),
  )
}

function pageSql(query: ActivityQuery): RawBuilder<unknown> {
  const limit = sql`order by version desc, event_index desc limit ${query.take} offset ${query.offset ?? 0}`
  if (query.wallet === undefined) return sql`select * from market.activities where ${where(query)} ${limit}`
  // Two index scans, one per side; a row where the wallet is on both sides is in the first only.
  const most = query.take + (query.offset ?? 0)
  const side = (condition: RawBuilder<unknown>) =>
    sql`(select * from market.activities where ${condition} and ${where(query)} order by version desc, event_index desc limit ${most})`
  const from = side(sql`from_address = ${query.wallet}`)
  const to = side(sql`to_address = ${query.wallet} and from_address is distinct from ${query.wallet}`)
  return sql`select * from (${from} union all ${to}) as both_sides ${limit}`
}

function where(query: ActivityQuery): RawBuilder<unknown> {
  const parts = [sql`kind = any(${[...query.kinds]}::text[])`]
  if (query.collectionIds !== undefined) parts.push(sql`collection_id = any(${[...query.collectionIds]}::text[])`)
  if (query.tokenDataId !== undefined) parts.push(sql`token_data_id = ${query.tokenDataId}`)
  if (query.marketplace !== undefined) parts.push(sql`marketplace = ${query.marketplace}`)
  if (query.untilMicros !== undefined) parts.push(sql`at_micros <= ${query.untilMicros}`)
  if (query.after !== undefined) {
    parts.push(sql`(version, event_index) < (${query.after.version}::bigint, ${query.after.eventIndex}::int)`)
  }
  return sql.join(parts, sql` and `)
}

function withNames(page: RawBuilder<unknown>): RawBuilder<ActivityRow> {
  return sql<ActivityRow>`
    select a.version, a.event_index as "eventIndex", a.kind, a.marketplace, a.collection_id as "collectionId",
      c.collection_name as "collectionName", a.token_data_id as "tokenDataId", t.token_name as "tokenName",
      m.image as "tokenImage", a.from_address as "fromAddress", a.to_address as "toAddress",
      a.price_octas as "priceOctas", a.amount, a.order_id as "orderId", a.at_micros as "atMicros", x.hash as "transactionHash"
    from (${page}) as a
    left join chain.current_collections_v2 c on c.collection_id = a.collection_id
    left join chain.current_token_datas_v2 t on t.token_data_id = a.token_data_id
    left join market.metadata m on m.uri = t.token_uri
    left join chain.transactions x on x.version = a.version
    order by a.version desc, a.event_index desc`
}
