import { MICROS_PER_SECOND } from '@opal/domain/time'

/** Chain time of the API: microseconds since 1970, a decimal string. */
export type Micros = string

/** @source docs/product/display.md#relative-age */
const UNITS = [
  { suffix: 'Y', seconds: 360n * 86_400n },
  { suffix: 'M', seconds: 30n * 86_400n },
  { suffix: 'd', seconds: 86_400n },
  { suffix: 'h', seconds: 3_600n },
  { suffix: 'm', seconds: 60n },
] as const

/** Formats the time since then in one unit; `0s` when the local clock is behind the chain's. @example formatAge('…', nowMs) // '4h' */
export function formatAge(micros: Micros, nowMs: number): string {
  const seconds = ageSeconds(micros, nowMs)
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds)
  return unit === undefined ? `${seconds}s` : `${seconds / unit.seconds}${unit.suffix}`
}

/** Returns the whole seconds since then; 0 when the local clock is behind the chain's. */
export function ageSeconds(micros: Micros, nowMs: number): bigint {
  const seconds = (BigInt(Math.floor(nowMs)) - BigInt(micros) / 1000n) / 1000n
  return seconds < 0n ? 0n : seconds
}

/** Formats the time until a Unix second in one unit; 'now' once it is reached. @example formatTimeLeft('120', 0) // 'in 2m' */
export function formatTimeLeft(seconds: string, nowMs: number): string {
  const left = BigInt(seconds) - BigInt(Math.floor(nowMs / 1_000))
  if (left <= 0n) return 'now'
  const [minutes, hours] = [left / 60n, left / 3_600n]
  if (minutes === 0n) return 'in <1m'
  if (minutes < 60n) return `in ${minutes}m`
  return hours < 48n ? `in ${hours}h` : `in ${hours / 24n}d`
}

/**
 * Formats a day as MM/DD/YYYY in the local time zone, as {@link formatMoment} does; the server passes 'UTC'.
 * @source docs/product/display.md#dates
 */
export function formatDate(micros: Micros, timeZone?: string): string {
  return formatter('day', timeZone).format(dateMsOf(micros))
}

/**
 * Formats a day and its minute in the local time zone.
 * @example formatMinute('1709302205000000', 'UTC') // '03/01/2024, 2:10 PM'
 * @source docs/product/display.md#dates
 */
export function formatMinute(micros: Micros, timeZone?: string): string {
  // Newer browsers separate the hour from AM and PM by a narrow space.
  return formatter('minute', timeZone).format(dateMsOf(micros)).replace('\u202f', ' ')
}

/** Formats a Unix second as its minute, with the time zone: for a moment that is chosen. @example '12/05/2026, 5:24 PM (UTC)' */
export function formatZonedMinute(seconds: string | bigint): string {
  return `${formatMinute(String(BigInt(seconds) * MICROS_PER_SECOND))} (${new Intl.DateTimeFormat().resolvedOptions().timeZone})`
}

/** Formats the full timestamp in the local time zone. @source docs/product/display.md#timestamps */
export function formatMoment(micros: Micros, timeZone?: string): string {
  const parts = formatter('moment', timeZone).formatToParts(dateMsOf(micros))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return `${part('month')} ${part('day')} ${part('year')} ${part('hour')}:${part('minute')}:${part('second')} ${part('dayPeriod')}`
}

/** The last moment that a date can have, in milliseconds: in the year 275760. */
const LAST_MS = 8_640_000_000_000_000n

/** Returns the milliseconds of a moment, or of the last one that can be formatted: anyone can write later ones to the chain. */
function dateMsOf(micros: Micros): number {
  const ms = BigInt(micros) / 1000n
  return Number(ms < LAST_MS ? ms : LAST_MS)
}

const OPTIONS = {
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  minute: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  },
  moment: {
    year: 'numeric',
    month: 'long',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  },
} satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached formatter: creating one costs more than a hundred uses, and lists are full of dates. */
function formatter(style: keyof typeof OPTIONS, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const cached = formatters.get(key)
  if (cached !== undefined) return cached
  const made = new Intl.DateTimeFormat('en-US', { ...OPTIONS[style], ...(timeZone !== undefined && { timeZone }) })
  formatters.set(key, made)
  return made
}
