import { createRandom } from '../../random.ts'
import type { CollectionMarket, Participant } from '../market-state.ts'

/** Share of people whom the least and the most popular collection attract. */
const PUBLIC = [0.22, 0.6] as const
/** Attraction of a collection for traders outside its public: never zero. */
const PASSER_BY = 0.02
/** Lowest attraction of any collection for the accounts that visitors play. */
const PLAYED_LEAST = 0.25

/**
 * Returns a trader's taste: each collection has a public of its own, so owners differ from one to the next. The same name always
 * has the same taste.
 * @param isPlayed whether visitors play them.
 */
export function tasteOf(name: string, isPlayed: boolean): (slug: string) => number {
  const known = new Map<string, number>()
  return (slug) => {
    const attraction = known.get(slug) ?? attractionOf(name, slug)
    known.set(slug, attraction)
    return isPlayed ? Math.max(PLAYED_LEAST, attraction) : attraction
  }
}

function attractionOf(name: string, slug: string): number {
  const share = createRandom(`public/${slug}`).between(...PUBLIC)
  const random = createRandom(`taste/${slug}/${name}`)
  return random.chance(share) ? 0.15 + 2 * random.next() ** 2 : PASSER_BY
}

/** Returns how much a market's collection attracts someone. */
export function attraction({ demo }: CollectionMarket, { taste }: Participant): number {
  return taste === undefined ? 1 : taste(demo.slug)
}
