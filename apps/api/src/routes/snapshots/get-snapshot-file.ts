import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { getSnapshotFile } from '@opal/contract/snapshots'
import { SnapshotNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { SentAsIs } from '../../http/sent-as-is.ts'
import { readSnapshot } from '../../snapshots/read-snapshots.ts'

/** Beside the files that a schema.json names. */
const ALWAYS = ['schema.json', 'SHA256SUMS']

export const getSnapshotFileRoute = defineRoute(getSnapshotFile, async ({ snapshotDir }, { params: { day, file } }) => {
  const snapshot = snapshotDir === null ? null : await readSnapshot(snapshotDir, day)
  const isNamed = snapshot?.files.some((each) => each.file === file) === true || ALWAYS.includes(file)
  if (snapshotDir === null || snapshot === null || !isNamed) throw new SnapshotNotFoundError(day, file)
  const opened = await open(join(snapshotDir, day, file)).catch(() => null)
  if (opened === null) throw new SnapshotNotFoundError(day, file)
  const { size } = await opened.stat()
  // The stream closes the file when it ends or nobody reads it any more.
  return new SentAsIs(opened.createReadStream(), {
    'content-type': 'application/octet-stream',
    'content-length': String(size),
    'content-disposition': `attachment; filename="opal-${day}-${file}"`,
    'cache-control': 'public, max-age=86400',
  })
})
