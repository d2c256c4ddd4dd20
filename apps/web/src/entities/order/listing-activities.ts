import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'

/** Activities by which a token can be bought, or no longer. Bids change nothing that is for sale. */
export const LISTING_ACTIVITIES: ReadonlySet<ActivityKind> = new Set([
  ...KINDS_OF_TYPE.listing,
  ...KINDS_OF_TYPE.sales,
  ...KINDS_OF_TYPE.transfer,
])
