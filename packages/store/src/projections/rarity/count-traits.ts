import { distinctTraits, type TokenTrait } from '@opal/domain/tokens/token-traits'
import { toStorableJson } from '../../driver/storable-text.ts'

/** Limits beyond which values are not counted here; a reader then counts them from the collection. */
const MAX_VALUES = 20_000
const MAX_BYTES = 1_000_000

/**
 * Counts the tokens with each value of each trait, as JSON `{ trait: { value: tokens } }`; null where there are
 * too many values. Repeated values of a token count once.
 */
export function countTraits(tokens: Iterable<readonly TokenTrait[]>): string | null {
  const counts = new Map<string, Map<string, number>>()
  let size = 0
  let bytes = 0
  for (const traits of tokens) {
    for (const { trait_type: trait, value } of distinctTraits(traits)) {
      const values = counts.get(trait) ?? new Map<string, number>()
      const count = values.get(value) ?? 0
      if (count === 0) {
        size += 1
        bytes += Buffer.byteLength(value)
      }
      if (size > MAX_VALUES || bytes > MAX_BYTES) return null
      counts.set(trait, values.set(value, count + 1))
    }
  }
  return toStorableJson(Object.fromEntries([...counts].map(([trait, values]) => [trait, Object.fromEntries(values)])))
}
