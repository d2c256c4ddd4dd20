import { findCollectionsByName } from '@opal/contract/collections'
import { defineRoute } from '../../http/route.ts'
import { loadSearch } from '../../load/load-search.ts'
import { rankCollections } from '../../load/rank-collections.ts'

export const findCollectionsByNameRoute = defineRoute(findCollectionsByName, (context, { body }) =>
  body.name === ''
    ? rankCollections(context, pageOf(body), { key: 'ALL_TIME_VOLUME', order: 'DESC' }, { wallet: null })
    : loadSearch(context, body.name, pageOf(body), null),
)

function pageOf({ page, limit }: { readonly page: number; readonly limit: number }) {
  return { page, take: limit }
}
