import { countUserListings } from '@opal/contract/portfolio'
import { readListedCounts } from '@opal/store/queries/rewards/points'
import { defineRoute } from '../../http/route.ts'

export const countUserListingsRoute = defineRoute(countUserListings, async ({ store }, { params }) => {
  const rows = await readListedCounts(store, [params.wallet])
  return { data: rows.map(({ marketplace, listedCount }) => ({ marketplace, listedCount: Number(listedCount) })) }
})
