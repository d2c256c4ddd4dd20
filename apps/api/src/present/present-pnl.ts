import type { PortfolioPnl } from '@opal/contract/portfolio'
import type { Portfolio } from '@opal/store/queries/portfolio/portfolio'
import { toText } from './text.ts'

/** A wallet's cost and gain as the contract shows them. */
export function presentPnl(portfolio: Portfolio): PortfolioPnl {
  return {
    costPrice: toText(portfolio.costOctas),
    estimatedPrice: toText(portfolio.estimateOctas),
    knownCostEstimate: toText(portfolio.knownCostEstimateOctas),
    realizedPNL: toText(portfolio.realisedOctas),
    unrealizedPNL: toText(portfolio.unrealisedOctas),
    totalCount: Number(portfolio.totalCount),
    listedCount: Number(portfolio.listedCount),
    unknownCostCount: Number(portfolio.unknownCostCount),
    soldCount: Number(portfolio.soldCount),
    soldUnknownCount: Number(portfolio.soldUnknownCount),
  }
}
