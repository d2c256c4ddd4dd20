import { getMySummary } from '@opal/contract/pnl'
import { readPortfolio } from '@opal/store/queries/portfolio/portfolio'
import { defineRoute } from '../../http/route.ts'
import { presentPnl } from '../../present/present-pnl.ts'

export const getMySummaryRoute = defineRoute(getMySummary, async ({ store }, { query }) => {
  const pnl = presentPnl(await readPortfolio(store, query.walletAddress, query.collectionId))
  return {
    totalNfts: pnl.totalCount,
    listedNfts: pnl.listedCount,
    estimated: pnl.estimatedPrice,
    cost: pnl.costPrice,
    unRealizedPL: pnl.unrealizedPNL,
    realizedPL: pnl.realizedPNL,
  }
})
