import type { TraitKind, TraitValue } from '@opal/contract/collections/traits'
import { Button } from '@opal/ui/controls/button'
import { useQuery } from '@tanstack/react-query'
import { Ban, Check, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import { choiceOf, type TraitChoice, toggleChoice } from '../../../entities/token/trait-choice.ts'
import { traitValueLabel } from '../../../entities/token/trait-value-label.ts'
import { Price } from '../../../shared/components/price.tsx'
import { formatCount, formatCountShort } from '../../../shared/format/number.ts'
import styles from './trait-filters.module.css'
import { TraitsFailed } from './traits-failed.tsx'
import { traitValuesQuery } from './traits-query.ts'

/** Values that are shown before all are requested. */
const FIRST_VALUES = 8

export interface TraitKindFilterProps {
  collectionId: string
  kind: TraitKind
  /** Values that match the search. */
  values: readonly TraitValue[]
  /** Search text; empty for none. */
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
          <span className={styles.kindName} title={kind.trait_type} dir="auto">
            {kind.trait_type}
          </span>
          {chosen > 0 ? (
            <span className={styles.chosen}>
              {chosen} of {formatCount(kind.valueCount)}
            </span>
          ) : (
            <span className={styles.count}>{formatCount(kind.valueCount)}</span>
          )}
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
    enabled: partial && text !== '',
  })
  const rarer = text === '' ? [] : (searched.data ?? []).filter((one) => isRarer(one, values, text))
  const found = [...values, ...rarer]
  const seen = useRef(kind.values.map(({ value }) => value))
  const known = keepOrder(seen.current, found, ({ value }) => value)
  const isChosen = ({ value }: TraitValue) => choiceOf(choices, kind.trait_type, value) !== 'open'
  const shown = known.filter((value, at) => all || at < FIRST_VALUES || isChosen(value))
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
      {known.length === 0 && !searched.isFetching && !searched.isError && (
        <p className={styles.note}>No matching value.</p>
      )}
      {searched.isError && !searched.isFetching && (
        <TraitsFailed sentence="Couldn’t search all values." onRetry={() => void searched.refetch()} />
      )}
      {known.length > shown.length && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          Show {known.length - shown.length} more
        </Button>
      )}
      {all && partial && text === '' && <p className={styles.note}>{rarerNote(kind.valueCount - known.length)}</p>}
    </>
  )
}

/** Returns whether a value is found besides those that came with the list. Results of the text before are shown until those of this one come. */
function isRarer({ value }: TraitValue, listed: readonly TraitValue[], text: string): boolean {
  return matchesText(value, text) && !listed.some((one) => one.value === value)
}

/** Returns whether a text has a part, upper and lower case alike. */
export function matchesText(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase())
}

function rarerNote(count: number): string {
  return count === 1 ? '1 rarer value: search to find it.' : `${formatCount(count)} rarer values: search to find them.`
}

export interface TraitValueRowProps {
  type: string
  value: TraitValue
  choices: readonly TraitChoice[]
  /** Wants or excludes the value; a second call removes the choice. */
  onToggle(not: boolean): void
}

/** One value: a checkbox, its count and floor, and a button that excludes it. */
function TraitValueRow({ type, value, choices, onToggle }: TraitValueRowProps) {
  const choice = choiceOf(choices, type, value.value)
  return (
    <li className={styles.value} data-choice={choice} data-none={value.count === 0 || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: the row is the box, with metrics inside it. */}
      <button
        type="button"
        role="checkbox"
        aria-checked={choice === 'wanted'}
        className={styles.want}
        onClick={() => onToggle(false)}
      >
        <span className={styles.box} aria-hidden="true">
          {choice === 'wanted' && <Check className={styles.tick} />}
        </span>
        <span className={styles.name} title={value.value} dir="auto">
          {traitValueLabel(value.value)}
        </span>
        <span className={styles.count}>{formatCountShort(value.count)}</span>
        <span className={styles.floor}>
          <Price octas={value.floorPrice} />
        </span>
      </button>
      <button
        type="button"
        className={styles.refuse}
        aria-pressed={choice === 'refused'}
        aria-label={`Not ${type} ${traitValueLabel(value.value)}`}
        title={choice === 'refused' ? 'Excluded. Click to allow again.' : 'Exclude'}
        onClick={() => onToggle(true)}
      >
        <Ban className={styles.ban} aria-hidden="true" />
      </button>
    </li>
  )
}

/**
 * Keeps rows in the order in which they were first shown, new ones last, so that they do not move under the pointer when counts
 * change.
 */
export function keepOrder<Row>(
  seen: readonly string[],
  rows: readonly Row[],
  key: (row: Row) => string,
): readonly Row[] {
  const place = new Map(seen.map((name, index) => [name, index]))
  return rows.toSorted((a, b) => (place.get(key(a)) ?? seen.length) - (place.get(key(b)) ?? seen.length))
}
