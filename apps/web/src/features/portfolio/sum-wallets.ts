import type { PortfolioPnl } from '@opal/contract/portfolio'

/** The figures of several wallets together. */
export function sumWallets(wallets: readonly PortfolioPnl[]): PortfolioPnl {
  const octas = (of: (pnl: PortfolioPnl) => string) => String(wallets.reduce((sum, pnl) => sum + BigInt(of(pnl)), 0n))
  const count = (of: (pnl: PortfolioPnl) => number) => wallets.reduce((sum, pnl) => sum + of(pnl), 0)
  return {
    costPrice: octas((pnl) => pnl.costPrice),
    estimatedPrice: octas((pnl) => pnl.estimatedPrice),
    knownCostEstimate: octas((pnl) => pnl.knownCostEstimate),
    realizedPNL: octas((pnl) => pnl.realizedPNL),
    unrealizedPNL: octas((pnl) => pnl.unrealizedPNL),
    totalCount: count((pnl) => pnl.totalCount),
    listedCount: count((pnl) => pnl.listedCount),
    unknownCostCount: count((pnl) => pnl.unknownCostCount),
    soldCount: count((pnl) => pnl.soldCount),
    soldUnknownCount: count((pnl) => pnl.soldUnknownCount),
  }
}
