import { getStats } from '@opal/contract/network'
import { defineRoute } from '../../http/route.ts'

export const getStatsRoute = defineRoute(getStats, async ({ aptPrice }) => {
  const { value, ageSeconds } = await aptPrice()
  return { value: Math.round(value * 100) / 100, ageSeconds }
})
