import { getRoyalty } from '@opal/contract/collection-stats'
import { readRoyalties } from '@opal/store/queries/collections/read-collections'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { presentRoyalty } from '../../present/present-royalty.ts'

export const getRoyaltyRoute = defineRoute(getRoyalty, async (context, { params }) => {
  const id = await findCollection(context, params.collection_id)
  const row = (await readRoyalties(context.store, [id])).get(id)
  if (row === undefined) return { royalty: 0, payee: null }
  const { royaltyBps, royaltyPayee } = presentRoyalty(row)
  return { royalty: royaltyBps / 100, payee: royaltyPayee }
})
