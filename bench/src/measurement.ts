/** A measurement and the limit of the same machine in the same run. */
export interface Measurement {
  /** `benchmark.what.how`. */
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The least work that could give the same answer, in the same unit; null where the measurement is itself such a limit. */
  readonly limit: number | null
  /** Share of the limit that is reached: value by limit for rates, limit by value for times and sizes. */
  readonly ratio: number | null
  /** Required ratio. */
  readonly goal: number | null
  readonly met: boolean | null
  /** Further measured values by name. */
  readonly details?: Readonly<Record<string, number>>
}

interface Measured {
  readonly name: string
  readonly value: number
  readonly unit: string
}

/** Returns a measurement without a goal: a limit, or one that explains another. */
export function plainMeasurement({ name, value, unit }: Measured): Measurement {
  return { name, value: rounded(value), unit, limit: null, ratio: null, goal: null, met: null }
}

/** Returns a measurement of which more is better. */
export function rateMeasurement(measured: Measured, limit: number, goal: number): Measurement {
  return judged(measured, limit, measured.value / limit, goal)
}

/** Returns a measurement of which less is better, such as a time or memory. */
export function costMeasurement(measured: Measured, limit: number, goal: number): Measurement {
  return judged(measured, limit, limit / measured.value, goal)
}

function judged({ name, value, unit }: Measured, limit: number, ratio: number, goal: number): Measurement {
  const places = { value: rounded(value), limit: rounded(limit), ratio: rounded(ratio), goal: rounded(goal) }
  return { name, unit, ...places, met: ratio >= goal }
}

/** Returns the one of some measurements of a thing that is furthest from its limit, with all that was measured of it. */
export function worstMeasurement(
  measurements: readonly [Measurement, ...Measurement[]],
  details: Readonly<Record<string, number>>,
): Measurement {
  const worst = measurements.reduce((one, other) => ((other.ratio ?? 0) < (one.ratio ?? 0) ? other : one))
  return {
    ...worst,
    details: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, rounded(value)])),
  }
}

/** Four digits are more than the precision of such measurements. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
