import type { Token } from '@opal/contract/tokens'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'
import { presentToken } from '../present/present-token.ts'
import { loadPeople } from './load-people.ts'

/**
 * Tokens by id as the contract shows them, in the order of the ids.
 * @param viewer whose own offers are left out of the top bids; null for nobody's.
 */
export async function loadTokens(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  ids: readonly string[],
  viewer: string | null = null,
): Promise<Token[]> {
  const rows = await readTokens(context.store, ids, context.nowMicros(), viewer)
  const people = await loadPeople(
    context,
    rows.map((row) => row.holder),
  )
  return rows.map((row) => presentToken(row, people))
}
