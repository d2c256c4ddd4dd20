import { addAbortSignal } from 'node:stream'
import { json } from 'node:stream/consumers'
import { type Snapshot, snapshotFile } from '@opal/contract/network/snapshots'
import type { ObjectFolder } from '@opal/runtime/objects/object-folder'
import * as z from 'zod'

/** A schema.json is some ten kilobytes. */
const MAX_SCHEMA_BYTES = 4 * 1024 * 1024
/** Longest reading of one, milliseconds: a store may begin to answer and not end, and everyone who asks for snapshots waits for it. */
const READ_MS = 5_000

const schemaFile = z.object({
  format: z.literal('opal-snapshot/1'),
  version: z.string().nullable(),
  atMicros: z.string().nullable(),
  files: z.array(snapshotFile),
})

/** Reads the snapshot of a day; null where there is none, it is broken, or its store does not send it in time. @param maxMs for tests */
export async function readSnapshot(
  folder: Pick<ObjectFolder, 'open'>,
  day: string,
  maxMs = READ_MS,
): Promise<Snapshot | null> {
  try {
    const opened = await folder.open(`${day}/schema.json`)
    if (opened === null) return null
    if (opened.bytes > MAX_SCHEMA_BYTES) {
      opened.body.destroy()
      return null
    }
    const sent = addAbortSignal(AbortSignal.timeout(maxMs), opened.body)
    const parsed = schemaFile.safeParse(await json(sent))
    if (!parsed.success) return null
    const { version, atMicros, files } = parsed.data
    return { day, version, atMicros, files }
  } catch {
    return null
  }
}
