import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import type { DemoCollection } from '../art/demo-collection.ts'
import { traitsOf } from '../art/token-art.ts'
import type { Random } from '../random.ts'

/** Returns APT as a person would type it: coarse steps, now and then just below a round number. Never below 0.05. */
export function typedPrice(apt: number, random: Random): bigint {
  const step = stepOf(apt)
  const steps = Math.max(1, Math.round(apt / step))
  const typed = Math.max(0.05, steps * step)
  const octas = octasOfApt(typed)
  return random.chance(0.15) && apt > 1 ? octas - OCTAS_PER_APT / 100n : octas
}

/** About a hundredth, so that a step is not a change of the market. */
function stepOf(apt: number): number {
  if (apt < 4) return 0.01
  if (apt < 15) return 0.05
  if (apt < 40) return 0.1
  return apt < 100 ? 0.25 : 0.5
}

/** Converts an amount of APT with up to three decimals, as it is written in a collection's description. */
export function octasOfApt(apt: number): bigint {
  return BigInt(Math.round(apt * 1_000)) * (OCTAS_PER_APT / 1_000n)
}

/** Returns octas as a float, for comparing with reference prices only. */
export function aptOf(octas: bigint): number {
  return Number(octas) / Number(OCTAS_PER_APT)
}

/**
 * Computes the worth of each token by its traits, in floors, by number from 1. Most are worth one floor; the
 * rarest twentieth climbs steeply. Rarity is the information content of a token's traits within the collection.
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
