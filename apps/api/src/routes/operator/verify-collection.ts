import { verifyCollection } from '@opal/contract/operator'
import { verifyCollection as writeVerdict } from '@opal/store/accounts/collection-flags'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'

export const verifyCollectionRoute = defineRoute(verifyCollection, async (context, { params, body }) => {
  const collectionId = await findCollection(context, params.id)
  await writeVerdict(context.store, collectionId, body.isVerified)
  for (const kept of [context.collections, context.facts]) kept.hear(collectionId)
  return { collectionId, isVerified: body.isVerified }
})
