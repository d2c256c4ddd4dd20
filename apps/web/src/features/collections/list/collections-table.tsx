import type { Collection } from '@opal/contract/collections'
import { COLLECTION_SORT_KEYS } from '@opal/contract/constants/sorts'
import { RANKING_WINDOWS } from '@opal/contract/constants/windows'
import { Button } from '@opal/ui/controls/button'
import { Segmented } from '@opal/ui/controls/segmented'
import { Tabs } from '@opal/ui/controls/tabs'
import { DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { type ReactNode, Suspense } from 'react'
import { useSite } from '../../../app/site.tsx'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { Mounted } from '../../../shared/components/mounted.tsx'
import type { EndlessList, ListFailure } from '../../../shared/lists/endless-list.ts'
import { toggleCompared } from '../compare/toggle-compared.ts'
import { collectionColumns } from './collection-columns.tsx'
import styles from './collections-table.module.css'
import { effectiveSort, type LandingView, toggleSort, withWindow } from './landing-view.ts'

export interface CollectionsTableProps extends EndlessList<Collection>, ListFailure {
  view: LandingView
  onViewChange(view: LandingView, shown?: LandingView): void
  /** Content above the rows. */
  note?: ReactNode
}

// Loaded after the first paint.
const RankingColumnsButton = lazyPart(() => import('./ranking-columns-button.tsx'))

/** The ranked table of the landing page, with tabs and time windows. */
export function CollectionsTable(props: CollectionsTableProps) {
  const { view, onViewChange, rows, pending, onEndReached, onRetryMore, onRetry, note } = props
  const comparison = {
    chosen: view.compare,
    toggle: (slug: string) => onViewChange({ ...view, compare: toggleCompared(view.compare, slug) }),
  }
  const isLite = useSite().preferences.mode === 'lite'
  const sort = effectiveSort(view)
  const onSort = (columnId: string) => {
    const key = COLLECTION_SORT_KEYS.find((candidate) => candidate === columnId)
    if (key !== undefined) onViewChange(toggleSort(view, key))
  }
  return (
    <section id="collections" className={styles.section} aria-label="Collections">
      <h2 className={styles.heading}>Collections</h2>
      <Tabs
        label="Collections"
        value={view.tab}
        onValueChange={(tab, shown) =>
          onViewChange({ ...view, tab, sort: null, order: 'desc' }, { ...view, tab: shown })
        }
        tabs={[
          { value: 'top', label: 'Top' },
          { value: 'trending', label: 'Trending' },
          { value: 'favourites', label: 'Favorites' },
        ]}
        aside={<TableTools view={view} onViewChange={onViewChange} hasColumns={!isLite} />}
      >
        {note}
        {onRetry !== null ? (
          <LoadError title="Couldn’t load collections" error={props.error} onRetry={onRetry} />
        ) : (
          <DataTable
            label="Collections"
            columns={collectionColumns(view.window, comparison, view.hidden, isLite)}
            rows={rows}
            rowKey={(row) => row.collectionId}
            sort={{ columnId: sort.key, direction: sort.order }}
            onSort={onSort}
            pending={pending}
            onEndReached={onEndReached}
            onRetryMore={onRetryMore}
            denseHeight={48}
            empty={<NoCollections tab={view.tab} onLeave={() => onViewChange({ ...view, tab: 'top', sort: null })} />}
          />
        )}
      </Tabs>
    </section>
  )
}

interface TableToolsProps extends Pick<CollectionsTableProps, 'view' | 'onViewChange'> {
  /** Columns can be chosen. */
  hasColumns: boolean
}

/** The choices of the time window and of the columns. */
function TableTools({ view, onViewChange, hasColumns }: TableToolsProps) {
  return (
    <span className={styles.aside}>
      <Segmented
        label="Time window"
        value={view.window}
        onValueChange={(window, shown) => onViewChange(withWindow(view, window), withWindow(view, shown))}
        options={RANKING_WINDOWS.map((window) => ({ value: window, content: window }))}
      />
      {hasColumns && (
        <span className={styles.columns}>
          <Mounted>
            <Suspense fallback={null}>
              <RankingColumnsButton
                window={view.window}
                hidden={view.hidden}
                onHiddenChange={(hidden) => onViewChange({ ...view, hidden })}
              />
            </Suspense>
          </Mounted>
        </span>
      )}
    </span>
  )
}

function NoCollections({ tab, onLeave }: { tab: LandingView['tab']; onLeave(): void }) {
  if (tab !== 'favourites')
    return <EmptyState title="No Collections" reason="No collections have been indexed on this network yet." />
  return (
    <EmptyState
      title="No Collections"
      reason="Star a collection to see it here."
      action={
        <Button size="sm" onClick={onLeave}>
          View top collections
        </Button>
      }
    />
  )
}
