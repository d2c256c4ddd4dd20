import { ACTIVITY_KINDS } from '@opal/contract/activity-kinds'
import { activityExportRow, exportActivity } from '@opal/contract/exports'
import { type ActivityRow, readActivities } from '@opal/store/queries/activity/activities'
import { exportFile } from '../../exports/export-file.ts'
import { presentActivityRow } from '../../exports/present-rows.ts'
import { defineRoute } from '../../http/route.ts'

export const exportActivityRoute = defineRoute(
  exportActivity,
  ({ store, nowMicros }, { params: { wallet }, query }) => {
    const until = query.untilMicros === undefined ? {} : { untilMicros: BigInt(query.untilMicros) }
    return exportFile({
      format: query.format,
      name: 'activity',
      wallet,
      columns: activityExportRow.keyof().options,
      readPage: (take, after: ActivityRow | undefined) =>
        readActivities(store, { kinds: ACTIVITY_KINDS, wallet, ...until, take, ...(after && { after }) }, nowMicros()),
      present: presentActivityRow,
    })
  },
)
