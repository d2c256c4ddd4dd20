import type { PortfolioToken } from '@opal/contract/portfolio'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { X } from 'lucide-react'
import { useSite } from '../../lib/site.tsx'
import { openTrade } from '../../lib/trade-request.ts'
import { MAX_SELECTED, selectionActions } from './selection-actions.ts'
import styles from './selection-bar.module.css'

export interface SelectionBarProps {
  items: readonly PortfolioToken[]
  onClear(): void
}

/** What can be done with the ticked items, at the foot of the window. @source docs/product/portfolio-and-pnl.md#selection */
export default function SelectionBar({ items, onClear }: SelectionBarProps) {
  const { marketplaces } = useSite()
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected items">
      <p className={styles.count} role="status">
        <strong>{items.length}</strong> selected
        {items.length > MAX_SELECTED && (
          <span className={styles.note}>one transaction takes {MAX_SELECTED}: the first of each kind</span>
        )}
      </p>
      <div className={styles.actions}>
        {selectionActions(items, marketplaces).map(({ id, words, count, request }) => (
          <Button
            key={id}
            variant={id === 'list' ? 'primary' : 'secondary'}
            disabled={request === null}
            onClick={() => {
              if (request === null) return
              openTrade({ ...request, onSettled: (outcome) => outcome === 'confirmed' && onClear() })
            }}
          >
            {words}
            {count > 0 && ` ${count}`}
          </Button>
        ))}
      </div>
      <IconButton label="Clear the selection" onClick={onClear}>
        <X />
      </IconButton>
    </div>
  )
}
