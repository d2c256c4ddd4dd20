import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import type { CardRow } from '@opal/store/queries/tokens/token-list-items'
import type { ApiContext } from '../context.ts'
import { contractAddresses } from '../present/contract-addresses.ts'
import { cardWriter } from '../present/present-cards.ts'
import { loadTokens } from './load-tokens.ts'

/**
 * Tokens of one collection as JSON members, without braces, in the order of the rows. Those whose cards are being made again are
 * looked up part by part; a token that is gone meanwhile is left out.
 */
export async function writeCards(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  rows: readonly CardRow[],
  collection: CollectionFacts,
): Promise<readonly string[]> {
  const nowMicros = context.nowMicros()
  const write = cardWriter({ collection, contracts: contractAddresses(context.marketplaces), nowMicros })
  const written = rows.map(write)
  const missing = rows.flatMap(({ tokenDataId }, at) => (written[at] === null ? [tokenDataId] : []))
  if (missing.length === 0) return written as string[]
  const looked = new Map(
    (await loadTokens(context, missing)).map((token) => [token.tokenDataId, JSON.stringify(token).slice(1, -1)]),
  )
  return rows.flatMap(({ tokenDataId }, at) => written[at] ?? looked.get(tokenDataId) ?? [])
}
