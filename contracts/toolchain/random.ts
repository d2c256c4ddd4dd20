/** Chooses one of some items; undefined where there are none. */
export type Random = <Item>(items: readonly Item[]) => Item

/** Returns true once in so many draws. */
export function oneIn(chances: number, random: Random): boolean {
  return random(Array.from({ length: chances }, (_, position) => position)) === 0
}

/** Chooses among items, always alike for a seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed
  return (items) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return items[Math.floor(fraction * items.length)] as (typeof items)[number]
  }
}
