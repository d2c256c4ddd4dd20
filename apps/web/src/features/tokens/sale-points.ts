import type { ApiClient } from '@opal/contract/client'
import { STALE } from '../../lib/query-client.ts'
import { TOKEN_KEY } from './token-query.ts'

/** One sale of a token. @source docs/product/tokens-and-filters.md#sales-chart */
export interface SalePoint {
  readonly tokenDataId: string
  /** Octas. */
  readonly price: string
  /** Chain time, microseconds. */
  readonly date: string
  readonly marketplace: string | null
  readonly transactionHash: string | null
}

/** @source docs/product/tokens-and-filters.md#sales-chart */
const LOOKUP = { page: 1, take: 30, pageType: 'activity_page', type: 'sales' } as const

/** The most sales that are drawn. */
export const MAX_SALE_POINTS = LOOKUP.take

/** A token's newest sales, oldest first. Under the token's key: what reads the token anew reads them, too. */
export function salePointsQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: [TOKEN_KEY, tokenDataId, 'sales'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly SalePoint[]> => {
      const { listActivities } = await import('@opal/contract/activities')
      const { data } = await api(listActivities, { query: { ...LOOKUP, tokenDataId } }, { signal })
      return data
        .flatMap(({ price, atMicros, marketplace, transactionHash }) =>
          price === null ? [] : [{ tokenDataId, price, date: atMicros, marketplace, transactionHash }],
        )
        .toReversed()
    },
    staleTime: STALE.details,
  }
}
