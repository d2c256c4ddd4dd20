/** One trait of a token, as its maker wrote it. */
export interface TokenTrait {
  readonly trait_type: string
  readonly value: string
}

/** Most traits one token may have. */
const MAX_TRAITS = 200

/**
 * A token's traits from its metadata (`[{ trait_type, value }]`), else from its property map on chain (`{ name: value }`).
 * Whatever has another shape is left out: metadata is written by strangers.
 */
export function readTokenTraits(attributes: unknown, properties: unknown): readonly TokenTrait[] {
  const fromMetadata = Array.isArray(attributes) ? attributes.flatMap(readAttribute) : []
  const all = fromMetadata.length > 0 ? fromMetadata : readProperties(properties)
  return all.slice(0, MAX_TRAITS)
}

function readAttribute(item: unknown): TokenTrait[] {
  if (typeof item !== 'object' || item === null) return []
  const { trait_type: traitType, value } = item as Record<string, unknown>
  return typeof traitType === 'string' && isPlain(value) ? [{ trait_type: traitType, value: String(value) }] : []
}

function readProperties(properties: unknown): TokenTrait[] {
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return []
  return Object.entries(properties).flatMap(([name, value]) =>
    isPlain(value) ? [{ trait_type: name, value: String(value) }] : [],
  )
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
