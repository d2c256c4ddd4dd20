import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { formatCount, formatCounted } from '../../../shared/format/number.ts'
import { boughtQuery } from '../buying/bought-query.ts'
import { isPurchase, type Trade } from './pending-trades.ts'

export interface PurchaseEnd {
  /** How many items a purchase of several has bought; empty for any other trade, and until it is known. */
  readonly words: string
  /** False while a purchase of several may have left some out. */
  readonly isComplete: boolean
}

const NOTHING_TO_COUNT: PurchaseEnd = { words: '', isComplete: true }
const UNKNOWN: PurchaseEnd = { words: '', isComplete: false }

/**
 * Says how many items a confirmed purchase of several has bought, where the wallet holds all of them; else how many are there: others were
 * left out, or have gone on since.
 */
export function usePurchaseEnd(trade: Trade): PurchaseEnd {
  const { id, state, tokenDataIds, walletAddress } = trade
  // Holdings are counted by token, so several editions of one cannot be told apart.
  const isDistinct = new Set(tokenDataIds).size === tokenDataIds.length
  const isOfSeveral = state === 'confirmed' && isPurchase(trade) && tokenDataIds.length > 1
  const isCounted = isOfSeveral && isDistinct
  const held = useQuery(boughtQuery(useSite().api, isCounted ? id : null, tokenDataIds, walletAddress)).data
  if (!isOfSeveral) return NOTHING_TO_COUNT
  if (!isCounted || held === undefined) return UNKNOWN
  const ids = new Set(held.map(({ tokenDataId }) => tokenDataId))
  const there = tokenDataIds.filter((tokenDataId) => ids.has(tokenDataId)).length
  const all = formatCounted(tokenDataIds.length, 'item')
  const isComplete = there === tokenDataIds.length
  return { words: isComplete ? `: ${all} bought` : `: ${formatCount(there)} of ${all} in the wallet`, isComplete }
}
