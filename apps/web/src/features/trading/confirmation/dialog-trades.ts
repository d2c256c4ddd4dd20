import { useEffect } from 'react'

/** Ids of the trades of open dialogs that show their success themselves. */
const shown = new Set<string>()

/** Returns whether an open dialog shows the success of a trade: then no toast does. */
export function isShownByDialog(tradeId: string): boolean {
  return shown.has(tradeId)
}

/** Replaces the toast of a submitted trade's success by the dialog until the dialog is closed. @param tradeId null while there is none. */
export function useShownByDialog(tradeId: string | null): void {
  useEffect(() => {
    if (tradeId === null) return
    shown.add(tradeId)
    return () => void shown.delete(tradeId)
  }, [tradeId])
}
