import { sql } from 'kysely'
import type { Database } from '../connect.ts'

/** Parts by the first byte of the collection's address, so that none needs much room. */
const PARTS = Array.from({ length: 256 }, (_, byte) => `0x${byte.toString(16).padStart(2, '0')}`)

/**
 * Counts the traits of all collections, as write/refresh-rarity does one at a time: for made-up stores, where nobody waits to be ranked
 * and values are texts.
 */
export async function fillTraitCounts(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`truncate market.trait_marks, market.rarity_queue`.execute(transaction)
    for (const part of PARTS) {
      await sql`
        insert into market.trait_marks (collection_id, rankings, counts)
        select collection_id, 1, jsonb_object_agg(trait, counts) from (
          select collection_id, trait, jsonb_object_agg(value, tokens) as counts from (
            select t.collection_id, a ->> 'trait_type' as trait, a ->> 'value' as value, count(*) as tokens
            from chain.current_token_datas_v2 t join market.metadata m on m.uri = t.token_uri
            cross join jsonb_array_elements(m.attributes) as a
            where t.is_deleted_v2 is not true and t.collection_id >= ${part} and t.collection_id < ${`${part}g`}
            group by 1, 2, 3
          ) as of_value group by 1, 2
        ) as of_trait group by 1`.execute(transaction)
    }
  })
  await sql`analyze market.trait_marks`.execute(db)
}
