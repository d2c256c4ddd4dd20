import { findCollectionBySlug } from '@opal/contract/collections'
import { defineRoute } from '../../http/route.ts'
import { loadCollectionDetail } from '../../load/load-collection-detail.ts'

export const findCollectionBySlugRoute = defineRoute(findCollectionBySlug, async (context, { body }) => ({
  data: await loadCollectionDetail(context, body.slug, { wallet: null }),
}))
