import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { formatCount, formatCounted } from '../../../shared/format/number.ts'
import { boughtQuery } from '../buying/bought-query.ts'
import { isPurchase, type Trade } from './pending-trades.ts'

/**
 * Says how many items a confirmed purchase of several has bought, where the wallet holds all of them; else how many are there: others were
 * left out, or have gone on since. Nothing of any other trade, or until it is known.
 */
export function PurchaseEnd({ trade }: { trade: Trade }) {
  const { id, state, tokenDataIds, walletAddress } = trade
  // Holdings are counted by token, so several editions of one cannot be told apart.
  const isDistinct = new Set(tokenDataIds).size === tokenDataIds.length
  const isCounted = state === 'confirmed' && isPurchase(trade) && tokenDataIds.length > 1 && isDistinct
  const held = useQuery(boughtQuery(useSite().api, isCounted ? id : null, tokenDataIds, walletAddress)).data
  if (!isCounted || held === undefined) return null
  const ids = new Set(held.map(({ tokenDataId }) => tokenDataId))
  const there = tokenDataIds.filter((tokenDataId) => ids.has(tokenDataId)).length
  const all = formatCounted(tokenDataIds.length, 'item')
  return there === tokenDataIds.length ? `: ${all} bought` : `: ${formatCount(there)} of ${all} in the wallet`
}
