import { Problem } from '../../problem.ts'

/** Place that a database is restored to. Each restore begins another timeline. */
export interface RestoreTarget {
  /** A moment in UTC as pgBackRest reads it, `2026-11-28 03:15:00.123456+00`; null for the last archived commit. */
  readonly time: string | null
  /** Left out: the timeline on which the cluster ran last. */
  readonly timeline?: number
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?(\.\d{1,6})?)?(?: ?(Z|UTC|[+-]\d\d(?::?\d\d)?))?$/i

const EXAMPLE = '2026-11-28T03:15:00Z, or latest'

/**
 * Reads the time to restore to.
 * @throws Problem for anything but `latest` or a past time with its zone: without one it would depend on who reads it.
 */
export function restoreTarget(text: string, now: number = Date.now()): RestoreTarget {
  if (text === 'latest') return { time: null }
  const [, date = '', clock, seconds, fraction = '', zone] = TIME.exec(text) ?? []
  const given = { 'the time of day': clock, 'the seconds': seconds, 'the zone': zone }
  const missing = Object.entries(given).flatMap(([part, value]) => (value === undefined ? [part] : []))
  if (isDay(date) && missing.length > 0)
    throw new Problem(`--restore-to "${text}" lacks ${missing.join(', ')}: name ${EXAMPLE}.`)
  const millis = isDay(date) ? Date.parse(`${date}T${clock}${seconds}${offsetOf(zone ?? '')}`) : Number.NaN
  if (Number.isNaN(millis))
    throw new Problem(
      `--restore-to does not know "${text}": name a time with its seconds and its zone, such as ${EXAMPLE}.`,
    )
  if (millis > now) throw new Problem(`--restore-to ${text} is in the future: name a past time, or latest.`)
  return { time: `${secondOf(millis)}${fraction}+00` }
}

/**
 * Adds the timeline that a restore follows.
 * @throws Problem for anything but a number.
 */
export function onTimeline(target: RestoreTarget, text: string): RestoreTarget {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Problem(`--timeline does not know "${text}": name a number, as the restore printed it.`)
  return { ...target, timeline: Number(text) }
}

/**
 * Checks before anything is dropped that the archive has what came after a target: recovery ends at the first commit after it, and fails
 * where there is none. What was archived was committed before.
 * @param archivedSeconds when the last segment of the write-ahead log was archived, whole Unix seconds; null where that is not known
 * @throws Problem that says up to when it can be restored.
 */
export function refuseUnarchived(target: RestoreTarget, archivedSeconds: number | null): void {
  if (target.time === null || archivedSeconds === null) return
  const end = (archivedSeconds + 1) * 1_000
  if (millisOf(target.time) >= end)
    throw new Problem(
      `The archive ends at ${secondOf(end)}+00, and --restore-to names a later time: take an earlier one, or latest. Nothing was dropped.`,
    )
}

/** Returns the milliseconds of a target's time. */
export function millisOf(time: string): number {
  return Date.parse(time.replace(' ', 'T').replace(/\+00$/, 'Z'))
}

/** Returns whether a day is in the calendar; `Date` takes 30 February for 2 March. */
function isDay(date: string): boolean {
  const millis = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(millis) && secondOf(millis).startsWith(date)
}

function offsetOf(zone: string): string {
  if (/^(z|utc)$/i.test(zone)) return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Returns a moment in UTC as PostgreSQL writes it, without its zone: `2026-11-28 03:15:00`. */
export function secondOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 19).replace('T', ' ')
}
