import { Skeleton } from '@opal/ui/feedback/skeleton'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../../shared/components/lazy/missing-section.tsx'
import type { ActivityListProps } from './activity-table.tsx'

const ActivityList = lazyPart<ActivityListProps>(
  () => import('./activity-table.tsx').then((module) => ({ default: module.ActivityList })),
  MissingSection,
)

/** A lazily loaded activity list. */
function ActivityPanel(props: ActivityListProps) {
  return (
    <Suspense fallback={<Skeleton height="320px" />}>
      <ActivityList {...props} />
    </Suspense>
  )
}

/** A token's activity. */
export function TokenActivity({ tokenDataId, scrolls }: Pick<ActivityListProps, 'scrolls'> & { tokenDataId: string }) {
  return (
    <ActivityPanel
      scope={{ tokenDataId }}
      emptyText="This Token has no Activity"
      {...(scrolls !== undefined && { scrolls })}
    />
  )
}

/** Renders a token's activity for its dialog, where it scrolls by itself. */
export function renderTokenActivity(tokenDataId: string) {
  return <TokenActivity tokenDataId={tokenDataId} scrolls="inside" />
}
