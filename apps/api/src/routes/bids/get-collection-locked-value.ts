import { getCollectionLockedValue } from '@opal/contract/bids'
import { readLockedOctas } from '@opal/store/queries/orders/bid-book'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { toText } from '../../present/text.ts'

export const getCollectionLockedValueRoute = defineRoute(getCollectionLockedValue, async (context, { params }) => {
  const collectionId = await findCollection(context, params.collectionId)
  const live = { collectionId, liveAtSeconds: context.nowMicros() / 1_000_000n }
  return { totalValueLocked: toText(await readLockedOctas(context.store, live)) }
})
