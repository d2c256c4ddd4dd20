import { listSupplies } from '@opal/contract/collection-stats'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { defineRoute } from '../../http/route.ts'
import { withOwnCounts } from '../../owners/with-own-counts.ts'

export const listSuppliesRoute = defineRoute(listSupplies, async (context, { body }) => {
  const { store, nowMicros } = context
  const rows = await readCollections(store, [...new Set(body.collectionIds)], { nowMicros: nowMicros(), wallet: null })
  return {
    data: (await withOwnCounts(context, rows)).map((row) => ({
      collectionId: row.collectionId,
      supply: Number(row.supply),
      holders: Number(row.ownerCount),
    })),
  }
})
