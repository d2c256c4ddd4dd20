import type { TraitKind, TraitValue } from '@opal/contract/collections/traits'
import { TextField } from '@opal/ui/controls/text-field'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import type { TraitChoice } from '../../../entities/token/trait-choice.ts'
import { countFilters } from '../items-view.ts'
import groupStyles from './filter-group.module.css'
import type { ItemFiltersProps } from './item-filters.tsx'
import styles from './trait-filters.module.css'
import { matchesText, TraitKindFilter } from './trait-kind-filter.tsx'
import { TraitsFailed } from './traits-failed.tsx'
import { traitsQuery } from './traits-query.ts'

/** Traits with how many tokens have each value and what the cheapest costs, under all other filters. */
export function TraitFilters(props: ItemFiltersProps) {
  const { view, onViewChange } = props
  const { collectionId } = props.collection
  const [text, setText] = useState('')
  const traits = useQuery(traitsQuery(useSite().api, collectionId, view))
  if (traits.isPending) return <Skeleton height="240px" />
  if (traits.data === undefined)
    return <TraitsFailed sentence="Couldn’t load traits." onRetry={() => void traits.refetch()} />
  const kinds = withChosen(traits.data, view.traits)
  // A name filter alone does not need this section.
  if (kinds.length === 0 && countFilters({ ...view, name: '' }) === 0) return null
  const matched = matchTraits(kinds, text)
  return (
    <section className={groupStyles.group} aria-label="Traits" aria-busy={traits.isFetching}>
      <h2 className={groupStyles.title}>Traits</h2>
      {kinds.length > 0 && (
        <TextField
          label="Search traits"
          hideLabel
          type="search"
          placeholder="Search traits"
          maxLength={100}
          lead={<Search aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {traits.data.length === 0 && <p className={styles.note}>No items match these filters.</p>}
      {kinds.length > 0 && matched.length === 0 && <p className={styles.note}>No trait has “{text.trim()}”.</p>}
      {matched.map(({ kind, values }) => (
        <TraitKindFilter
          key={kind.trait_type}
          collectionId={collectionId}
          kind={kind}
          values={values}
          text={text.trim()}
          choices={view.traits}
          onChoose={(choices) => onViewChange({ ...view, traits: choices })}
        />
      ))}
    </section>
  )
}

/**
 * Adds the chosen values that no item has under the other filters, so that each choice can be taken back where it was made. A kind with
 * more values than the list contains may have others than those.
 */
export function withChosen(kinds: readonly TraitKind[], choices: readonly TraitChoice[]): readonly TraitKind[] {
  const all = new Map(kinds.map((kind) => [kind.trait_type, kind]))
  for (const { type, value } of choices) {
    const { valueCount, values } = all.get(type) ?? { valueCount: 0, values: [] }
    if (valueCount > values.length || values.some((one) => one.value === value)) continue
    const none = { value, count: 0, floorPrice: null }
    all.set(type, { trait_type: type, valueCount: valueCount + 1, values: [...values, none] })
  }
  return [...all.values()]
}

/** A kind with the values that match a search. */
export interface MatchedKind {
  readonly kind: TraitKind
  readonly values: readonly TraitValue[]
}

/** Kinds whose name has the text, with all their values, and kinds with such values, with those. */
export function matchTraits(kinds: readonly TraitKind[], text: string): readonly MatchedKind[] {
  return kinds.flatMap((kind) => {
    if (text.trim() === '' || matchesText(kind.trait_type, text)) return [{ kind, values: kind.values }]
    const values = kind.values.filter(({ value }) => matchesText(value, text))
    // A kind with more values than the list contains searches them itself.
    return values.length > 0 || kind.valueCount > kind.values.length ? [{ kind, values }] : []
  })
}
