import { countUserListings } from '@opal/contract/endpoints/count-user-listings'
import { countListings } from '@opal/store/read/count-listings'
import { defineRoute } from '../../http/route.ts'

export const countUserListingsRoute = defineRoute(countUserListings, async ({ store }, { params }) => {
  const rows = await countListings(store, params.wallet)
  return { data: rows.map(({ marketplace, listedCount }) => ({ marketplace, listedCount: Number(listedCount) })) }
})
