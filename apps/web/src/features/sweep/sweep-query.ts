import type { ApiClient } from '@opal/contract/client'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { EndpointOutput } from '@opal/contract/http/endpoint'
import type { TokenFilterInput } from '@opal/contract/tokens/token-filter'
import { buildSweep } from '@opal/contract/trading/buying'
import { ZERO_ADDRESS } from '@opal/domain/address'
import { keepPreviousData, type QueryFunctionContext } from '@tanstack/react-query'

export type SweepAnswer = EndpointOutput<typeof buildSweep>

/** Restrictions of the listings that a sweep may buy. */
export interface SweepBook {
  readonly collectionId: string
  /** Selects only tokens that match this filter of the list. */
  readonly filter: TokenFilterInput
  /** Highest price in octas; null for no limit. */
  readonly maxPrice: bigint | null
  readonly excludedTokens: readonly string[]
  readonly excludedMarketplaces: readonly string[]
}

/** Returns the items of a quote that can be bought, the cheapest first, including those that the balance cannot pay. */
export function sweepableItems(answer: SweepAnswer): SweepAnswer['items'] {
  return answer.items.filter((item) => item.reason === null || item.reason.code === 'insufficient-balance')
}

/** Returns the ids of the tokens that a sweep of a number would buy. */
export function sweptTokens(answer: SweepAnswer | undefined, count: number): readonly string[] {
  if (answer === undefined || count === 0) return []
  return sweepableItems(answer)
    .slice(0, count)
    .flatMap(({ tokenDataId }) => tokenDataId ?? [])
}

/** First part of the keys of sweep quotes in the query cache. */
export const SWEEP_KEY = 'sweep'

/** Marks quotes that the page refreshes by itself. They have a rate limit of their own, and never use up that of users' trades. */
const REFRESH = { query: { refresh: 'true' } } as const

/**
 * Returns the query of the cheapest matching tokens of a collection, and of the cost of each number of them. One that is fetched again
 * follows the market.
 */
export function sweepQuery(api: ApiClient, book: SweepBook, walletAddress: string | null) {
  const { collectionId, filter, maxPrice, excludedTokens, excludedMarketplaces } = book
  const ceiling = maxPrice === null ? {} : { maxPrice: String(maxPrice) }
  return {
    queryKey: [
      SWEEP_KEY,
      collectionId,
      filter,
      String(maxPrice),
      excludedTokens,
      excludedMarketplaces,
      walletAddress,
    ] as const,
    queryFn: ({ signal, client, queryKey }: QueryFunctionContext) =>
      api(
        buildSweep,
        {
          body: {
            // Nobody has listings at the zero address, so a quote without a wallet excludes none.
            walletAddress: walletAddress ?? ZERO_ADDRESS,
            collectionId,
            filter,
            count: MAX_TRADE_ITEMS,
            ...ceiling,
            exclude: { tokenDataIds: [...excludedTokens], marketplaces: [...excludedMarketplaces] },
          },
          ...(client.getQueryData(queryKey) !== undefined && REFRESH),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  }
}
