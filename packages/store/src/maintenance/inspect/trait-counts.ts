import { sql } from 'kysely'
import { type Reader, readRows } from '../../queries/read-rows.ts'

/** Number of tokens with a trait value, and the price of the cheapest. */
export interface TraitCount {
  readonly traitType: string
  readonly value: string
  readonly count: bigint
  readonly floorOctas: bigint | null
}

/**
 * Counts and floors of every value of a collection's traits, by plain SQL from the tables: what memory columns are held
 * against. Slow for a large collection.
 * @source domain/token-traits for what is a trait
 */
export function readTraitCounts(reader: Reader, collectionId: string): Promise<readonly TraitCount[]> {
  return readRows(
    reader,
    sql<TraitCount>`
    with tokens as (
      select t.token_data_id, m.attributes, t.token_properties as properties
      from chain.current_token_datas_v2 t left join market.metadata m on m.uri = t.token_uri
      where t.collection_id = ${collectionId} and t.is_deleted_v2 is not true
    ), named as (
      select t.token_data_id, item->>'trait_type' as trait_type, item->'value' as value, place
      from tokens t cross join lateral jsonb_array_elements(
        case when jsonb_typeof(t.attributes) = 'array' then t.attributes else '[]' end) with ordinality as a (item, place)
      where jsonb_typeof(item->'trait_type') = 'string' and jsonb_typeof(item->'value') in ('string', 'number', 'boolean')
    ), on_chain as (
      select t.token_data_id, p.key, p.value, p.place
      from tokens t cross join lateral jsonb_each(
        case when jsonb_typeof(t.properties) = 'object' then t.properties else '{}' end) with ordinality as p (key, value, place)
      where jsonb_typeof(p.value) in ('string', 'number', 'boolean')
        and not exists (select from named n where n.token_data_id = t.token_data_id)
    ), traits as (
      select distinct token_data_id, trait_type, case jsonb_typeof(value)
        when 'number' then trim_scale(value::numeric)::text else value #>> '{}' end as value
      from (
        select *, row_number() over (partition by token_data_id order by place) as n
        from (select * from named union all select * from on_chain) every
      ) numbered where n <= 200
    ), prices as (
      select token_data_id, min(price_octas) as price_octas from market.listings
      where collection_id = ${collectionId} and state = 'open' and validity = 'valid' group by 1
    )
    select trait_type as "traitType", value, count(*) as count, min(price_octas) as "floorOctas"
    from traits left join prices using (token_data_id) group by 1, 2`,
  )
}
