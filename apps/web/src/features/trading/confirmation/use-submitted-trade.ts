import { useStore } from '../../../shared/hooks/store.ts'
import { type Trade, trades } from './pending-trades.ts'

/** State of a submitted trade. */
export type SubmittedTrade = Pick<Trade, 'state' | 'sentence' | 'hash'>

const LEFT_THE_TRAY: SubmittedTrade = { state: 'confirmed', sentence: null, hash: null }

/**
 * Returns a trade by its id; null for one that was not submitted yet. One that has left the tray was confirmed, for one that
 * failed stays there.
 */
export function useSubmittedTrade(tradeId: string | null): SubmittedTrade | null {
  const pending = useStore(trades).find(({ id }) => id === tradeId)
  return tradeId === null ? null : (pending ?? LEFT_THE_TRAY)
}
