import { getCollection } from '@opal/contract/endpoints/get-collection'
import { readCollections } from '@opal/store/read/read-collections'
import { readFloorHistories } from '@opal/store/read/read-floor-histories'
import { readRoyalties } from '@opal/store/read/read-royalties'
import { CollectionNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { presentCollectionDetail } from '../../present/present-collection.ts'
import { presentRoyalty } from '../../present/present-royalty.ts'

export const getCollectionRoute = defineRoute(getCollection, async (context, { params, query }) => {
  const { store } = context
  const id = await findCollection(context, params.id)
  const nowMicros = context.nowMicros()
  const [[row], floors, royalties] = await Promise.all([
    readCollections(store, [id], { nowMicros, wallet: query.walletAddress ?? null }),
    readFloorHistories(store, [id], nowMicros),
    readRoyalties(store, [id]),
  ])
  if (row === undefined) throw new CollectionNotFoundError(params.id)
  const royalty = royalties.get(id)
  return presentCollectionDetail(row, floors.get(id) ?? [], royalty === undefined ? null : presentRoyalty(royalty))
})
