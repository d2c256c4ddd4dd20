import { findCollectionsByName } from '@opal/contract/endpoints/find-collections-by-name'
import { defineRoute } from '../../http/route.ts'
import { rankCollections } from '../../load/rank-collections.ts'

export const findCollectionsByNameRoute = defineRoute(findCollectionsByName, (context, { body }) =>
  rankCollections(
    context,
    { page: body.page, take: body.limit },
    { key: 'ALL_TIME_VOLUME', order: 'DESC' },
    { wallet: null, ...(body.name !== '' && { search: body.name }) },
  ),
)
