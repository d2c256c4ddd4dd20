import type { Random } from '../random.ts'

/** Trait type to value. A type that is missing means that the token does not have it. */
export type Traits = Readonly<Record<string, string>>

/** One value that a trait can take. */
export interface TraitValue {
  readonly value: string
  /** Frequency, relative to its siblings. */
  readonly weight: number
}

export interface TraitType {
  readonly name: string
  readonly values: readonly TraitValue[]
  /** Probability that a token has this trait at all; 1 when left out. */
  readonly presence?: number
}

/** A way to draw: what varies, and how that looks. */
export interface ArtStyle {
  readonly traits: readonly TraitType[]
  /**
   * Draws one token. The traits decide what is seen; `random` only where exactly.
   * @returns a whole SVG document, 640 by 640
   */
  readonly render: (traits: Traits, random: Random) => string
}

/** Side of every image in its own units. */
export const CANVAS = 640

/** Trait values from a record of value to weight. */
export function values(weights: Readonly<Record<string, number>>): readonly TraitValue[] {
  return Object.entries(weights).map(([value, weight]) => ({ value, weight }))
}

/**
 * Returns a trait that must be there: the style's own table says so.
 * @throws RangeError naming it when it is not.
 */
export function trait(traits: Traits, name: string): string {
  const value = traits[name]
  if (value === undefined) throw new RangeError(`trait ${name} is missing`)
  return value
}

/**
 * Returns the entry of a table that a trait's value names.
 * @throws RangeError when the table lacks it.
 */
export function byTrait<Entry>(table: Readonly<Record<string, Entry>>, traits: Traits, name: string): Entry {
  const entry = table[trait(traits, name)]
  if (entry === undefined) throw new RangeError(`no entry for ${name} ${traits[name]}`)
  return entry
}
