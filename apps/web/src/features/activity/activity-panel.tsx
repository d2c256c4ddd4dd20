import { Skeleton } from '@opal/ui/feedback/skeleton'
import { lazy, Suspense } from 'react'
import type { ActivityListProps } from './activity-table.tsx'

const ActivityList = lazy(() => import('./activity-table.tsx').then((module) => ({ default: module.ActivityList })))

/** A lazily loaded activity list. */
export function ActivityPanel(props: ActivityListProps) {
  return (
    <Suspense fallback={<Skeleton height="320px" />}>
      <ActivityList {...props} />
    </Suspense>
  )
}
