import type { Activity } from '@opal/contract/activities'
import { Button } from '@opal/ui/controls/button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { withTokenDialog } from '../../app/paths.ts'
import { useSite } from '../../app/site.tsx'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { Age } from '../../shared/components/age.tsx'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { NewItemsButton } from '../../shared/components/list-controls/new-items-button.tsx'
import { Price } from '../../shared/components/price.tsx'
import { tokenNumber } from '../../shared/format/name.ts'
import { activityQuery } from './activity-query.ts'
import styles from './activity-rail.module.css'
import { ActivityRailSkeleton, RAIL_ROWS } from './activity-rail-skeleton.tsx'
import { activityTitle, DEFAULT_ACTIVITY_VIEW, isSetBid } from './activity-view.ts'
import { useLiveActivity } from './use-live-activity.ts'

/** A collection's latest activity in one column next to its items, newest first. */
export default function ActivityRail({ collectionId }: { collectionId: string }) {
  const scope = { collectionId }
  const list = useInfiniteQuery(activityQuery(useSite().api, scope, DEFAULT_ACTIVITY_VIEW))
  const live = useLiveActivity(scope, DEFAULT_ACTIVITY_VIEW)
  const rows = list.data?.pages[0]?.data.slice(0, RAIL_ROWS)
  return (
    <div ref={live.frame} className={styles.rail}>
      <NewItemsButton label={live.waiting === 0 ? null : `${live.waiting} new`} onShow={live.showWaiting} />
      {list.isPending && <ActivityRailSkeleton />}
      {list.isLoadingError && (
        <div className={styles.note} role="alert">
          <p>Couldn’t load activity.</p>
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {rows?.length === 0 && <p className={styles.note}>No activity yet</p>}
      <ol className={styles.rows} aria-label="Latest activity" data-sale-target="">
        {rows?.map((row) => (
          <RailRow key={row.id} row={row} fresh={live.fresh.has(row.id)} />
        ))}
      </ol>
    </div>
  )
}

/** Returns what happened, in the few words that fit; the line above it says already what a bid on several items is for. */
function kindLabel(row: Activity, viewer: string | null): string {
  const title = activityTitle(row, viewer)
  return row.tokenDataId === null ? title.replace(/^(Collection|Trait) b/, 'B') : title
}

function RailRow({ row, fresh }: { row: Activity; fresh: boolean }) {
  const [search] = useSearchParams()
  const viewer = useOwnAddress()
  const name = row.tokenName ?? row.collectionName ?? '-'
  return (
    <li className={styles.row} data-highlighted={fresh || undefined} data-kind={row.kind}>
      <span className={styles.image}>
        <ResponsiveImage src={row.tokenImage} alt={name} width={32} decorative />
      </span>
      <span className={styles.words}>
        {row.tokenDataId === null || row.collectionId === null ? (
          <span className={styles.name}>{isSetBid(row) ? 'Traits' : 'Collection'}</span>
        ) : (
          <Link
            to={withTokenDialog(search, row.collectionId, row.tokenDataId)}
            preventScrollReset
            className={styles.name}
            title={name}
            dir="auto"
          >
            {tokenNumber(name)}
          </Link>
        )}
        <span className={styles.kind}>{kindLabel(row, viewer)}</span>
      </span>
      <span className={styles.metrics}>
        <Price octas={row.price} />
        <span className={styles.age}>
          <Age micros={row.atMicros} />
        </span>
      </span>
    </li>
  )
}
