/** Random numbers that a seed repeats exactly (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** In [0, 1). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
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
