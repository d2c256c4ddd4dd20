import type { ApiClient } from '@opal/contract/client'
import type { EndpointOutput } from '@opal/contract/endpoint'
import type { TokenFilterInput } from '@opal/contract/token-filter'
import { buildSweep } from '@opal/contract/trading/buying'
import { MAX_TRADE_ITEMS } from '@opal/contract/trading/trade'
import { keepPreviousData } from '@tanstack/react-query'

export type SweepAnswer = EndpointOutput<typeof buildSweep>

/** What narrows the book a sweep takes from. */
export interface SweepBook {
  readonly collectionId: string
  /** Only tokens that a list under this filter shows. */
  readonly filter: TokenFilterInput
  /** Octas; null for no ceiling. */
  readonly maxPrice: bigint | null
  readonly excludedTokens: readonly string[]
  readonly excludedMarketplaces: readonly string[]
}

/** First part of the key of every book that a sweep takes from. */
export const SWEEP_KEY = 'sweep'
/** Stands in for a wallet while none is connected: nobody's listings are left out for it. */
const NOBODY = '0x0'

/** The cheapest tokens of a collection that a filter lets through, and what each number of them costs. */
export function sweepQuery(api: ApiClient, book: SweepBook, walletAddress: string | null) {
  const { collectionId, filter, maxPrice, excludedTokens, excludedMarketplaces } = book
  const ceiling = maxPrice === null ? {} : { maxPrice: String(maxPrice) }
  return {
    queryKey: [
      ...[SWEEP_KEY, collectionId, filter, String(maxPrice), excludedTokens, excludedMarketplaces, walletAddress],
    ] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api(
        buildSweep,
        {
          body: {
            walletAddress: walletAddress ?? NOBODY,
            collectionId,
            filter,
            count: MAX_TRADE_ITEMS,
            ...ceiling,
            exclude: { tokenDataIds: [...excludedTokens], marketplaces: [...excludedMarketplaces] },
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  }
}
