import { seededFractions } from '@opal/domain/testing/seeded-fractions'

/** Chooses one of some items; undefined where there are none. */
export type Random = <Item>(items: readonly Item[]) => Item

/** Returns true once in so many draws. */
export function oneIn(chances: number, random: Random): boolean {
  return random(Array.from({ length: chances }, (_, position) => position)) === 0
}

/** Chooses among items, always alike for a seed. */
export function randomOf(seed: number): Random {
  const fraction = seededFractions(seed)
  return (items) => items[Math.floor(fraction() * items.length)] as (typeof items)[number]
}
