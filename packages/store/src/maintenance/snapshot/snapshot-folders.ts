import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectFolder, StoredObject } from '@opal/runtime/objects/object-folder'

/** Matches objects of nightly snapshots, which are folders named by their day in UTC. */
const DAY = /^(\d{4}-\d{2}-\d{2})\//
/** Last file of a snapshot; a folder without it is an incomplete upload. */
const LAST = 'schema.json'

/** Returns the days of complete snapshots, oldest first; empty if the folder does not exist yet. */
export async function snapshotDays(folder: ObjectFolder): Promise<readonly string[]> {
  const objects = await folder.list('')
  const days = objects.flatMap(({ name }) => (name.endsWith(`/${LAST}`) ? (DAY.exec(name)?.[1] ?? []) : []))
  return [...new Set(days)].sort()
}

/** Matches the files of a snapshot, also of one that was broken off. Others may use the folder as well, and name theirs by days. */
const WRITTEN = /^(\d{4}-\d{2}-\d{2})(\.partial)?\/(?:\w+\.\w+\.csv\.gz|schema\.json|SHA256SUMS)$/
/** Age from which an incomplete snapshot counts as left behind, milliseconds: none takes longer. */
const ABANDONED_MS = 24 * 60 * 60_000

/**
 * Removes all nightly snapshots but the newest ones, and what is left of those that were broken off; other files remain.
 * @param retained number of snapshots to keep
 * @returns removed days
 */
export async function pruneSnapshots(folder: ObjectFolder, retained: number): Promise<readonly string[]> {
  const days = await snapshotDays(folder)
  const old = days.slice(0, Math.max(0, days.length - retained))
  const isOver = ({ name, changedMs }: StoredObject): boolean => {
    const [, day, partial] = WRITTEN.exec(name) ?? []
    if (day === undefined || old.includes(day)) return day !== undefined
    return (partial !== undefined || !days.includes(day)) && Date.now() - changedMs > ABANDONED_MS
  }
  const over = (await folder.list('')).filter(isOver).map(({ name }) => name)
  await folder.remove(over.filter((name) => !name.endsWith(`/${LAST}`)))
  await folder.remove(over.filter((name) => name.endsWith(`/${LAST}`)))
  return old
}

/** Uploads a snapshot from a local folder, until the signal. */
export async function uploadSnapshot(
  folder: ObjectFolder,
  day: string,
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  const files = await readdir(directory)
  for (const file of [...files.filter((name) => name !== LAST), LAST])
    await folder.upload(`${day}/${file}`, join(directory, file), signal)
}
