import type { TokenSort } from '@opal/contract/constants/sorts'
import { IconButton } from '@opal/ui/controls/icon-button'
import { Select } from '@opal/ui/controls/select'
import { type CardSize, WindowGrid } from '@opal/ui/data/window-grid'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { PanelRight, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { withoutReload } from '../../app/failures/reload-on-missing-chunk.ts'
import { useSite } from '../../app/site.tsx'
import type { TradeCollection } from '../../entities/order/trade-request.ts'
import { ArtCardSkeleton, CAPTION_HEIGHTS } from '../../entities/token/art-card.tsx'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../../shared/components/lazy/missing-section.tsx'
import { LayoutChoice } from '../../shared/components/list-controls/layout-choice.tsx'
import { NewItemsButton } from '../../shared/components/list-controls/new-items-button.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { Mounted } from '../../shared/components/mounted.tsx'
import { NoResults } from '../../shared/components/no-results.tsx'
import { useSideSheets } from '../../shared/hooks/use-narrow.ts'
import { useOnMount } from '../../shared/hooks/use-on-mount.ts'
import type { EndlessList, ListFailure } from '../../shared/lists/endless-list.ts'
import type { ListStart } from '../../shared/lists/page-window.ts'
import type { FilterChipsProps } from './filters/filter-chips.tsx'
import { FiltersButton } from './filters/filters-button.tsx'
import type { ItemFiltersProps } from './filters/item-filters.tsx'
import { NameFilter } from './filters/name-filter.tsx'
import { itemTotalLabel } from './item-total.ts'
import styles from './items-panel.module.css'
import { countFilters, type ItemsView, withName, withoutFilters } from './items-view.ts'
import { newItemsLabel } from './live/pending-changes.ts'
import { useCardMotion } from './live/use-card-motion.ts'
import type { LiveItems } from './live/use-live-items.ts'
import { TokenCard } from './token-card.tsx'
import { useItemKeys } from './use-item-keys.ts'
// The server renders the chips and the table too, whose code is loaded later: their styles come with the page.
import '../../shared/components/list-controls/filter-chip.module.css'
import './filters/filter-chips.module.css'
import '@opal/ui/data/data-table.module.css'
import '@opal/ui/data/table/columns.module.css'
import '../../entities/token/item-line.module.css'
import '../../entities/wallet/wallet-name.module.css'
import './token-columns.module.css'

// The filters load after the first paint.
const ItemFilters = lazyPart<ItemFiltersProps>(
  () => import('./filters/item-filters.tsx').then((module) => ({ default: module.ItemFilters })),
  MissingSection,
)
// So do the chips, which the server renders where the address has filters: preloaded for the first filter that is chosen.
const loadChips = () => import('./filters/filter-chips.tsx').then((module) => ({ default: module.FilterChips }))
const FilterChips = lazyPart<FilterChipsProps>(loadChips)
const Picking = lazyPart(() => import('./pick/picking.tsx'))
// Most read the grid. For those who chose the table it is under way before the page is hydrated.
const loadTable = () => import('./items-table.tsx')
const ItemsTable = lazyPart(loadTable, MissingSection)
if (typeof document !== 'undefined' && document.cookie.includes('opal.view=table')) void loadTable().catch(() => {})
// Only the table has columns to choose.
const ItemsColumnsButton = lazyPart(() => import('./items-columns-button.tsx'))

const SORTS: readonly { readonly value: TokenSort; readonly label: string }[] = [
  { value: 'price_asc', label: 'Price: low to high' },
  { value: 'price_desc', label: 'Price: high to low' },
  { value: 'listed_desc', label: 'Recently listed' },
  { value: 'last_sale_desc', label: 'Recently sold' },
  { value: 'rarity_asc', label: 'Rarest first' },
  { value: 'rarity_desc', label: 'Most common first' },
  { value: 'name_asc', label: 'Name' },
]

export interface ItemsPanelProps extends ListStart, Omit<EndlessList<unknown>, 'rows'>, ListFailure {
  collection: TradeCollection
  supply: number
  view: ItemsView
  onViewChange(view: ItemsView, shown?: ItemsView): void
  live: LiveItems
  /** All that match; null while unknown. */
  total: number | null
  /** The activity rail; null where it is hidden. */
  rail: ReactNode
}

/** A collection's items: filters left, results right, as grid or table. */
export function ItemsPanel(props: ItemsPanelProps) {
  const { collection, view, onViewChange, rail, total } = props
  const { preferences } = useSite()
  const inSheet = useSideSheets()
  useCardMotion(props.live.frame, collection.collectionId)
  useItemKeys()
  useOnMount(() => void loadChips().catch(withoutReload))
  const filters = (
    <Mounted fallback={<FiltersSkeleton />}>
      <Suspense fallback={<FiltersSkeleton />}>
        <ItemFilters collection={collection} view={view} onViewChange={onViewChange} supply={props.supply} />
      </Suspense>
    </Mounted>
  )
  return (
    <div className={styles.panel} data-rail={rail !== null || undefined} data-filters={preferences.filters}>
      <aside className={styles.aside} aria-label="Filters">
        {!inSheet && filters}
      </aside>
      <div className={styles.main}>
        <Toolbar view={view} onViewChange={onViewChange} total={total} inSheet={inSheet} filters={filters} />
        {countFilters(view) > 0 && (
          <Suspense fallback={null}>
            <FilterChips collection={collection} total={total} view={view} onViewChange={onViewChange} />
          </Suspense>
        )}
        <div ref={props.live.frame} data-items="">
          <Mounted>
            <Suspense fallback={null}>
              <Picking frame={props.live.frame} tokens={props.live.items} skipped={props.skipped} />
            </Suspense>
          </Mounted>
          <NewItemsButton label={newItemsLabel(props.live)} onShow={props.live.showPending} />
          <Results
            {...props}
            layout={preferences.mode === 'pro' ? preferences.view : 'grid'}
            cards={preferences.mode === 'pro' ? preferences.cards : 'l'}
          />
        </div>
      </div>
      {rail !== null && (
        <aside className={styles.rail} aria-label="Activity">
          {rail}
        </aside>
      )}
    </div>
  )
}

/** Heights of the filters in their order: listed only, price, rarity, marketplace, three kinds of traits, number. */
const FILTER_HEIGHTS = ['24px', '64px', '100px', '60px', '40px', '40px', '40px', '36px']

function FiltersSkeleton() {
  return (
    <div className={styles.filtersSkeleton}>
      {FILTER_HEIGHTS.map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move.
        <Skeleton key={at} height={height} />
      ))}
    </div>
  )
}

interface ToolbarProps extends Pick<ItemsPanelProps, 'view' | 'onViewChange' | 'total'> {
  inSheet: boolean
  filters: ReactNode
}

/** Toolbar with name filter, order, layout and side panels. */
function Toolbar({ view, onViewChange, total, inSheet, filters }: ToolbarProps) {
  const { preferences, setPreference } = useSite()
  const hasFilters = preferences.filters === 'shown'
  const hasRail = preferences.rail === 'shown'
  const isPro = preferences.mode === 'pro'
  return (
    <div className={styles.toolbar}>
      <span className={styles.sheetButton}>
        <FiltersButton count={countFilters(view)} total={total} inSheet={inSheet}>
          {filters}
        </FiltersButton>
      </span>
      <span className={styles.asideButton}>
        <IconButton
          label={hasFilters ? 'Hide filters' : 'Show filters'}
          onClick={() => setPreference('filters', hasFilters ? 'hidden' : 'shown')}
        >
          <SlidersHorizontal />
        </IconButton>
      </span>
      <NameFilter value={view.name} onChange={(name) => onViewChange(withName(view, name))} />
      <span className={styles.total} role="status">
        {total === null ? '' : itemTotalLabel(total)}
      </span>
      <Select
        label="Sort by"
        value={view.sort}
        onValueChange={(sort, shown) => onViewChange({ ...view, sort }, { ...view, sort: shown })}
        options={SORTS}
      />
      {isPro && preferences.view === 'table' && (
        <span className={styles.columns}>
          <Mounted>
            <Suspense fallback={null}>
              <ItemsColumnsButton />
            </Suspense>
          </Mounted>
        </span>
      )}
      {isPro && <LayoutChoice of="view" />}
      {isPro && (
        <span className={styles.railButton}>
          <IconButton
            label={hasRail ? 'Hide activity' : 'Show activity'}
            onClick={() => setPreference('rail', hasRail ? 'hidden' : 'shown')}
          >
            <PanelRight />
          </IconButton>
        </span>
      )}
    </div>
  )
}

function Results(props: ItemsPanelProps & { layout: 'grid' | 'table'; cards: CardSize }) {
  const { live, pending, onRetry, layout, collection, supply, view, onViewChange } = props
  const { skipped, onStartReached, onEndReached, onRetryMore } = props
  const { items, highlighted, gone } = live
  if (onRetry !== null) return <LoadError title="Failed to fetch NFTs" error={props.error} onRetry={onRetry} />
  const empty = <NoItems {...props} />
  if (layout === 'table') {
    return (
      <Suspense fallback={<Skeleton height="100vh" />}>
        <ItemsTable
          collectionId={collection.collectionId}
          supply={supply}
          tokens={items}
          sort={view.sort}
          onSortChange={(sort) => onViewChange({ ...view, sort })}
          isHighlighted={(token) => highlighted.has(token.tokenDataId)}
          isFaded={(token) => gone.has(token.tokenDataId)}
          pending={pending}
          skipped={skipped}
          onStartReached={onStartReached}
          onEndReached={onEndReached}
          onRetryMore={onRetryMore}
          empty={empty}
        />
      </Suspense>
    )
  }
  if (items.length === 0 && pending === 0) return empty
  return (
    <WindowGrid
      label="Items"
      size={props.cards}
      items={items}
      itemKey={(token) => token.tokenDataId}
      renderItem={(token, index) => (
        <TokenCard
          token={token}
          supply={supply}
          index={index}
          highlighted={highlighted.has(token.tokenDataId)}
          gone={gone.has(token.tokenDataId)}
        />
      )}
      captionHeight={CAPTION_HEIGHTS[2]}
      pending={pending}
      renderPending={() => <ArtCardSkeleton lines={2} />}
      skipped={skipped}
      onStartReached={onStartReached}
      onEndReached={onEndReached}
      onRetryMore={onRetryMore}
    />
  )
}

function NoItems({ view, onViewChange }: Pick<ItemsPanelProps, 'view' | 'onViewChange'>) {
  if (countFilters(view) === 0) return <EmptyState title="No items yet" reason="This collection has no items yet." />
  return <NoResults things="items" onClear={() => onViewChange(withoutFilters(view))} />
}
