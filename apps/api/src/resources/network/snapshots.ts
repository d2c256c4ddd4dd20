import { getSnapshotFile, listSnapshots, type Snapshot } from '@opal/contract/network/snapshots'
import { memoize } from '@opal/domain/memoize'
import type { ObjectFolder } from '@opal/runtime/objects/object-folder'
import { snapshotDays } from '@opal/store/maintenance/snapshot/snapshot-folders'
import { createValueCache } from '../../cache/value-cache.ts'
import { SnapshotNotFoundError } from '../../errors.ts'
import { defineFileRoute, defineRoute, SentAsIs } from '../../http/routes/route.ts'
import { readSnapshot } from './read-snapshot.ts'

export const listSnapshotsRoute = defineRoute(listSnapshots, async ({ snapshots, outsideQueue }) => ({
  data: snapshots === null ? [] : [...(await outsideQueue(() => cachedIn(snapshots).listing())).newest],
}))

/** Milliseconds for which a list is kept: a snapshot is taken once a night, and reading them opens sixty files of a store that may be far away. */
const LISTED_MS = 60_000
/** Snapshots whose files are asked for, in memory: as many as there may be. */
const MAX_CACHED = 366

interface Listing {
  /** Of all complete snapshots. */
  readonly days: ReadonlySet<string>
  /** The newest of them. */
  readonly newest: readonly Snapshot[]
}

/** Reads the snapshots of a folder, each at most once a minute. */
const cachedIn = memoize((folder: ObjectFolder) => {
  const listings = createValueCache<Listing>({
    load: async (keys) => {
      const listing = await readListing(folder)
      return new Map(keys.map((key) => [key, listing]))
    },
    ttlMs: LISTED_MS,
    maxBytes: 1,
    bytesOf: () => 1,
  })
  const snapshots = createValueCache<Snapshot>({
    load: async (days) => {
      const read = await Promise.all(days.map((day) => readSnapshot(folder, day)))
      return new Map(read.flatMap((snapshot) => (snapshot === null ? [] : [[snapshot.day, snapshot]])))
    },
    ttlMs: LISTED_MS,
    maxBytes: MAX_CACHED,
    bytesOf: () => 1,
  })
  const listing = async (): Promise<Listing> => {
    const [read] = await listings.getMany([''])
    return read ?? { days: new Set(), newest: [] }
  }
  return {
    listing,
    /** Null when there is none of that day, or it is broken. Of days that anyone makes up nothing is read. */
    ofDay: async (day: string): Promise<Snapshot | null> =>
      (await listing()).days.has(day) ? ((await snapshots.getMany([day]))[0] ?? null) : null,
  }
})

/** Files of a snapshot that its schema.json does not name. */
const ALWAYS = ['schema.json', 'SHA256SUMS']

export const getSnapshotFileRoute = defineFileRoute(
  getSnapshotFile,
  async ({ snapshots }, { params: { day, file } }) => {
    const snapshot = snapshots === null ? null : await cachedIn(snapshots).ofDay(day)
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

/** The newest snapshots of a folder without what is broken, or being removed. */
async function readListing(folder: ObjectFolder): Promise<Listing> {
  const days = await snapshotDays(folder)
  const read = await Promise.all(
    days
      .toReversed()
      .slice(0, MAX_SNAPSHOTS)
      .map((day) => readSnapshot(folder, day)),
  )
  return { days: new Set(days), newest: read.flatMap((snapshot) => snapshot ?? []) }
}
