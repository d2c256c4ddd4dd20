import type { TraitKind, TraitValue } from '@opal/contract/token-filter'
import { Button } from '@opal/ui/controls/button'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '../../lib/format/number.ts'
import { useSite } from '../../lib/site.tsx'
import { keepOrder } from './keep-order.ts'
import { type TraitChoice, toggleChoice } from './trait-choice.ts'
import styles from './trait-filters.module.css'
import { TraitValueRow } from './trait-value-row.tsx'
import { traitValuesQuery } from './traits-query.ts'

/** Values shown before one asks for all. */
const FIRST_VALUES = 8

export interface TraitKindFilterProps {
  collectionId: string
  kind: TraitKind
  /** Those that the search leaves. */
  values: readonly TraitValue[]
  /** What is searched for; empty for nothing. */
  text: string
  choices: readonly TraitChoice[]
  onChoose(choices: readonly TraitChoice[]): void
}

/** One kind of trait, folded until it is opened, searched or chosen from. */
export function TraitKindFilter(props: TraitKindFilterProps) {
  const { kind, text, choices } = props
  const chosen = choices.filter(({ type }) => type === kind.trait_type).length
  const [opened, setOpened] = useState(chosen > 0)
  const isOpen = opened || text !== ''
  return (
    <div className={styles.kind}>
      <h3>
        <button
          type="button"
          className={styles.kindButton}
          aria-expanded={isOpen}
          onClick={() => setOpened((before) => !before)}
        >
          <ChevronRight className={styles.chevron} aria-hidden="true" />
          <span className={styles.kindName}>{kind.trait_type}</span>
          {chosen > 0 && <span className={styles.chosen}>{chosen} on</span>}
          <span className={styles.count}>{formatCount(kind.valueCount)}</span>
        </button>
      </h3>
      {isOpen && <Values {...props} />}
    </div>
  )
}

function Values({ collectionId, kind, values, text, choices, onChoose }: TraitKindFilterProps) {
  const [all, setAll] = useState(false)
  const partial = kind.valueCount > kind.values.length
  const searched = useQuery({
    ...traitValuesQuery(useSite().api, collectionId, kind.trait_type, text),
    enabled: partial && text !== '' && values.length === 0,
  })
  const found = values.length > 0 ? values : text === '' ? [] : (searched.data ?? [])
  const seen = useRef(kind.values.map(({ value }) => value))
  const known = keepOrder(seen.current, found, ({ value }) => value)
  const shown = all ? known : known.slice(0, FIRST_VALUES)
  return (
    <>
      <ul className={styles.values} aria-label={kind.trait_type}>
        {shown.map((value) => (
          <TraitValueRow
            key={value.value}
            type={kind.trait_type}
            value={value}
            choices={choices}
            onToggle={(not) => onChoose(toggleChoice(choices, { type: kind.trait_type, value: value.value, not }))}
          />
        ))}
      </ul>
      {known.length === 0 && !searched.isFetching && <p className={styles.note}>No such value.</p>}
      {known.length > shown.length && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          Show {known.length - shown.length} more
        </Button>
      )}
      {all && partial && text === '' && (
        <p className={styles.note}>{formatCount(kind.valueCount - known.length)} rarer values are found by search.</p>
      )}
    </>
  )
}
