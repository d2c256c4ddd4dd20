import { useEffect } from 'react'

/** Ids of the trades that an open dialog says the success of. */
const told = new Set<string>()

/** Returns whether an open dialog says that a trade succeeded: then no toast does. */
export function isToldByDialog(tradeId: string): boolean {
  return told.has(tradeId)
}

/** Has the dialog say the success of a submitted trade in place of the toast, until it is closed. @param tradeId null while there is none. */
export function useToldByDialog(tradeId: string | null): void {
  useEffect(() => {
    if (tradeId === null) return
    told.add(tradeId)
    return () => void told.delete(tradeId)
  }, [tradeId])
}
