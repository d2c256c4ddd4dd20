const MICROS_PER_DAY = 86_400_000_000

/** The market's own days: day 0 is the first day of history, its last day ends now. */
export class Calendar {
  readonly #endMicros: bigint
  /** Length of history in days. */
  readonly days: number

  constructor(endMicros: bigint, days: number) {
    this.#endMicros = endMicros
    this.days = days
  }

  /** Chain time of a day (a float). */
  microsAt(day: number): bigint {
    return this.#endMicros - BigInt(Math.floor((this.days - day) * MICROS_PER_DAY))
  }
}
