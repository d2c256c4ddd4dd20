import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Snapshots of a schedule are folders named by their day, UTC. */
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns days of which there is a snapshot, oldest first; none where there is no folder yet. */
export async function snapshotDays(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => DAY.test(name)).sort()
}

/** Leaves the newest so many. What is no snapshot of a schedule stays. */
export async function pruneSnapshots(directory: string, retained: number): Promise<readonly string[]> {
  const days = await snapshotDays(directory)
  const old = days.slice(0, Math.max(0, days.length - retained))
  for (const day of old) await rm(join(directory, day), { recursive: true, force: true })
  return old
}
