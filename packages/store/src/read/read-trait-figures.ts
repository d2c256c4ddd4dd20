import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** Counting traits reads the whole collection; larger ones are not counted on the fly. */
export const MAX_COUNTED_SUPPLY = 20_000

/** How common a trait's value is, and what it costs. */
export interface TraitFigure {
  readonly traitType: string
  readonly value: string
  readonly count: bigint
  readonly floorOctas: bigint | null
}

/** Count and floor of given trait values within a collection, from the tokens' metadata, else their property maps. */
export async function readTraitFigures(
  reader: Reader,
  collectionId: string,
  traits: readonly { trait_type: string; value: string }[],
): Promise<readonly TraitFigure[]> {
  if (traits.length === 0) return []
  return readRows(
    reader,
    sql<TraitFigure>`
    with wanted as (
      select * from unnest(${traits.map((t) => t.trait_type)}::text[], ${traits.map((t) => t.value)}::text[]) as w(trait_type, value)
    ), worn as (
      select t.token_data_id, coalesce(a.item ->> 'trait_type', p.key) as trait_type, coalesce(a.item ->> 'value', p.value) as value
      from chain.current_token_datas_v2 t
      left join market.metadata m on m.uri = t.token_uri
      left join lateral jsonb_array_elements(
        case when jsonb_typeof(m.attributes) = 'array' then m.attributes end) as a(item) on true
      left join lateral jsonb_each_text(
        case when a.item is null and jsonb_typeof(t.token_properties) = 'object' then t.token_properties end) as p on true
      where t.collection_id = ${collectionId} and t.is_deleted_v2 is not true
    )
    select w.trait_type as "traitType", w.value, count(distinct worn.token_data_id) as count, min(l.price_octas) as "floorOctas"
    from wanted w join worn using (trait_type, value)
    left join market.listings l on l.token_data_id = worn.token_data_id and l.state = 'open' and l.validity = 'valid'
    group by w.trait_type, w.value`,
  )
}
