import type { ChainQuery } from './chain-query/chain-query.ts'
import { compileChainQueries } from './chain-query/compile-chain-query.ts'
import { type Reader, readRow } from './read-rows.ts'
import { withTimeLimit } from './with-time-limit.ts'

/**
 * Answers the root fields of one GraphQL operation, from one snapshot.
 * @returns the `data` object as JSON text.
 * @throws QueryTooSlowError
 */
export async function readChainQueries(
  reader: Reader,
  queries: readonly ChainQuery[],
  limitMs: number,
): Promise<string> {
  if (queries.length === 0) return '{}'
  const row = await withTimeLimit(reader, limitMs, (limited) => readRow(limited, compileChainQueries(queries)))
  return row?.data ?? '{}'
}
