import type { PortfolioToken } from '@opal/contract/portfolio'
import { Button } from '@opal/ui/controls/button'
import { DataTable } from '@opal/ui/data/data-table'
import { WindowGrid } from '@opal/ui/data/window-grid'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useSite } from '../../../app/site.tsx'
import { ArtCardSkeleton, CAPTION_HEIGHTS } from '../../../entities/token/art-card.tsx'
import { editionKey } from '../../../entities/token/edition.ts'
import { openOwnCosts } from '../../../entities/token/own-costs.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { useHiddenColumns } from '../../../shared/components/list-controls/hidden-columns.ts'
import { LoadError } from '../../../shared/components/load-error.tsx'
import type { ListStart } from '../../../shared/hooks/page-window.ts'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import { type PortfolioView, sortByColumn } from '../portfolio-view.ts'
import type { Selection } from '../rows/use-selection.ts'
import { ItemCard } from './item-card.tsx'
import { HIDEABLE_IDS, itemColumns } from './item-columns.tsx'

export interface ItemsListProps extends ListStart {
  view: PortfolioView
  onViewChange(view: PortfolioView): void
  items: readonly PortfolioToken[]
  /** Null where nothing can be ticked. */
  selection: Selection<PortfolioToken> | null
  /** Ids of tokens to which something just happened. */
  highlighted: ReadonlySet<string>
  pending: number
  onEndReached: (() => void) | null
  onRetryMore: (() => void) | null
  onRetry: (() => void) | null
  /** The error with which the items failed to load. */
  error?: unknown
}

/** The inventory as table or grid, as the reader likes it. */
export function ItemsList(props: ItemsListProps) {
  const { view, onViewChange, items, selection, highlighted, pending, onRetry } = props
  const { skipped, onStartReached, onEndReached, onRetryMore } = props
  const { preferences } = useSite()
  const viewer = useOwnAddress()
  const ownWallet = selection === null ? null : viewer
  const [hidden] = useHiddenColumns(HIDEABLE_IDS)
  useOnMount(openOwnCosts)
  if (onRetry !== null) {
    return <LoadError title="Couldn’t load items" error={props.error} onRetry={onRetry} />
  }
  const empty = <NoItems view={view} onViewChange={onViewChange} />
  if (preferences.holdings === 'table') {
    return (
      <DataTable
        label="Items"
        columns={itemColumns(selection, ownWallet).filter(({ id }) => !hidden.some((each) => each === id))}
        rows={items}
        rowKey={editionKey}
        isSelected={(token) => selection?.has(editionKey(token)) ?? false}
        isHighlighted={(token) => highlighted.has(token.tokenDataId)}
        sort={{ columnId: view.sort, direction: view.order }}
        onSort={(columnId) => onViewChange(sortByColumn(view, columnId))}
        pending={pending}
        skipped={skipped}
        onStartReached={onStartReached}
        onEndReached={onEndReached}
        onRetryMore={onRetryMore}
        empty={empty}
        rowHeight={64}
      />
    )
  }
  if (items.length === 0 && pending === 0) return empty
  return (
    <WindowGrid
      label="Items"
      size={preferences.cards}
      items={items}
      itemKey={editionKey}
      renderItem={(token, index) => (
        <ItemCard token={token} index={index} selection={selection} ownWallet={ownWallet} />
      )}
      captionHeight={CAPTION_HEIGHTS[3]}
      pending={pending}
      renderPending={() => <ArtCardSkeleton lines={3} />}
      skipped={skipped}
      onStartReached={onStartReached}
      onEndReached={onEndReached}
      onRetryMore={onRetryMore}
    />
  )
}

function NoItems({ view, onViewChange }: Pick<ItemsListProps, 'view' | 'onViewChange'>) {
  if (view.tab === 'hidden') {
    const where = view.collection === null ? 'in this wallet' : 'of this collection in this wallet'
    return <EmptyState title="Nothing hidden" reason={`No suspected spam ${where}.`} />
  }
  const isFiltered = view.filter !== 'all' || view.collection !== null || view.marketplaces.length > 0
  if (!isFiltered) return <EmptyState title="No items" reason="This wallet holds no NFTs." />
  return (
    <EmptyState
      title="No results"
      reason="No items match these filters."
      action={
        <Button onClick={() => onViewChange({ ...view, filter: 'all', collection: null, marketplaces: [] })}>
          Clear all filters
        </Button>
      }
    />
  )
}
