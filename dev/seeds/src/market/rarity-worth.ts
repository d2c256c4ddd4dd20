import type { DemoCollection } from '../art/demo-collection.ts'
import { traitsOf } from '../art/token-art.ts'

/**
 * What each token's traits make it worth, in floors, by number from 1. Most are worth one floor; the rarest twentieth
 * climbs steeply. Rarity is the information content of a token's traits within the collection.
 */
export function worthOfTokens(collection: DemoCollection): readonly number[] {
  const traits = Array.from({ length: collection.supply }, (_, index) => traitsOf(collection, index + 1))
  const counts = new Map<string, number>()
  const keysOf = (index: number): readonly string[] =>
    collection.style.traits.map(({ name }) => `${name}=${traits[index]?.[name] ?? ''}`)
  traits.forEach((_, index) => {
    for (const key of keysOf(index)) counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  const scores = traits.map((_, index) =>
    keysOf(index).reduce((sum, key) => sum - Math.log2((counts.get(key) ?? 1) / collection.supply), 0),
  )
  const order = scores.map((_, index) => index).sort((a, b) => (scores[a] as number) - (scores[b] as number))
  const worth = new Array<number>(collection.supply).fill(1)
  order.forEach((token, rank) => {
    const quantile = rank / Math.max(1, collection.supply - 1)
    worth[token] = 1 + 0.25 * quantile ** 2 + 2.8 * quantile ** 24
  })
  return worth
}
