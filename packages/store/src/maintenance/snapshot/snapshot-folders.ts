import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectFolder } from '@opal/runtime/objects/object-folder'

/** Snapshots of a schedule are folders named by their day, UTC. */
const DAY = /^(\d{4}-\d{2}-\d{2})\//
/** Written last: without it a folder holds the rest of an upload that was broken off. */
const LAST = 'schema.json'

/** Returns days of which there is a snapshot, oldest first; none where there is no folder yet. */
export async function snapshotDays(folder: ObjectFolder): Promise<readonly string[]> {
  const objects = await folder.list('')
  const days = objects.flatMap(({ name }) => (name.endsWith(`/${LAST}`) ? (DAY.exec(name)?.[1] ?? []) : []))
  return [...new Set(days)].sort()
}

/** Leaves the newest so many, and removes the rest. What is no snapshot of a schedule stays. */
export async function pruneSnapshots(folder: ObjectFolder, retained: number): Promise<readonly string[]> {
  const days = await snapshotDays(folder)
  const old = days.slice(0, Math.max(0, days.length - retained))
  for (const day of old) {
    const names = (await folder.list(`${day}/`)).map(({ name }) => name)
    await folder.remove(names.filter((name) => !name.endsWith(`/${LAST}`)))
    await folder.remove([`${day}/${LAST}`])
  }
  return old
}

/** Stores a snapshot that was written to a folder of this machine. */
export async function uploadSnapshot(folder: ObjectFolder, day: string, directory: string): Promise<void> {
  const files = await readdir(directory)
  for (const file of files.filter((name) => name !== LAST)) await folder.upload(`${day}/${file}`, join(directory, file))
  await folder.upload(`${day}/${LAST}`, join(directory, LAST))
}
