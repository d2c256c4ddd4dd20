import { listSnapshots } from '@opal/contract/snapshots'
import { defineRoute } from '../../http/route.ts'
import { readSnapshots } from '../../snapshots/read-snapshots.ts'

export const listSnapshotsRoute = defineRoute(listSnapshots, async ({ snapshotDir }) => ({
  data: snapshotDir === null ? [] : [...(await readSnapshots(snapshotDir))],
}))
