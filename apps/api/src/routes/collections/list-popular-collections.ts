import { listPopularCollections, parseCollectionSort } from '@opal/contract/collections'
import { defineRoute } from '../../http/route.ts'
import { rankCollections } from '../../load/rank-collections.ts'
import { ownWallet } from '../../session/caller.ts'

export const listPopularCollectionsRoute = defineRoute(listPopularCollections, async (context, { query }, caller) =>
  rankCollections(context, query, parseCollectionSort(query), {
    wallet: await ownWallet(caller, query.walletAddress),
    isWashOut: query.wash === 'exclude',
    ...(query.search && { search: query.search }),
  }),
)
