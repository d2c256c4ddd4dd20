import { getUserLockedValue } from '@opal/contract/bids'
import { readLockedOctas } from '@opal/store/queries/orders/bid-book'
import { defineRoute } from '../../http/route.ts'
import { toText } from '../../present/text.ts'

export const getUserLockedValueRoute = defineRoute(getUserLockedValue, async (context, { params, query }) => {
  const live = {
    buyer: params.wallet,
    liveAtSeconds: context.nowMicros() / 1_000_000n,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
  }
  return { totalValueLocked: toText(await readLockedOctas(context.store, live)) }
})
