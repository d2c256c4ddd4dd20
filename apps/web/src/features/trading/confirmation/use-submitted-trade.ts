import { useState } from 'react'
import { useStore } from '../../../shared/hooks/store.ts'
import { isSettled, type Trade, trades } from './pending-trades.ts'

/** State of a submitted trade. */
export type SubmittedTrade = Pick<Trade, 'state' | 'sentence' | 'vmStatus' | 'hash'>

/**
 * Returns a trade by its id; null for one that was not submitted yet. A trade that has left the tray keeps the outcome that was last seen, as
 * another tab may have closed its failure. A trade without an outcome was confirmed, because only confirmed trades leave by themselves.
 */
export function useSubmittedTrade(tradeId: string | null): SubmittedTrade | null {
  const pending = useStore(trades).find(({ id }) => id === tradeId)
  const [seen, setSeen] = useState(pending)
  if (pending !== undefined && pending !== seen) setSeen(pending)
  if (pending !== undefined) return pending
  if (tradeId === null) return null
  const last = seen?.id === tradeId ? seen : undefined
  if (last !== undefined && isSettled(last)) return last
  return { state: 'confirmed', sentence: null, hash: last?.hash ?? null }
}
