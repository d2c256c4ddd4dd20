import { distinctTraits, readTokenTraits } from '@opal/domain/tokens/token-traits'
import { sql } from 'kysely'
import { traitsOf } from '../../projections/token-list-items/definition.ts'
import { type Reader, readRow, readRows } from '../read-rows.ts'

/** By trait, then by value. */
export type ByValue<Value> = ReadonlyMap<string, ReadonlyMap<string, Value>>

/** Summary of a collection's traits, read without reading every token. */
export interface TraitSummary {
  /** Tokens by value; absent values have none. */
  readonly counts: ByValue<number>
  /** Price of the cheapest listed token by value. */
  readonly floors: ByValue<bigint>
  /** Listed tokens by value, of the listings that were read. */
  readonly listed: ByValue<number>
  /** Whether all listings were read. Otherwise a missing floor is unknown. */
  readonly isWhole: boolean
}

/** Listings that are looked through, cheapest first: mostly each value is met among them. */
const MAX_LISTED = 500
/** Bytes of their tokens' texts, which strangers write: those of all of them may be 40 MB, of each collection that a call asks about. */
const MAX_BYTES = 2_000_000

/** Reads the summary of a collection's traits; null where they wait to be counted. */
export async function readTraitSummary(reader: Reader, collectionId: string): Promise<TraitSummary | null> {
  const [counts, items] = await Promise.all([readCounts(reader, collectionId), readCheapestItems(reader, collectionId)])
  if (counts === null) return null
  const cheapest = items ?? (await readCheapest(reader, collectionId))
  const found = cheapest[0]?.found ?? 0n
  return { counts, ...summarize(cheapest), isWhole: found < MAX_LISTED && BigInt(cheapest.length) === found }
}

/** Reads the counts of the last ranking; null where the collection waits to be ranked again. */
async function readCounts(reader: Reader, collectionId: string): Promise<ByValue<number> | null> {
  const row = await readRow(
    reader,
    sql<{ counts: Readonly<Record<string, Readonly<Record<string, number>>>> }>`
    select m.counts from market.trait_versions m where m.collection_id = ${collectionId} and m.counts is not null
      and not exists (select from market.rarity_queue q where q.collection_id = m.collection_id)`,
  )
  if (row === null) return null
  return new Map(Object.entries(row.counts).map(([trait, values]) => [trait, new Map(Object.entries(values))]))
}

/** @param cheapest cheapest first. */
function summarize(cheapest: readonly ListedTraits[]): Pick<TraitSummary, 'floors' | 'listed'> {
  const [floors, listed] = [new Map<string, Map<string, bigint>>(), new Map<string, Map<string, number>>()]
  const counted = new Set<string>()
  for (const { tokenDataId, priceOctas, attributes, properties } of cheapest) {
    // A token with several listings counts once, at the lowest price.
    if (counted.has(tokenDataId)) continue
    counted.add(tokenDataId)
    for (const { trait_type: trait, value } of distinctTraits(readTokenTraits(attributes, properties))) {
      const values = floors.get(trait) ?? new Map<string, bigint>()
      if (!values.has(value)) floors.set(trait, values.set(value, priceOctas))
      const counts = listed.get(trait) ?? new Map<string, number>()
      listed.set(trait, counts.set(value, (counts.get(value) ?? 0) + 1))
    }
  }
  return { floors, listed }
}

interface ListedTraits {
  readonly tokenDataId: string
  readonly priceOctas: bigint
  readonly attributes: unknown
  readonly properties: unknown
  /** Number of listings that were found, including those left out because they exceed the byte limit. */
  readonly found: bigint
}

/** Reads the cheapest of the tokens' list items, which are stored together, so that nothing is looked up; null while one waits to be written. */
async function readCheapestItems(reader: Reader, collectionId: string): Promise<readonly ListedTraits[] | null> {
  const rows = await readRows(
    reader,
    sql<{
      isDue: boolean
      tokenDataId: string
      priceOctas: bigint | null
      detail: string | null
      found: bigint | null
    }>`
    select due."isDue", k.token_data_id as "tokenDataId", k.listed_octas as "priceOctas", k.detail, k.found
    from (select exists (select from market.token_list_item_queue where collection_id = ${collectionId}) as "isDue") due
    left join lateral (
      select * from (
        select cheapest.*, count(*) over () as found,
          sum(coalesce(octet_length(detail), 0)) over (order by listed_octas, token_data_id) as "sizeSoFar"
        from (
          select listed_octas, token_data_id, detail from market.token_list_items
          where collection_id = ${collectionId} and listed_octas is not null
          order by listed_octas, token_data_id limit ${sql.lit(MAX_LISTED)}
        ) cheapest
      ) sized where "sizeSoFar" <= ${sql.lit(MAX_BYTES)}
    ) k on not due."isDue"
    order by k.listed_octas, k.token_data_id`,
  )
  const items = rows.filter(({ priceOctas }) => priceOctas !== null)
  if (rows[0]?.isDue !== false || items.some(({ detail }) => detail === null)) return null
  return items.map(({ tokenDataId, priceOctas, detail, found }) => ({
    tokenDataId,
    priceOctas: priceOctas ?? 0n,
    found: found ?? 0n,
    ...traitsOf(detail ?? ''),
  }))
}

/** Reads the cheapest listings with their tokens' traits, which are null for a token that is gone or not described. */
function readCheapest(reader: Reader, collectionId: string): Promise<readonly ListedTraits[]> {
  return readRows(
    reader,
    sql<ListedTraits>`
    select token_data_id as "tokenDataId", "priceOctas", attributes, properties, found from (
      select l.price_octas as "priceOctas", l.token_data_id, m.attributes, t.token_properties as properties, count(*) over () as found,
        sum(coalesce(octet_length(m.attributes::text), 0) + coalesce(octet_length(t.token_properties::text), 0))
          over (order by l.price_octas, l.token_data_id) as "sizeSoFar"
      from (
        select token_data_id, price_octas from market.listings
        where collection_id = ${collectionId} and state = 'open' and validity = 'valid'
        order by price_octas, token_data_id limit ${sql.lit(MAX_LISTED)}
      ) as l
      left join chain.current_token_datas_v2 t on t.token_data_id = l.token_data_id and t.is_deleted_v2 is not true
        and t.collection_id = ${collectionId}
      left join market.metadata m on m.uri = t.token_uri
    ) sized where "sizeSoFar" <= ${sql.lit(MAX_BYTES)}
    order by "priceOctas", token_data_id`,
  )
}
