import { Problem } from '../problem.ts'

/** Place that a database is restored to. Each restore begins another timeline. */
export interface RestoreTarget {
  /** A moment in UTC as pgBackRest reads it, `2026-11-28 03:15:00.123456+00`; null for the last archived commit. */
  readonly time: string | null
  /** Left out: the timeline on which the cluster ran last. */
  readonly timeline?: number
}

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,6})?(Z|[+-]\d\d(?::?\d\d)?)$/

/**
 * Reads the time to restore to.
 * @throws Problem for anything but `latest` or a past time with its zone: without one it would depend on who reads it.
 */
export function restoreTarget(text: string, now: number = Date.now()): RestoreTarget {
  if (text === 'latest') return { time: null }
  const [, date = '', clock = '', fraction = '', zone = ''] = TIME.exec(text) ?? []
  const millis = isDay(date) ? Date.parse(`${date}T${clock}${offsetOf(zone)}`) : Number.NaN
  if (Number.isNaN(millis))
    throw new Problem(
      `--restore-to does not know "${text}": name a time with its seconds and its zone, such as 2026-11-28T03:15:00Z, or latest.`,
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

/** Returns whether a day is in the calendar; `Date` takes 30 February for 2 March. */
function isDay(date: string): boolean {
  const millis = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(millis) && secondOf(millis).startsWith(date)
}

function offsetOf(zone: string): string {
  if (zone === 'Z') return zone
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Returns a moment in UTC as PostgreSQL writes it, without its zone: `2026-11-28 03:15:00`. */
export function secondOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 19).replace('T', ' ')
}
