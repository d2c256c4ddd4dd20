import { cutToBytes } from '../text/text-bytes.ts'

/** One trait of a token, as its maker wrote it. */
export interface TokenTrait {
  readonly trait_type: string
  readonly value: string
}

/** Limits of one token's traits: their number, and the UTF-8 bytes of each name and value. */
export const TRAIT_LIMITS = { traits: 64, nameBytes: 100, valueBytes: 256 } as const

/**
 * Returns a token's traits from its metadata (`[{ trait_type, value }]`), else from its property map on chain (`{
 * name: value }`). Whatever has another shape is left out, and what is long is cut to {@link TRAIT_LIMITS}:
 * metadata is written by strangers.
 */
export function readTokenTraits(attributes: unknown, properties: unknown): readonly TokenTrait[] {
  const fromMetadata = Array.isArray(attributes) ? take(attributes, readAttribute) : []
  return fromMetadata.length > 0 ? fromMetadata : take(entriesOf(properties), readEntry)
}

/** Returns each trait once: some metadata says the same many times. */
export function distinctTraits(traits: readonly TokenTrait[]): readonly TokenTrait[] {
  return [...new Map(traits.map((trait) => [JSON.stringify([trait.trait_type, trait.value]), trait])).values()]
}

/** Parses the first readable ones, up to the limit. */
function take<Item>(items: readonly Item[], read: (item: Item) => TokenTrait | null): readonly TokenTrait[] {
  const traits: TokenTrait[] = []
  for (const item of items) {
    if (traits.length === TRAIT_LIMITS.traits) break
    const trait = read(item)
    if (trait !== null) traits.push(trait)
  }
  return traits
}

function readAttribute(item: unknown): TokenTrait | null {
  if (typeof item !== 'object' || item === null) return null
  const { trait_type: traitType, value } = item as Record<string, unknown>
  return typeof traitType === 'string' ? toTrait(traitType, value) : null
}

function entriesOf(properties: unknown): readonly (readonly [string, unknown])[] {
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? Object.entries(properties)
    : []
}

function readEntry([name, value]: readonly [string, unknown]): TokenTrait | null {
  return toTrait(name, value)
}

function toTrait(name: string, value: unknown): TokenTrait | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  const { nameBytes, valueBytes } = TRAIT_LIMITS
  return { trait_type: cutToBytes(name, nameBytes), value: cutToBytes(String(value), valueBytes) }
}
