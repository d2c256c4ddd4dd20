import { findCollectionBySlug } from '@opal/contract/endpoints/find-collection-by-slug'
import { defineRoute } from '../../http/route.ts'
import { loadCollectionDetail } from '../../load/load-collection-detail.ts'

export const findCollectionBySlugRoute = defineRoute(findCollectionBySlug, async (context, { body }) => ({
  data: await loadCollectionDetail(context, body.slug, { wallet: null }),
}))
