import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { openTrade } from '../../../app/commands.ts'
import type { Traded } from '../../../entities/order/trade-request.ts'
import { formatCount } from '../../../shared/format/number.ts'
import { dockedBar } from '../../../shared/hooks/docked-bar.ts'
import { isTyping } from '../../../shared/hooks/shortcuts-on.ts'
import { FundedSum } from '../rows/funded-sum.tsx'
import type { SelectRest } from '../rows/use-select-rest.ts'
import type { SelectionAction } from './selection-actions.ts'
import styles from './selection-bar.module.css'

export interface SelectionBarProps {
  /** Number of selected rows. */
  selected: number
  /** The rows in words. */
  things?: 'items' | 'bids'
  /** Octas of the selected rows together; absent where they have none. */
  sum?: bigint | undefined
  /** Octas of the sum that are funded; null or absent where nothing limits them. */
  funded?: bigint | null
  /** Name of the sum; absent where it is of the rows' prices. */
  sumLabel?: string
  /** Number of all rows; absent where it is unknown. */
  total?: number | undefined
  /** The rows that are not loaded yet, where all others are selected. */
  rest?: SelectRest | null
  actions: readonly SelectionAction[]
  /** A control after the actions. */
  more?: ReactNode
  /** Called when some of the selected rows were traded: the others stay selected. */
  onTraded(traded: Traded): void
  onClear(): void
}

/** Shows the actions for selected rows, the first one accented. Escape clears the selection. */
export function SelectionBar(props: SelectionBarProps) {
  const {
    selected,
    things = 'items',
    sum,
    funded,
    sumLabel,
    total,
    rest = null,
    actions,
    more,
    onTraded,
    onClear,
  } = props
  useEscape(onClear)
  return (
    <div ref={dockedBar} className={styles.bar} role="toolbar" aria-label={`Selected ${things}`}>
      <p className={styles.count} role="status">
        <strong>{formatCount(selected)}</strong>
        {rest !== null && (total === undefined ? ' that are loaded' : ` of ${formatCount(total)}`)} selected
        {sum !== undefined && (
          <span className={styles.sum}>
            {sumLabel} <FundedSum total={sum} funded={funded} />
          </span>
        )}
        {selected > MAX_TRADE_ITEMS && (
          <span className={styles.note}>
            up to {MAX_TRADE_ITEMS} {things} per transaction: each action uses the first ones
          </span>
        )}
      </p>
      {rest !== null && (
        <Button size="sm" variant="ghost" busy={rest.isLoading} onClick={rest.select}>
          {total === undefined ? 'Select the rest' : `Select all ${formatCount(total)}`}
        </Button>
      )}
      <div className={styles.actions}>
        {actions.map(({ id, label, request }, at) => (
          <Button
            key={id}
            variant={at === 0 ? 'primary' : 'secondary'}
            onClick={() =>
              openTrade({ ...request, onSettled: (outcome, traded) => outcome === 'confirmed' && onTraded(traded) })
            }
          >
            {label}
          </Button>
        ))}
        {more}
      </div>
      <IconButton label="Clear the selection" onClick={onClear}>
        <X />
      </IconButton>
    </div>
  )
}

/** Handles Escape where neither an open layer nor a field uses it. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) onEscape()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
