/** Number of answers to requests for a trade since the start, by call; of answers that offer none, also by reason. */
export interface TradeCounts {
  /** @param reasons why none was offered; null where one was */
  note(call: string, reasons: readonly string[] | null): void
  readonly answers: readonly { readonly call: string; readonly offered: boolean; readonly count: number }[]
  readonly refusals: readonly { readonly call: string; readonly reason: string; readonly count: number }[]
}

/** Reason that an alert asks for. */
const NODE_UNAVAILABLE = 'node-unavailable'

/**
 * Counts answers to those who asked for a trade. Codes of reasons are few: nothing of a client is in them.
 * @param calls all that answer with a trade. They, and the reason that an alert asks for, are counted from zero: a rate is known of the first answer
 * only where there was a count before.
 */
export function createTradeCounts(calls: readonly string[]): TradeCounts {
  const answers = new Map(calls.map((call) => [call, { offered: 0, refused: 0 }]))
  const refusals = new Map<string, { readonly call: string; readonly reason: string; count: number }>(
    calls.map((call) => [`${call} ${NODE_UNAVAILABLE}`, { call, reason: NODE_UNAVAILABLE, count: 0 }]),
  )
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
