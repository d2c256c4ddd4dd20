import type { TraitKind, TraitValue } from '@opal/contract/token-filter'

/** A kind as far as a search leaves it. */
export interface MatchedKind {
  readonly kind: TraitKind
  readonly values: readonly TraitValue[]
}

/** Upper and lower case alike. */
function matchesText(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase())
}

/** Kinds whose name has the text, with all their values, and kinds with such values, with those. */
export function matchTraits(kinds: readonly TraitKind[], text: string): readonly MatchedKind[] {
  return kinds.flatMap((kind) => {
    if (text.trim() === '' || matchesText(kind.trait_type, text)) return [{ kind, values: kind.values }]
    const values = kind.values.filter(({ value }) => matchesText(value, text))
    // More values than came with the list: the search goes on in the kind itself.
    return values.length > 0 || kind.valueCount > kind.values.length ? [{ kind, values }] : []
  })
}
