import { listMyListedCollections } from '@opal/contract/portfolio'
import { findPortfolioCollections } from '@opal/store/queries/portfolio/portfolio-collections'
import { defineRoute } from '../../http/route.ts'

const MOST = 1000

export const listMyListedCollectionsRoute = defineRoute(listMyListedCollections, async ({ store }, { params }) => {
  const rows = await findPortfolioCollections(store, { holder: params.wallet, listedOnly: true }, { take: MOST })
  return { data: rows.map((row) => row.collectionId) }
})
