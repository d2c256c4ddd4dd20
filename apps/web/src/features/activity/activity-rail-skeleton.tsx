import { Skeleton } from '@opal/ui/feedback/skeleton'

/** The rail is glanced at, not read to the end. */
export const RAIL_ROWS = 16
/** Height of a row in px, as in the style sheet. */
const ROW_HEIGHT = 48

/** A placeholder as high as the rail's rows. */
export function ActivityRailSkeleton() {
  return <Skeleton height={`${RAIL_ROWS * ROW_HEIGHT}px`} />
}
