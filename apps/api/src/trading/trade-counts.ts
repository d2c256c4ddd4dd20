/** Answers to those who asked for a trade since the start, by call; those that offered none by reason, too. */
export interface TradeCounts {
  /** @param reasons why none was offered; null where one was */
  note(call: string, reasons: readonly string[] | null): void
  readonly answers: readonly { readonly call: string; readonly offered: boolean; readonly count: number }[]
  readonly refusals: readonly { readonly call: string; readonly reason: string; readonly count: number }[]
}

/** Counts answers to those who asked for a trade. Calls and codes of reasons are few: nothing of a client is in them. */
export function createTradeCounts(): TradeCounts {
  const answers = new Map<string, { offered: number; refused: number }>()
  const refusals = new Map<string, { readonly call: string; readonly reason: string; count: number }>()
  return {
    note(call, reasons) {
      const answered = answers.get(call) ?? { offered: 0, refused: 0 }
      answers.set(call, answered)
      if (reasons === null) answered.offered += 1
      else answered.refused += 1
      for (const reason of new Set(reasons)) {
        const known = refusals.get(`${call} ${reason}`)
        if (known === undefined) refusals.set(`${call} ${reason}`, { call, reason, count: 1 })
        else known.count += 1
      }
    },
    // Both from the first on, so that a share can be told before there is one of each.
    get answers() {
      return [...answers].flatMap(([call, { offered, refused }]) => [
        { call, offered: true, count: offered },
        { call, offered: false, count: refused },
      ])
    },
    get refusals() {
      return [...refusals.values()]
    },
  }
}
