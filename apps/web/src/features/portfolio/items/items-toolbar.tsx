import type { HeldTokensSort } from '@opal/contract/constants/held-tokens-sorts'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { Checkbox } from '@opal/ui/controls/checkbox'
import { IconButton } from '@opal/ui/controls/icon-button'
import { Segmented } from '@opal/ui/controls/segmented'
import { Select } from '@opal/ui/controls/select'
import { useChosen } from '@opal/ui/controls/use-chosen'
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useSite } from '../../../app/site.tsx'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { LayoutChoice } from '../../../shared/components/list-controls/layout-choice.tsx'
import { Mounted } from '../../../shared/components/mounted.tsx'
import { formatCounted } from '../../../shared/format/number.ts'
import { orderOf, type PortfolioView } from '../portfolio-view.ts'
import { PortfolioChips } from '../rows/portfolio-chips.tsx'
import type { Selection } from '../rows/use-selection.ts'
import styles from './items-toolbar.module.css'

// Only the table has columns to choose.
const ItemsColumnsButton = lazyPart(() => import('./items-columns-button.tsx'))

const SORTS: readonly { value: HeldTokensSort; label: string }[] = [
  { value: 'value', label: 'Value' },
  { value: 'collection', label: 'Collection' },
  { value: 'name', label: 'Name' },
  { value: 'rarity', label: 'Rarity' },
  { value: 'listed_price', label: 'List price' },
  { value: 'floor_distance', label: 'Distance to floor' },
  { value: 'listed_at', label: 'Listed for' },
  { value: 'last_sale', label: 'Last sale' },
  { value: 'acquired', label: 'Held for' },
]

export interface ItemsToolbarProps {
  view: PortfolioView
  onViewChange(view: PortfolioView, shown?: PortfolioView): void
  total: number | null
  /** Null where nothing can be ticked. */
  selection: Selection<PortfolioToken> | null
  lead: ReactNode
}

/** Filters, order and layout of the inventory; all but the layout live in the address. */
export function ItemsToolbar({ total, selection, lead, ...given }: ItemsToolbarProps) {
  const [view, onViewChange] = useChosen(given.view, given.onViewChange)
  const { preferences, marketplaces } = useSite()
  const available = marketplaces.filter(({ status }) => status !== 'absent')
  const isDown = view.order === 'desc'
  return (
    <div className={styles.toolbar}>
      {lead}
      {selection !== null && selection.allLabel !== null && preferences.holdings === 'grid' && (
        <Checkbox
          label={selection.allLabel}
          checked={selection.state === 'partial' ? 'partial' : selection.state === 'all'}
          onCheckedChange={selection.toggleAll}
        />
      )}
      <Segmented
        label="Which items"
        value={view.filter}
        onValueChange={(filter) => onViewChange({ ...view, filter })}
        options={[
          { value: 'all', content: 'All' },
          { value: 'listed', content: 'Listed' },
          { value: 'unlisted', content: 'Unlisted' },
        ]}
      />
      <span className={styles.total} role="status">
        {total === null ? '' : formatCounted(total, 'item')}
      </span>
      <PortfolioChips view={view} onViewChange={onViewChange} />
      <Select
        label="Listed on"
        value={view.marketplaces[0] ?? ''}
        onValueChange={(id) => onViewChange({ ...view, marketplaces: id === '' ? [] : [id] })}
        options={[
          { value: '', label: 'All marketplaces' },
          ...available.map(({ id, displayName }) => ({ value: id, label: `Listed on ${displayName}` })),
        ]}
      />
      <Select
        label="Sort by"
        value={view.sort}
        onValueChange={(sort) => onViewChange({ ...view, sort, order: orderOf(sort) })}
        options={SORTS}
      />
      <IconButton
        label={isDown ? 'Sort ascending' : 'Sort descending'}
        onClick={() => onViewChange({ ...view, order: isDown ? 'asc' : 'desc' })}
      >
        {isDown ? <ArrowDownWideNarrow /> : <ArrowUpNarrowWide />}
      </IconButton>
      {preferences.holdings === 'table' && (
        <span className={styles.columns}>
          <Mounted>
            <Suspense fallback={null}>
              <ItemsColumnsButton />
            </Suspense>
          </Mounted>
        </span>
      )}
      <LayoutChoice of="holdings" />
    </div>
  )
}
