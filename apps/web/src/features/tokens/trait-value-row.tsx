import type { TraitValue } from '@opal/contract/token-filter'
import { Ban, Check } from 'lucide-react'
import { formatCountShort } from '../../lib/format/number.ts'
import { Price } from '../../lib/price.tsx'
import { choiceOf, type TraitChoice } from './trait-choice.ts'
import styles from './trait-filters.module.css'

export interface TraitValueRowProps {
  type: string
  value: TraitValue
  choices: readonly TraitChoice[]
  /** The value is asked for, or refused; again to take it back. */
  onToggle(not: boolean): void
}

/** One value: a box to ask for it, how many have it, what the cheapest costs, and a button to leave them out. */
export function TraitValueRow({ type, value, choices, onToggle }: TraitValueRowProps) {
  const choice = choiceOf(choices, type, value.value)
  return (
    <li className={styles.value} data-choice={choice} data-none={value.count === 0 || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: the row is the box, with figures inside it. */}
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
        <span className={styles.name} title={value.value}>
          {value.value === '' ? 'Empty' : value.value}
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
        aria-label={`Not ${type} ${value.value}`}
        title={choice === 'refused' ? 'Left out. Press to allow again.' : 'Leave these out'}
        onClick={() => onToggle(true)}
      >
        <Ban className={styles.ban} aria-hidden="true" />
      </button>
    </li>
  )
}
