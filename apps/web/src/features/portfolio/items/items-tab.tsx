import type { PortfolioToken } from '@opal/contract/portfolio'
import type { PortfolioCollection } from '@opal/contract/portfolio/collections'
import { Button } from '@opal/ui/controls/button'
import type { SheetProps } from '@opal/ui/overlays/sheet'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FolderTree } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import { editionKey } from '../../../entities/token/edition.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { lazyDialog } from '../../../shared/components/lazy/lazy-dialog.tsx'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { byOwnClock } from '../../../shared/hooks/by-own-clock.ts'
import { useEndlessList } from '../../../shared/lists/endless-list.ts'
import { FIRST_PLACE, useListStart } from '../../../shared/lists/page-window.ts'
import type { Page } from '../../../shared/realtime/read-pages.ts'
import { type ItemsPage, itemsChoice, itemsQuery } from '../portfolio-query.ts'
import type { PortfolioView } from '../portfolio-view.ts'
import type { DragSelectionProps } from '../rows/drag-selection.tsx'
import { useSelectRest } from '../rows/use-select-rest.ts'
import { useSelection } from '../rows/use-selection.ts'
import { CollectionsAside } from './collections-aside.tsx'
import { ItemsList } from './items-list.tsx'
import styles from './items-tab.module.css'
import { ItemsToolbar } from './items-toolbar.tsx'
import { useLiveItems } from './use-live-items.ts'
import { usePortfolioKeys } from './use-portfolio-keys.ts'

const Sheet = lazyDialog<SheetProps>(
  () => import('@opal/ui/overlays/sheet').then((module) => ({ default: module.Sheet })),
  ({ onOpenChange }) => onOpenChange(false),
)
const ItemSelectionBar = lazyPart(() => import('./item-selection-bar.tsx'))
const DragSelection = lazyPart<DragSelectionProps<PortfolioToken>>(() => import('../rows/drag-selection.tsx'))

/** First pages that the server has loaded, and when. */
export interface FirstPages {
  readonly items: ItemsPage
  readonly collections: Page<PortfolioCollection>
  readonly loadedAt: number
}

export interface ItemsTabProps {
  wallet: string
  view: PortfolioView
  onViewChange(view: PortfolioView): void
  first?: FirstPages | undefined
  /** Renders the dialog of a token. @param items tokens that its arrow keys step through. */
  renderDialog(items: readonly PortfolioToken[]): ReactNode
}

/** A wallet's items: by collection at the left, as table or grid at the right. */
export default function ItemsTab({ wallet, view, onViewChange, first, renderDialog }: ItemsTabProps) {
  const { list, items, start, end, highlighted, ticked, rest } = useSelectableItems(wallet, view, first)
  const isOwn = useOwnAddress() === wallet
  const selection = isOwn ? ticked : null
  usePortfolioKeys(selection !== null)
  const main = useRef<HTMLDivElement>(null)
  const [sheetOpen, setSheetOpen] = useState(false)
  const { search } = view
  const firstPage =
    first === undefined || search !== '' ? undefined : { page: first.collections, loadedAt: first.loadedAt }
  const aside = (
    <CollectionsAside
      wallet={wallet}
      chosen={view.collection}
      search={search}
      firstPage={firstPage}
      onChoose={(collection) => {
        setSheetOpen(false)
        onViewChange({ ...view, collection })
      }}
      onSearch={(typed) => onViewChange({ ...view, search: typed })}
    />
  )
  const isHidden = view.tab === 'hidden'
  return (
    <div className={styles.panel} data-single={isHidden || undefined}>
      {!isHidden && <div className={styles.aside}>{aside}</div>}
      <div className={styles.main} ref={main}>
        {selection !== null && (
          <Suspense fallback={null}>
            <DragSelection frame={main} rows={items} skipped={start.skipped} keyOf={editionKey} selection={selection} />
          </Suspense>
        )}
        <ItemsToolbar
          view={view}
          onViewChange={onViewChange}
          total={list.data?.pages[0]?.total ?? null}
          selection={selection}
          lead={!isHidden && <SheetButton onClick={() => setSheetOpen(true)} />}
        />
        <ItemsList
          view={view}
          onViewChange={onViewChange}
          items={items}
          selection={selection}
          highlighted={highlighted}
          {...start}
          {...end}
          onRetry={list.isLoadingError ? () => void list.refetch() : null}
          error={list.error}
        />
      </div>
      {sheetOpen && (
        <Suspense fallback={null}>
          <Sheet open onOpenChange={setSheetOpen} title="Collections held">
            {aside}
          </Sheet>
        </Suspense>
      )}
      {isOwn && ticked.rows.length > 0 && (
        <Suspense fallback={null}>
          <ItemSelectionBar
            wallet={wallet}
            items={ticked.rows}
            total={list.data?.pages[0]?.total}
            rest={rest}
            onTraded={({ tokenDataIds }) => ticked.drop(({ tokenDataId }) => tokenDataIds.includes(tokenDataId))}
            onClear={ticked.clear}
          />
        </Suspense>
      )}
      {renderDialog(items)}
    </div>
  )
}

/** Returns the identity of a view's items: equal for equal filters, in any order. */
function listOf(wallet: string, view: PortfolioView): string {
  const { sort: _sort, order: _order, ...filters } = itemsChoice(view)
  return JSON.stringify([wallet, filters])
}

/** Returns the items of a view, those that are selected, and a way to select those that are not loaded. */
function useSelectableItems(wallet: string, view: PortfolioView, first: FirstPages | undefined) {
  const [isSelecting, setSelecting] = useState(false)
  const shown = useItems(wallet, view, first, isSelecting)
  const { list, items } = shown
  const ticked = useSelection(items, editionKey, {
    list: listOf(wallet, view),
    isLoading: list.isPending,
    hasMore: list.hasNextPage,
  })
  const rest = useSelectRest(list, ticked)
  useEffect(() => setSelecting(ticked.rows.length > 0 || rest?.isLoading === true), [ticked.rows, rest])
  return { ...shown, ticked, rest }
}

/** Returns the items of a view, with live updates. @param keepsAll whether pages stay in memory: a row that leaves is no longer selected. */
function useItems(wallet: string, view: PortfolioView, first: FirstPages | undefined, keepsAll: boolean) {
  const choice = itemsChoice(view)
  const query = itemsQuery(useSite().api, wallet, choice)
  const list = useInfiniteQuery({
    ...query,
    ...(keepsAll && { maxPages: 0 }),
    ...(first !== undefined && {
      initialData: { pages: [first.items], pageParams: [FIRST_PLACE] },
      initialDataUpdatedAt: byOwnClock(first.loadedAt),
    }),
  })
  const highlighted = useLiveItems(wallet, choice, query.queryKey)
  const start = useListStart(list, query)
  const { rows: items, ...end } = useEndlessList(list, editionKey)
  return { list, items, start, end, highlighted }
}

/** Opens the collections on screens that are too narrow to show them next to the items. */
function SheetButton({ onClick }: { onClick(): void }) {
  return (
    <span className={styles.sheetButton}>
      <Button icon={<FolderTree aria-hidden="true" />} onClick={onClick}>
        Collections
      </Button>
    </span>
  )
}
