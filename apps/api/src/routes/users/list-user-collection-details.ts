import { listUserCollectionDetails } from '@opal/contract/portfolio'
import { findPortfolioCollections } from '@opal/store/queries/portfolio/portfolio-collections'
import { defineRoute } from '../../http/route.ts'
import { presentPortfolioCollection } from '../../load/load-portfolio-collections.ts'

export const listUserCollectionDetailsRoute = defineRoute(
  listUserCollectionDetails,
  async ({ store }, { params, body }) => {
    const { collectionIds } = body
    const rows = await findPortfolioCollections(
      store,
      { holder: params.wallet, collectionIds },
      { take: collectionIds.length },
    )
    return { data: rows.map(presentPortfolioCollection) }
  },
)
