import type { PortfolioPnl } from '@opal/contract/portfolio/pnl'
import type { OwnCostSums } from '../portfolio-query.ts'

/** Returns a summary in which own costs count. @source docs/product/portfolio-and-pnl.md#own-costs */
export function withOwnCosts(pnl: PortfolioPnl, own: OwnCostSums | null): PortfolioPnl {
  if (own === null) return pnl
  const unknown = BigInt(pnl.unknownCostCount)
  return {
    ...pnl,
    costPrice: String(BigInt(pnl.costPrice) + own.cost),
    knownCostEstimate: String(BigInt(pnl.knownCostEstimate) + own.estimate),
    unrealizedPNL: String(BigInt(pnl.unrealizedPNL) + own.estimate - own.cost),
    unknownCostCount: String(own.items < unknown ? unknown - own.items : 0n),
  }
}
