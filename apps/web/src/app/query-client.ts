import { ApiError } from '@opal/contract/api-error'
import { QueryClient } from '@tanstack/react-query'

/** How long answers count as fresh, in milliseconds. Live messages freshen what is on the screen before that. */
export const STALE = { lists: 15_000, details: 15_000, figures: 60_000 } as const

/** May what failed so come when it is asked for again? What is refused stays refused. */
export function mayComeYet(error: unknown): boolean {
  return !(error instanceof ApiError) || error.retryable
}

/** One per document: on the server per request, in the browser for the visit. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE.lists,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && mayComeYet(error),
      },
    },
  })
}
