import type { ApiClient } from '@opal/contract/client'
import { keepPreviousData } from '@tanstack/react-query'
import { STALE } from '../../../app/loading/query-client.ts'
import type { OwnCost } from '../../../entities/token/own-costs.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'
import type { PortfolioView } from '../portfolio-view.ts'

/** Subject of a plan of the exit. */
export interface ExitScope extends Pick<PortfolioView, 'collection' | 'least'> {
  readonly wallets: readonly string[]
  /** Set by the user, for items whose cost is not on chain. */
  readonly costs: readonly OwnCost[]
}

/** Returns the first part of the query keys of plans on the portfolio of a wallet. */
export function exitKey(wallet: string) {
  return [PORTFOLIO_KEY, wallet, 'exit'] as const
}

/**
 * Returns the query of what some wallets would get for their items now, on the portfolio of one. While another plan is fetched,
 * the former one stays.
 */
export function exitQuery(api: ApiClient, wallet: string, scope: ExitScope) {
  return {
    queryKey: [...exitKey(wallet), scope] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await import('../fetch-portfolio.ts')).fetchExit(api, scope, signal),
    placeholderData: keepPreviousData,
    staleTime: STALE.lists,
  }
}
