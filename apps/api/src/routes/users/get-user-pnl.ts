import { getUserPnl } from '@opal/contract/pnl'
import { readPortfolio } from '@opal/store/queries/portfolio/portfolio'
import { defineRoute } from '../../http/route.ts'
import { presentPnl } from '../../present/present-pnl.ts'

export const getUserPnlRoute = defineRoute(getUserPnl, async ({ store }, { params, query }) =>
  presentPnl(await readPortfolio(store, params.wallet, query.collectionId)),
)
