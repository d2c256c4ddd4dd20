/** Trades that were not offered since the start, by call and reason. */
export interface RefusedTrades {
  note(call: string, reasons: readonly string[]): void
  readonly counts: readonly { readonly call: string; readonly reason: string; readonly count: number }[]
}

/** Counts trades that are not offered. Calls and codes of reasons are few: nothing of a client is in them. */
export function createRefusedTrades(): RefusedTrades {
  const counts = new Map<string, { readonly call: string; readonly reason: string; count: number }>()
  return {
    note(call, reasons) {
      for (const reason of new Set(reasons)) {
        const known = counts.get(`${call} ${reason}`)
        if (known === undefined) counts.set(`${call} ${reason}`, { call, reason, count: 1 })
        else known.count += 1
      }
    },
    get counts() {
      return [...counts.values()]
    },
  }
}
