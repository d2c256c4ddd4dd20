import { type RawBuilder, sql } from 'kysely'
import { delimitedRowsSql, splitRows } from '../delimited-rows.ts'
import { primaryNamesJson } from '../names.ts'
import { preparedStatement, rowsOfPage, StatementVariants } from '../prepared-statement.ts'
import { limitSql, type Reader } from '../read-rows.ts'
import type { ActivityQuery, ActivityRow } from './activities.ts'

/** One thing that happened, without the names and images that a list shows. Amounts in octas. */
export type WalkedActivity = Omit<
  ActivityRow,
  'collectionName' | 'tokenStandard' | 'tokenName' | 'tokenImage' | 'fromName' | 'toName'
>

/** As texts, empty for none; the order's id is JSON. */
type DelimitedActivity = readonly [
  version: string,
  eventIndex: string,
  kind: string,
  marketplace: string,
  collectionId: string,
  tokenDataId: string,
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
  readonly rows: readonly WalkedActivity[]
  /** Primary `.apt` names of the accounts that have one, with the suffix. */
  readonly names: ReadonlyMap<string, string>
  /**
   * Version of the names and images of the collection's tokens; null where one is about to change, and for a
   * token's walk.
   */
  readonly previewVersion: bigint | null
}

/** Everything that happened in one collection, or to one token, from some place on. */
export type ActivityWalkQuery = Pick<ActivityQuery, 'take' | 'offset' | 'after'> & {
  readonly of: 'collection_id' | 'token_data_id'
  readonly id: string
}

/**
 * Reads a page of all that a collection, or a token, has done, newest first: one walk along an index, read as one
 * text.
 */
export async function readActivityWalk(
  reader: Reader,
  query: ActivityWalkQuery,
  nowMicros: bigint,
): Promise<ActivityWalk> {
  const { of, id, take, offset = 0, after } = query
  const read = { ...query, take: rowsOfPage(take) }
  const variant = [of, read.take, offset > 0, after === undefined].join()
  const [page] = await statements.get(variant, () => statementOf(read))(reader, {
    id,
    offset,
    nowMicros,
    afterVersion: after?.version ?? null,
    afterIndex: after?.eventIndex ?? null,
  })
  const names = page?.names == null ? {} : (JSON.parse(page.names) as Record<string, string>)
  const rows = (splitRows(page?.rows ?? null) as unknown as readonly DelimitedActivity[])
    .slice(0, take)
    .map(parseActivity)
  return { rows, names: new Map(Object.entries(names)), previewVersion: page?.previewVersion ?? null }
}

function parseActivity(row: DelimitedActivity): WalkedActivity {
  const [version, eventIndex, kind, marketplace, collectionId, tokenDataId, from, to, ...others] = row
  const [priceOctas, amount, orderId, atMicros, transactionHash] = others
  return {
    version: BigInt(version),
    eventIndex: Number(eventIndex),
    kind,
    marketplace: marketplace || null,
    collectionId: collectionId || null,
    tokenDataId: tokenDataId || null,
    fromAddress: from || null,
    toAddress: to || null,
    priceOctas: priceOctas === '' ? null : BigInt(priceOctas),
    amount: amount === '' ? null : BigInt(amount),
    orderId: orderId === '' ? null : JSON.parse(orderId),
    atMicros: BigInt(atMicros),
    transactionHash: transactionHash || null,
  }
}

interface WalkRow {
  readonly rows: string | null
  readonly names: string | null
  readonly previewVersion: bigint | null
}

const NAMES = ['id', 'offset', 'nowMicros', 'afterVersion', 'afterIndex'] as const
type Places = Readonly<Record<(typeof NAMES)[number], RawBuilder<unknown>>>
const statements = new StatementVariants<(typeof NAMES)[number], WalkRow>()

function statementOf(query: ActivityWalkQuery) {
  return preparedStatement<(typeof NAMES)[number], WalkRow>(
    NAMES,
    (places) => sql<WalkRow>`
    select page.rows, ${primaryNamesJson(sql`page.givers || page.takers`, places.nowMicros)} as names,
      ${query.of === 'collection_id' ? previewVersion(places) : sql`null::bigint`} as "previewVersion"
    from (
      select ${delimitedRowsSql(DELIMITED, NEWEST)} as rows, array_agg(a.from_address) as givers, array_agg(a.to_address) as takers
      from (${walkSql(query, places)}) as a
    ) as page`,
  )
}

/** Joins the columns in the order of {@link DelimitedActivity}; most rows need no other columns. */
const DELIMITED = sql`concat_ws(E'\\x1f', a.version, a.event_index, a.kind, coalesce(a.marketplace, ''), coalesce(a.collection_id, ''),
  coalesce(a.token_data_id, ''), coalesce(a.from_address, ''), coalesce(a.to_address, ''), coalesce(a.price_octas::text, ''),
  coalesce(a.amount::text, ''), coalesce(to_json(a.order_id)::text, ''), a.at_micros, coalesce(a.transaction_hash, ''))`

const NEWEST = sql`a.version desc, a.event_index desc`

function walkSql({ of, take, offset = 0, after }: ActivityWalkQuery, places: Places): RawBuilder<unknown> {
  const beyond = after
    ? sql`and (a.version, a.event_index) < (${places.afterVersion}::bigint, ${places.afterIndex}::int)`
    : sql``
  const skipped = offset > 0 ? sql`offset ${places.offset}` : sql``
  return sql`select a.* from market.activities a where ${sql.ref(`a.${of}`)} = ${places.id} ${beyond}
    order by ${NEWEST} ${limitSql(take)} ${skipped}`
}

/** Caches of previews have seen the last change by this version, unless one is on its way. */
function previewVersion({ id }: Places): RawBuilder<unknown> {
  return sql`case when not exists (select from market.token_list_item_queue q where q.collection_id = ${id})
    then coalesce((select v.version from market.token_preview_versions v where v.collection_id = ${id}), 0) end`
}
