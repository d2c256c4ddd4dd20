import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import type { CountsByCollection } from './counts-by-collection.ts'

/** Counts the tokens that the batch describes, as they were before it. */
export const tokensBeforePhase = definePhase({
  name: 'tokens-before',
  needs: { decoded: decodePhase },
  readsBefore: ['chain.current_token_datas_v2'],
  read: async (db, { decoded: { transactions } }) => {
    const described = transactions.flatMap(({ tokens }) => tokens.tokenDatas.map(({ tokenDataId }) => tokenDataId))
    const tokens = [...new Set<string>(described)]
    return { tokens, counts: await countTokens(db, tokens) }
  },
  compute: (_given, before) => before,
})

/** Counts the given tokens that are not burned, by collection. Reads a row for each of them, however large their collections are. */
export async function countTokens(db: Executor, tokens: readonly string[]): Promise<CountsByCollection> {
  if (tokens.length === 0) return new Map()
  const { rows } = await sql<{ collection_id: string; count: bigint }>`
    select collection_id, count(*) as count from chain.current_token_datas_v2
    where token_data_id = any(${[...tokens]}::text[]) and is_deleted_v2 is not true
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.collection_id, row.count]))
}
