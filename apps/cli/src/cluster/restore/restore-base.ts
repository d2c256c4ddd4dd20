import { Problem } from '../../problem.ts'
import { millisOf, type RestoreTarget, secondOf } from './restore-target.ts'

/** A backup of the repository. */
export interface Backup {
  /** The name that pgBackRest gave it. */
  readonly label: string
  /** Unix seconds at which it was complete; null for one that pgBackRest found broken. */
  readonly endSeconds: number | null
  readonly timeline: number
  /** Place in the write-ahead log at which it was complete. */
  readonly endLsn: bigint
}

/** A timeline, and those that led to it, each with the place in the write-ahead log at which it was left. */
export interface Timeline {
  readonly number: number
  readonly leftAt: ReadonlyMap<number, bigint>
}

/**
 * Reads the history that PostgreSQL archives of a timeline: a line `1	0/804F228	reason` for each before it. It names the timeline that was
 * followed before even where recovery ended earlier than that timeline began, so a later line with a lower place also bounds the lines above it.
 */
export function readHistory(number: number, text: string): Timeline {
  const leftAt = new Map<number, bigint>()
  let lowest: bigint | null = null
  for (const [, before, lsn = ''] of [...text.matchAll(/^(\d+)\t([0-9A-F]+\/[0-9A-F]+)/gm)].reverse()) {
    const left = lsnOf(lsn)
    lowest = lowest === null || left < lowest ? left : lowest
    leftAt.set(Number(before), lowest)
  }
  return { number, leftAt }
}

/** Returns a place in the write-ahead log as a number of bytes; PostgreSQL writes its halves in hex. */
export function lsnOf(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * Chooses the backup that a restore begins with: the newest on the way to its timeline that was complete by its time. pgBackRest's own choice
 * knows times alone: after a restore the newest backup may be of what was left behind, which leads nowhere.
 * @returns the backup's label.
 * @throws Problem before anything is dropped where there is none; it says from when on the timeline can be restored.
 */
export function chooseBackup(target: RestoreTarget, backups: readonly Backup[], timeline: Timeline): string {
  const onTheWay = backups
    .flatMap((backup) => (backup.endSeconds === null ? [] : [{ ...backup, endSeconds: backup.endSeconds }]))
    .filter((backup) => isOnTheWay(backup, timeline))
    .toSorted((a, b) => b.endSeconds - a.endSeconds)
  const first = onTheWay.at(-1)
  if (first === undefined)
    throw new Problem(`There is no complete backup of timeline ${timeline.number}: nothing was dropped.`)
  const until = target.time === null ? Number.POSITIVE_INFINITY : millisOf(target.time) / 1_000
  const chosen = onTheWay.find(({ endSeconds }) => endSeconds <= until)
  if (chosen === undefined)
    throw new Problem(
      `The first backup of timeline ${timeline.number} was complete at ${secondOf(first.endSeconds * 1_000)}+00, and --restore-to names an earlier time: nothing was dropped.`,
    )
  return chosen.label
}

function isOnTheWay(backup: Backup, { number, leftAt }: Timeline): boolean {
  if (backup.timeline === number) return true
  const left = leftAt.get(backup.timeline)
  return left !== undefined && backup.endLsn <= left
}
