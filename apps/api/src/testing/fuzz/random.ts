import { seededFractions } from '@opal/domain/testing/seeded-fractions'

/** Random numbers that a seed repeats exactly. */
export class Random {
  /** Returns the next number from 0 to before 1. */
  readonly fraction: () => number

  constructor(seed: number) {
    this.fraction = seededFractions(seed)
  }

  /** A whole number from `min` to `max`, both possible. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.whole(0, values.length - 1)] as Value
  }
}
