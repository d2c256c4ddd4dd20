import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Snapshot, snapshotFile } from '@opal/contract/snapshots'
import { snapshotDays } from '@opal/store/maintenance/snapshot/snapshot-folders'
import * as z from 'zod'

/** More nights than are told of. */
const MOST = 60
/** A schema.json is some ten kilobytes. */
const MOST_BYTES = 4 * 1024 * 1024

const schemaFile = z.object({
  format: z.literal('opal-snapshot/1'),
  version: z.string().nullable(),
  atMicros: z.string().nullable(),
  files: z.array(snapshotFile),
})

/** The newest snapshots of a folder. What is broken, or being removed, is left out. */
export async function readSnapshots(directory: string): Promise<readonly Snapshot[]> {
  const days = (await snapshotDays(directory)).toReversed().slice(0, MOST)
  const read = await Promise.all(days.map((day) => readSnapshot(directory, day)))
  return read.flatMap((snapshot) => snapshot ?? [])
}

/** One of them; null when there is none of that day, or it is broken. */
export async function readSnapshot(directory: string, day: string): Promise<Snapshot | null> {
  const path = join(directory, day, 'schema.json')
  try {
    if ((await stat(path)).size > MOST_BYTES) return null
    const parsed = schemaFile.safeParse(JSON.parse(await readFile(path, 'utf8')))
    if (!parsed.success) return null
    const { version, atMicros, files } = parsed.data
    return { day, version, atMicros, files }
  } catch {
    return null
  }
}
