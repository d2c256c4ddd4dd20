import { seededFractions } from '@opal/domain/testing/seeded-fractions'

/** Random choices that can be repeated: the same seed makes the same. */
export interface Dice {
  chance(probability: number): boolean
  /** Returns a whole number, both ends included. */
  between(least: number, most: number): number
  octas(least: bigint, most: bigint): bigint
  one<Thing>(things: readonly Thing[]): Thing
  /** Returns `count` different things, or all where there are fewer. */
  some<Thing>(things: readonly Thing[], count: number): readonly Thing[]
}

/** Creates the choices of a seed. */
export function createDice(seed: number): Dice {
  const next = seededFractions(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    chance: (probability) => next() < probability,
    between,
    octas: (least, most) => least + ((most - least) * BigInt(Math.floor(next() * 2 ** 30))) / 2n ** 30n,
    one(things) {
      const chosen = things[between(0, things.length - 1)]
      if (chosen === undefined) throw new Error('there is nothing to choose from')
      return chosen
    },
    some(things, count) {
      const left = [...things]
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(between(0, left.length - 1), 1),
      ).flat()
    },
  }
}
