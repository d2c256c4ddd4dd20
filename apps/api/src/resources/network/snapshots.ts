import { json } from 'node:stream/consumers'
import { getSnapshotFile, listSnapshots, type Snapshot, snapshotFile } from '@opal/contract/network/snapshots'
import { memoize } from '@opal/domain/memoize'
import type { ObjectFolder } from '@opal/runtime/objects/object-folder'
import { snapshotDays } from '@opal/store/maintenance/snapshot/snapshot-folders'
import * as z from 'zod'
import { createValueCache } from '../../cache/value-cache.ts'
import { SnapshotNotFoundError } from '../../errors.ts'
import { defineFileRoute, defineRoute, SentAsIs } from '../../http/routes/route.ts'

export const listSnapshotsRoute = defineRoute(listSnapshots, async ({ snapshots }) => ({
  data: snapshots === null ? [] : [...((await listOf(snapshots).getMany(['']))[0] ?? [])],
}))

/** Milliseconds for which a list is kept: a snapshot is taken once a night, and reading them opens sixty files of a store that may be far away. */
const LISTED_MS = 60_000
const listOf = memoize((folder: ObjectFolder) =>
  createValueCache<readonly Snapshot[]>({
    load: async (keys) => {
      const list = await readSnapshots(folder)
      return new Map(keys.map((key) => [key, list]))
    },
    ttlMs: LISTED_MS,
    maxBytes: 1,
    bytesOf: () => 1,
  }),
)

/** Files of a snapshot that its schema.json does not name. */
const ALWAYS = ['schema.json', 'SHA256SUMS']

export const getSnapshotFileRoute = defineFileRoute(
  getSnapshotFile,
  async ({ snapshots }, { params: { day, file } }) => {
    const snapshot = snapshots === null ? null : await readSnapshot(snapshots, day)
    const isNamed = snapshot?.files.some((each) => each.file === file) === true || ALWAYS.includes(file)
    if (snapshots === null || snapshot === null || !isNamed) throw new SnapshotNotFoundError(day, file)
    const opened = await snapshots.open(`${day}/${file}`).catch(() => null)
    if (opened === null) throw new SnapshotNotFoundError(day, file)
    return new SentAsIs(opened.body, {
      'content-type': 'application/octet-stream',
      'content-length': String(opened.bytes),
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
async function readSnapshots(folder: ObjectFolder): Promise<readonly Snapshot[]> {
  const days = (await snapshotDays(folder)).toReversed().slice(0, MAX_SNAPSHOTS)
  const read = await Promise.all(days.map((day) => readSnapshot(folder, day)))
  return read.flatMap((snapshot) => snapshot ?? [])
}

/** One of them; null when there is none of that day, or it is broken. */
async function readSnapshot(folder: ObjectFolder, day: string): Promise<Snapshot | null> {
  try {
    const opened = await folder.open(`${day}/schema.json`)
    if (opened === null) return null
    if (opened.bytes > MAX_SCHEMA_BYTES) {
      opened.body.destroy()
      return null
    }
    const parsed = schemaFile.safeParse(await json(opened.body))
    if (!parsed.success) return null
    const { version, atMicros, files } = parsed.data
    return { day, version, atMicros, files }
  } catch {
    return null
  }
}
