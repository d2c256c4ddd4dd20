import type { Activity } from '@opal/contract/activities'
import { WINDOWS } from '@opal/contract/constants/windows'
import { Button } from '@opal/ui/controls/button'
import { Segmented } from '@opal/ui/controls/segmented'
import { Select } from '@opal/ui/controls/select'
import { ToggleGroup } from '@opal/ui/controls/toggle-group'
import { useChosen } from '@opal/ui/controls/use-chosen'
import { DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { NewItemsButton } from '../../shared/components/list-controls/new-items-button.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { byOwnClock } from '../../shared/hooks/by-own-clock.ts'
import { useEndlessList } from '../../shared/lists/endless-list.ts'
import { activityColumns } from './activity-columns.tsx'
import { type ActivityPage, type ActivityScope, type ActivityView, activityQuery } from './activity-query.ts'
import styles from './activity-table.module.css'
import { DEFAULT_ACTIVITY_VIEW, isEverything, SWITCHED_TYPES, switchedTypes } from './activity-view.ts'
import { useLiveActivity } from './use-live-activity.ts'

const TYPE_LABELS: Readonly<Record<(typeof SWITCHED_TYPES)[number], string>> = {
  sales: 'Sales',
  listing: 'Listings',
  bid: 'Bids',
  transfer: 'Transfers',
  mint: 'Mints',
}

export interface ActivityListProps {
  scope: ActivityScope
  /** Filters; absent for all activity. */
  view?: ActivityView
  /** Changes the filters; absent hides them. */
  onViewChange?: (view: ActivityView, shown?: ActivityView) => void
  /** First page that the server has loaded. */
  firstPage?: { readonly page: ActivityPage; readonly loadedAt: number } | undefined
  emptyText: string
  /** `inside`: the list scrolls in its own container, for dialogs. */
  scrolls?: 'window' | 'inside'
}

/** An activity list, newest first. Live activity is inserted at the top. */
export function ActivityList({
  scope,
  view = DEFAULT_ACTIVITY_VIEW,
  onViewChange,
  firstPage,
  emptyText,
  scrolls = 'window',
}: ActivityListProps) {
  const list = useInfiniteQuery({
    ...activityQuery(useSite().api, scope, view),
    ...(firstPage !== undefined && {
      initialData: { pages: [firstPage.page], pageParams: [null] },
      initialDataUpdatedAt: byOwnClock(firstPage.loadedAt),
    }),
  })
  const endless = useEndlessList(list, idOf)
  const live = useLiveActivity(scope, view)
  const oneToken = scope.tokenDataId !== undefined
  return (
    <div>
      {onViewChange !== undefined && <Filters view={view} onViewChange={onViewChange} />}
      {list.isLoadingError ? (
        <LoadError title="Couldn’t load activity" error={list.error} onRetry={list.refetch} />
      ) : (
        <div ref={live.frame} className={styles.list} data-items={oneToken ? undefined : ''}>
          <NewItemsButton label={live.waiting === 0 ? null : `${live.waiting} new`} onShow={live.showWaiting} />
          <DataTable
            label="Activity"
            columns={activityColumns({
              withItem: !oneToken,
              withCollection: scope.collectionId === undefined,
              wallet: scope.walletAddress,
            })}
            {...endless}
            rowKey={idOf}
            isHighlighted={(row) => live.fresh.has(row.id)}
            empty={<NoActivity title={emptyText} view={view} onViewChange={onViewChange} />}
            rowHeight={oneToken ? 48 : 64}
            scrolls={scrolls}
          />
        </div>
      )}
    </div>
  )
}

interface NoActivityProps {
  title: string
  view: ActivityView
  onViewChange: ActivityListProps['onViewChange']
}

/** Empty state of the list; offers to remove the filters. */
function NoActivity({ title, view, onViewChange }: NoActivityProps) {
  if (isEverything(view) || onViewChange === undefined)
    return <EmptyState title={title} reason="New activity appears here live." />
  return (
    <EmptyState
      title="No results"
      reason="No activity matches these filters."
      action={<Button onClick={() => onViewChange(DEFAULT_ACTIVITY_VIEW)}>Show all activity</Button>}
    />
  )
}

interface FiltersProps {
  view: ActivityView
  onViewChange(view: ActivityView, shown?: ActivityView): void
}

function Filters(props: FiltersProps) {
  const [view, onViewChange] = useChosen(props.view, props.onViewChange)
  const marketplaces = useSite().marketplaces.filter(({ status }) => status !== 'absent')
  return (
    <div className={styles.filters}>
      <div className={styles.types}>
        <ToggleGroup
          label="Activity types"
          none="All"
          values={view.types}
          onValuesChange={(types) => onViewChange({ ...view, types: switchedTypes(types) })}
          options={SWITCHED_TYPES.map((type) => ({ value: type, content: TYPE_LABELS[type] }))}
        />
      </div>
      <Segmented
        label="Interval"
        value={view.interval}
        onValueChange={(interval) => onViewChange({ ...view, interval })}
        options={WINDOWS.map((interval) => ({ value: interval, content: interval }))}
      />
      <Select
        label="Marketplace"
        value={view.marketplace}
        onValueChange={(marketplace) => onViewChange({ ...view, marketplace })}
        options={[
          { value: 'all', label: 'All marketplaces' },
          ...marketplaces.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ]}
      />
    </div>
  )
}

function idOf(row: Activity): string {
  return row.id
}
