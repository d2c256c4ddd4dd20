import { getCollection } from '@opal/contract/collections'
import { defineRoute } from '../../http/route.ts'
import { loadCollectionDetail } from '../../load/load-collection-detail.ts'
import { ownWallet } from '../../session/caller.ts'

export const getCollectionRoute = defineRoute(getCollection, async (context, { params, query }, caller) =>
  loadCollectionDetail(context, params.id, {
    wallet: await ownWallet(caller, query.walletAddress),
    isWashOut: query.wash === 'exclude',
  }),
)
