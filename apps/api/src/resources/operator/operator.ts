import { featureCollection, verifyCollection } from '@opal/contract/network/operator'
import {
  featureCollection as writeFeature,
  verifyCollection as writeVerdict,
} from '@opal/store/accounts/collection-flags'
import { defineRoute } from '../../http/routes/route.ts'
import { findCollection } from '../collections/find-collection.ts'

export const featureCollectionRoute = defineRoute(featureCollection, async (context, { params, body }) => {
  const collectionId = await findCollection(context, params.id)
  await writeFeature(context.store, collectionId, body.isfeatured)
  for (const cache of [context.collections, context.facts]) cache.invalidate(collectionId)
  return { collectionId, isFeatured: body.isfeatured }
})

export const verifyCollectionRoute = defineRoute(verifyCollection, async (context, { params, body }) => {
  const collectionId = await findCollection(context, params.id)
  await writeVerdict(context.store, collectionId, body.isVerified)
  for (const cache of [context.collections, context.facts]) cache.invalidate(collectionId)
  return { collectionId, isVerified: body.isVerified }
})
