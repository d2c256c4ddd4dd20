import { createRandom } from '../random.ts'
import type { Traits } from './art-style.ts'
import type { DrawnCollection } from './demo-collection.ts'

/** Returns traits of token `n` (from 1), the same every time. */
export function traitsOf(collection: DrawnCollection, n: number): Traits {
  const random = createRandom(`${collection.slug}/traits/${n}`)
  const traits: Record<string, string> = {}
  for (const type of collection.style.traits) {
    if (type.presence !== undefined && !random.chance(type.presence)) continue
    traits[type.name] = random.weighted(type.values).value
  }
  return traits
}

/** Returns the image of token `n`, the same every time. */
export function drawToken(collection: DrawnCollection, n: number): string {
  return collection.style.render(traitsOf(collection, n), createRandom(`${collection.slug}/picture/${n}`))
}

/** Returns the name of the nth token of a collection. */
export function tokenName(collection: DrawnCollection, n: number): string {
  return `${collection.itemName} #${n}`
}
