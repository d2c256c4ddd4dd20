import { readTokenTraits, type TokenTrait } from '@opal/domain/token-traits'
import { sql } from 'kysely'
import { type Reader, readRow, readRows } from './read-rows.ts'
import { traitsOf } from './token-detail-sql.ts'

/** How many tokens of a collection have a trait's value, and the cheapest of them that is for sale. */
export interface TraitFigure {
  readonly count: number
  readonly floorOctas: bigint | null
}

/** Listings that are looked through, cheapest first, a few before the others: mostly each value is met among those. */
const LOOKED_AT = [60, 500] as const

/**
 * Figures of a few traits of a collection, without reading all its tokens.
 * @param traits of one token.
 * @returns one for each trait; null where they are not at hand: the collection waits to be counted, or too much is for sale.
 */
export async function readFewTraitFigures(
  reader: Reader,
  collectionId: string,
  traits: readonly TokenTrait[],
): Promise<readonly TraitFigure[] | null> {
  const [counts, floors] = await Promise.all([
    readCounts(reader, collectionId, traits),
    readFloors(reader, collectionId, traits),
  ])
  if (counts === null || floors === null) return null
  return traits.map((trait, at) => ({ count: counts[at] ?? 0, floorOctas: floors.get(keyOf(trait)) ?? null }))
}

/** As counted when the collection was ranked last; null where it waits to be ranked again. */
async function readCounts(
  reader: Reader,
  collectionId: string,
  traits: readonly TokenTrait[],
): Promise<readonly number[] | null> {
  const row = await readRow(
    reader,
    sql<{ counts: readonly number[] }>`
    select (select array_agg(coalesce((m.counts -> k.trait ->> k.value)::int, 0) order by k.n)
        from unnest(${traits.map((one) => one.trait_type)}::text[], ${traits.map((one) => one.value)}::text[])
          with ordinality as k (trait, value, n)) as counts
    from market.trait_marks m where m.collection_id = ${collectionId} and m.counts is not null
      and not exists (select from market.rarity_queue q where q.collection_id = m.collection_id)`,
  )
  return row?.counts ?? null
}

/** Null where more is for sale than is looked through, and one of the values was not met. */
async function readFloors(
  reader: Reader,
  collectionId: string,
  traits: readonly TokenTrait[],
): Promise<ReadonlyMap<string, bigint> | null> {
  const wanted = new Set(traits.map(keyOf))
  let floors = new Map<string, bigint>()
  for (const most of LOOKED_AT) {
    const listed =
      (await readCheapestCards(reader, collectionId, most)) ?? (await readCheapest(reader, collectionId, most))
    floors = new Map()
    for (const { priceOctas, attributes, properties } of listed) {
      for (const key of readTokenTraits(attributes, properties).map(keyOf))
        if (wanted.has(key) && !floors.has(key)) floors.set(key, priceOctas)
    }
    if (listed.length < most || floors.size === wanted.size) return floors
  }
  return null
}

interface ListedTraits {
  readonly priceOctas: bigint
  readonly attributes: unknown
  readonly properties: unknown
}

/** Of the tokens' cards, where all are ready: they lie together, and nothing is looked up. Null otherwise. */
async function readCheapestCards(
  reader: Reader,
  collectionId: string,
  most: number,
): Promise<readonly ListedTraits[] | null> {
  const rows = await readRows(
    reader,
    sql<{ isDue: boolean; priceOctas: bigint | null; detail: string | null }>`
    select due."isDue", k.listed_octas as "priceOctas", k.detail
    from (select exists (select from market.card_queue where collection_id = ${collectionId}) as "isDue") due
    left join lateral (
      select listed_octas, token_data_id, detail from market.token_cards
      where collection_id = ${collectionId} and listed_octas is not null
      order by listed_octas, token_data_id limit ${sql.lit(most)}
    ) k on not due."isDue"
    order by k.listed_octas, k.token_data_id`,
  )
  const cards = rows.filter(({ priceOctas }) => priceOctas !== null)
  if (rows[0]?.isDue !== false || cards.some(({ detail }) => detail === null)) return null
  return cards.map(({ priceOctas, detail }) => ({ priceOctas: priceOctas ?? 0n, ...traitsOf(detail ?? '') }))
}

/** Of a token that is gone, or not described, nothing is known; it is among the rows. */
function readCheapest(reader: Reader, collectionId: string, most: number): Promise<readonly ListedTraits[]> {
  return readRows(
    reader,
    sql<ListedTraits>`
    select l.price_octas as "priceOctas", m.attributes, t.token_properties as properties from (
      select token_data_id, price_octas, listing_id from market.listings
      where collection_id = ${collectionId} and state = 'open' and validity = 'valid'
      order by price_octas, listing_id limit ${sql.lit(most)}
    ) as l
    left join chain.current_token_datas_v2 t on t.token_data_id = l.token_data_id and t.is_deleted_v2 is not true
      and t.collection_id = ${collectionId}
    left join market.metadata m on m.uri = t.token_uri
    order by l.price_octas, l.listing_id`,
  )
}

function keyOf({ trait_type, value }: TokenTrait): string {
  return JSON.stringify([trait_type, value])
}
