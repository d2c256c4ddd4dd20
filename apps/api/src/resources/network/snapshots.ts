import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getSnapshotFile, listSnapshots, type Snapshot, snapshotFile } from '@opal/contract/network/snapshots'
import { snapshotDays } from '@opal/store/maintenance/snapshot/snapshot-folders'
import * as z from 'zod'
import { SnapshotNotFoundError } from '../../errors.ts'
import { defineFileRoute, defineRoute, SentAsIs } from '../../http/routes/route.ts'

export const listSnapshotsRoute = defineRoute(listSnapshots, async ({ snapshotDir }) => ({
  data: snapshotDir === null ? [] : [...(await readSnapshots(snapshotDir))],
}))

/** Beside the files that a schema.json names. */
const ALWAYS = ['schema.json', 'SHA256SUMS']

export const getSnapshotFileRoute = defineFileRoute(
  getSnapshotFile,
  async ({ snapshotDir }, { params: { day, file } }) => {
    const snapshot = snapshotDir === null ? null : await readSnapshot(snapshotDir, day)
    const isNamed = snapshot?.files.some((each) => each.file === file) === true || ALWAYS.includes(file)
    if (snapshotDir === null || snapshot === null || !isNamed) throw new SnapshotNotFoundError(day, file)
    const opened = await open(join(snapshotDir, day, file)).catch(() => null)
    if (opened === null) throw new SnapshotNotFoundError(day, file)
    const { size } = await opened.stat()
    // The stream closes the file when it ends or its reader is gone.
    return new SentAsIs(opened.createReadStream(), {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename="opal-${day}-${file}"`,
      'cache-control': 'public, max-age=86400',
    })
  },
)

/** Nights listed at most. */
const MAX_SNAPSHOTS = 60
/** A schema.json is some ten kilobytes. */
const MAX_SCHEMA_BYTES = 4 * 1024 * 1024

const schemaFile = z.object({
  format: z.literal('opal-snapshot/1'),
  version: z.string().nullable(),
  atMicros: z.string().nullable(),
  files: z.array(snapshotFile),
})

/** The newest snapshots of a folder. What is broken, or being removed, is left out. */
async function readSnapshots(directory: string): Promise<readonly Snapshot[]> {
  const days = (await snapshotDays(directory)).toReversed().slice(0, MAX_SNAPSHOTS)
  const read = await Promise.all(days.map((day) => readSnapshot(directory, day)))
  return read.flatMap((snapshot) => snapshot ?? [])
}

/** One of them; null when there is none of that day, or it is broken. */
async function readSnapshot(directory: string, day: string): Promise<Snapshot | null> {
  const path = join(directory, day, 'schema.json')
  try {
    if ((await stat(path)).size > MAX_SCHEMA_BYTES) return null
    const parsed = schemaFile.safeParse(JSON.parse(await readFile(path, 'utf8')))
    if (!parsed.success) return null
    const { version, atMicros, files } = parsed.data
    return { day, version, atMicros, files }
  } catch {
    return null
  }
}
