import type { Token } from '@opal/contract/shapes/token'
import { readTokens } from '@opal/store/read/read-tokens'
import type { ApiContext } from '../context.ts'
import { contractAddresses } from '../present/contract-addresses.ts'
import { presentToken } from '../present/present-token.ts'

/** Tokens by id as the contract shows them, in the order of the ids. */
export async function loadTokens(context: ApiContext, ids: readonly string[]): Promise<Token[]> {
  const rows = await readTokens(context.store, ids, context.nowMicros())
  const contracts = contractAddresses(context.marketplaces)
  return rows.map((row) => presentToken(row, contracts))
}
