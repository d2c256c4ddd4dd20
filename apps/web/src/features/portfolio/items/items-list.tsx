import type { PortfolioToken } from '@opal/contract/portfolio'
import { WindowGrid } from '@opal/ui/data/window-grid'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { withoutReload } from '../../../app/failures/reload-on-missing-chunk.ts'
import { useSite } from '../../../app/site.tsx'
import { ArtCardSkeleton, CAPTION_HEIGHTS } from '../../../entities/token/art-card.tsx'
import { editionKey } from '../../../entities/token/edition.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../../../shared/components/lazy/missing-section.tsx'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { NoResults } from '../../../shared/components/no-results.tsx'
import type { EndlessList, ListFailure } from '../../../shared/lists/endless-list.ts'
import type { ListStart } from '../../../shared/lists/page-window.ts'
import type { PortfolioView } from '../portfolio-view.ts'
import type { Selection } from '../rows/use-selection.ts'
import { ItemCard } from './item-card.tsx'
// The server renders the table too, whose code is loaded later: its styles come with the page.
import '@opal/ui/data/data-table.module.css'
import '@opal/ui/data/table/columns.module.css'
import '../../../entities/token/item-line.module.css'

// Most look at the grid. For those who chose the table it is under way before the page is hydrated.
const loadTable = () => import('./items-table.tsx')
const ItemsTable = lazyPart(loadTable, MissingSection)
if (typeof document !== 'undefined' && document.cookie.includes('opal.holdings=table')) void loadTable().catch(() => {})

export interface ItemsListProps extends ListStart, Omit<EndlessList<PortfolioToken>, 'rows'>, ListFailure {
  view: PortfolioView
  onViewChange(view: PortfolioView): void
  items: readonly PortfolioToken[]
  /** Null where nothing can be ticked. */
  selection: Selection<PortfolioToken> | null
  /** Ids of tokens to which something just happened. */
  highlighted: ReadonlySet<string>
}

/** The inventory as table or grid, as the reader likes it. */
export function ItemsList(props: ItemsListProps) {
  const { view, onViewChange, items, selection, highlighted, pending, onRetry } = props
  const { skipped, onStartReached, onEndReached, onRetryMore } = props
  const { preferences } = useSite()
  const viewer = useOwnAddress()
  const ownWallet = selection === null ? null : viewer
  useOwnCostsOf(ownWallet)
  if (onRetry !== null) {
    return <LoadError title="Couldn’t load items" error={props.error} onRetry={onRetry} />
  }
  const empty = <NoItems view={view} isOwn={selection !== null} onViewChange={onViewChange} />
  if (preferences.holdings === 'table') {
    return (
      <Suspense fallback={<Skeleton height="100vh" />}>
        <ItemsTable
          {...{ view, onViewChange, items, selection, ownWallet, highlighted, empty, pending }}
          {...{ skipped, onStartReached, onEndReached, onRetryMore }}
        />
      </Suspense>
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

/** Opens the costs that the user set for items of their own wallet. Nobody else has any. */
function useOwnCostsOf(ownWallet: string | null): void {
  useEffect(() => {
    if (ownWallet === null) return
    let stop: (() => void) | undefined
    let isOver = false
    void import('../../../entities/token/own-costs.ts').then(({ openOwnCosts }) => {
      if (!isOver) stop = openOwnCosts()
    }, withoutReload)
    return () => {
      isOver = true
      stop?.()
    }
  }, [ownWallet])
}

interface NoItemsProps extends Pick<ItemsListProps, 'view' | 'onViewChange'> {
  isOwn: boolean
}

function NoItems({ view, isOwn, onViewChange }: NoItemsProps) {
  if (view.tab === 'hidden') {
    const where = view.collection === null ? 'in this wallet' : 'of this collection in this wallet'
    return <EmptyState title="Nothing hidden" reason={`No suspected spam ${where}.`} />
  }
  const isFiltered = view.filter !== 'all' || view.collection !== null || view.marketplaces.length > 0
  if (!isFiltered && isOwn)
    return (
      <EmptyState
        title="No items"
        reason="Items that you buy, mint or receive appear here."
        action={<Link to="/#collections">Browse collections</Link>}
      />
    )
  if (!isFiltered) return <EmptyState title="No items" reason="This wallet holds no NFTs." />
  const clear = () => onViewChange({ ...view, filter: 'all', collection: null, marketplaces: [] })
  return <NoResults things="items" onClear={clear} />
}
