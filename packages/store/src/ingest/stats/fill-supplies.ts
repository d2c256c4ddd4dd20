import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { hasChainSupplySql, tokenCountSql } from './collection-stats.ts'

/** Collections that one statement fills: the tokens of each are counted. */
const BATCH_SIZE = 100

/**
 * Stores the supply of collections whose tokens the chain does not count and an earlier release did not either, some in each statement. Those
 * that have one are not written. A migration could not: an earlier release that is started again stores none.
 * @returns how many collections were filled
 */
export async function fillSupplies(db: Database): Promise<number> {
  let [count, last] = [0, '']
  while (true) {
    const { rows } = await sql<{ count: number; last: string | null }>`
      with missing as (
        select s.collection_id from market.collection_stats s
        left join chain.current_collections_v2 known on known.collection_id = s.collection_id
        where s.collection_id > ${last} and s.supply = 0 and not ${hasChainSupplySql('known')} and exists (
          select from chain.current_token_datas_v2 t where t.collection_id = s.collection_id and t.is_deleted_v2 is not true)
        order by s.collection_id limit ${BATCH_SIZE}
      ), filled as (
        update market.collection_stats s set supply = ${tokenCountSql('missing.collection_id')}
        from missing where s.collection_id = missing.collection_id returning s.collection_id
      )
      select count(*)::int as count, max(collection_id) as last from filled`.execute(db)
    const [filled] = rows
    if (filled === undefined || filled.last === null) return count
    count += filled.count
    last = filled.last
  }
}
