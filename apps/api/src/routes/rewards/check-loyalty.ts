import { checkLoyalty } from '@opal/contract/rewards'
import { readLoyalty } from '@opal/store/queries/rewards/points'
import { defineRoute } from '../../http/route.ts'

export const checkLoyaltyRoute = defineRoute(checkLoyalty, async ({ store }, { params }) => {
  const loyalty = await readLoyalty(store, [params.walletAddress])
  return { loyaltyPoints: loyalty.get(params.walletAddress) ?? 100 }
})
