import { useEffect } from 'react'

/** How many parts of open dialogs show the success of a trade, by the trade's id. */
const shown = new Map<string, number>()

/** Returns whether an open dialog shows the success of a trade: then no toast does. */
export function isShownByDialog(tradeId: string): boolean {
  return shown.has(tradeId)
}

/** Replaces the toast of a submitted trade's success by the dialog until the dialog is closed. @param tradeId null while there is none. */
export function useShownByDialog(tradeId: string | null): void {
  useEffect(() => {
    if (tradeId === null) return
    shown.set(tradeId, (shown.get(tradeId) ?? 0) + 1)
    return () => {
      const left = (shown.get(tradeId) ?? 1) - 1
      if (left === 0) shown.delete(tradeId)
      else shown.set(tradeId, left)
    }
  }, [tradeId])
}
