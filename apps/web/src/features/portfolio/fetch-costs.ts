import type { ApiClient } from '@opal/contract/client'
import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { editionKey } from '../../entities/token/edition.ts'
import type { OwnCost } from '../../entities/token/own-costs.ts'
import { toOctas } from '../../shared/format/apt.ts'
import { readPages, readParts } from '../../shared/realtime/read-pages.ts'
import { MAX_PAGE_SIZE } from './fetch-portfolio.ts'
import type { OwnCostSums } from './portfolio-query.ts'

/** Fetches what some items of a wallet cost, of each that it holds once. @throws ApiError */
export async function fetchCosts(
  api: ApiClient,
  wallet: string,
  tokenDataIds: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, bigint | null>> {
  const held = await fetchHeld(api, wallet, tokenDataIds, signal)
  // A cost covers all held copies of a token; the cost of one of several copies is unknown.
  const single = held.filter((token) => token.held === '1')
  return new Map(single.map((token) => [editionKey(token), toOctas(token.costPrice)]))
}

/** Maximum of own costs that a summary includes. */
const MAX_OWN_COSTS = 500

/**
 * Fetches the amounts that own costs add to a summary. Only held items without a cost on chain count.
 * @param costs of one wallet, oldest first.
 * @source docs/product/portfolio-and-pnl.md#own-costs
 */
export async function fetchOwnCostSums(
  api: ApiClient,
  wallet: string,
  costs: readonly Pick<OwnCost, 'tokenDataId' | 'octas'>[],
  signal?: AbortSignal,
): Promise<OwnCostSums> {
  const octasOf = new Map(costs.slice(-MAX_OWN_COSTS).map(({ tokenDataId, octas }) => [tokenDataId, BigInt(octas)]))
  const held = await fetchHeld(api, wallet, [...octasOf.keys()], signal)
  const unknown = held.filter(({ costPrice }) => costPrice === null)
  const sums = { items: 0n, cost: 0n, estimate: 0n }
  for (const { estimatedValue, held } of unknown) {
    sums.items += BigInt(held)
    sums.estimate += BigInt(estimatedValue ?? 0)
  }
  // Each edition is a row, but a cost covers all editions of its token: count it once.
  for (const id of new Set(unknown.map(({ tokenDataId }) => tokenDataId))) sums.cost += octasOf.get(id) ?? 0n
  return sums
}

/** Maximum of tokens that one call of the API looks up. */
const MAX_IDS = 50

/** Fetches what a wallet holds of any number of tokens: all its editions, which can be more than a page. @throws ApiError */
async function fetchHeld(
  api: ApiClient,
  wallet: string,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly PortfolioToken[]> {
  const lists = await readParts(ids, MAX_IDS, (tokenDataId) =>
    readPages((cursor) => {
      const query = { take: MAX_PAGE_SIZE, tokenDataId, ...cursor }
      return api(listUserTokens, { params: { wallet }, query }, signal === undefined ? {} : { signal })
    }),
  )
  return lists.flatMap(({ rows }) => rows)
}
