import { checkLoyalties } from '@opal/contract/rewards'
import { readLoyalty } from '@opal/store/queries/rewards/points'
import { defineRoute } from '../../http/route.ts'

export const checkLoyaltiesRoute = defineRoute(checkLoyalties, async ({ store }, { body }) => {
  const loyalty = await readLoyalty(store, [...new Set(body.walletAddresses)])
  return {
    data: body.walletAddresses.map((walletAddress) => ({
      walletAddress,
      loyaltyPoints: loyalty.get(walletAddress) ?? 100,
    })),
  }
})
