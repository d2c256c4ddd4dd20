import { useStore } from '../../../shared/hooks/store.ts'
import { trades } from './pending-trades.ts'

/**
 * Returns whether a trade has been confirmed; null is one that was not submitted yet. One that has left the tray had been
 * confirmed: one that failed stays there.
 */
export function useIsConfirmed(tradeId: string | null): boolean {
  const kept = useStore(trades).find(({ id }) => id === tradeId)
  return tradeId !== null && (kept === undefined || kept.state === 'confirmed')
}
