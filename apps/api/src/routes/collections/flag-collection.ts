import { flagCollection } from '@opal/contract/flags'
import { writeFlag } from '@opal/store/accounts/collection-flags'
import { defineWalletRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { loadPeople } from '../../load/load-people.ts'
import { presentFlag } from '../../present/present-flag.ts'

export const flagCollectionRoute = defineWalletRoute(flagCollection, async (context, { body }, { wallet }) => {
  const collectionId = await findCollection(context, body.collectionId)
  const { reason, remarks } = body
  const asked = { collectionId, wallet, reason, remarks, nowMicros: context.nowMicros() }
  return presentFlag(await writeFlag(context.store, asked), await loadPeople(context, [wallet]))
})
