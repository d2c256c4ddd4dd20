import { listSupplies } from '@opal/contract/endpoints/list-supplies'
import { readCollections } from '@opal/store/read/read-collections'
import { defineRoute } from '../../http/route.ts'

export const listSuppliesRoute = defineRoute(listSupplies, async ({ store, nowMicros }, { body }) => {
  const rows = await readCollections(store, [...new Set(body.collectionIds)], { nowMicros: nowMicros(), wallet: null })
  return {
    data: rows.map((row) => ({
      collectionId: row.collectionId,
      supply: Number(row.supply),
      holders: Number(row.ownerCount),
    })),
  }
})
