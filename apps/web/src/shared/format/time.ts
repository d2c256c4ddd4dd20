/** Chain time as the API carries it: microseconds since 1970, decimal string. */
export type Micros = string

/** @source docs/product/display.md#relative-age */
const UNITS = [
  { suffix: 'Y', seconds: 360n * 86_400n },
  { suffix: 'M', seconds: 30n * 86_400n },
  { suffix: 'd', seconds: 86_400n },
  { suffix: 'h', seconds: 3_600n },
  { suffix: 'm', seconds: 60n },
] as const

/** How long ago, in one unit. A clock that runs behind the chain's reads `0s`. @example formatAge('…', nowMs) // '4h' */
export function formatAge(micros: Micros, nowMs: number): string {
  const seconds = ageSeconds(micros, nowMs)
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds)
  return unit === undefined ? `${seconds}s` : `${seconds / unit.seconds}${unit.suffix}`
}

/** Whole seconds since then; 0 for what a clock behind the chain's takes for the future. */
export function ageSeconds(micros: Micros, nowMs: number): bigint {
  const seconds = (BigInt(Math.floor(nowMs)) - BigInt(micros) / 1000n) / 1000n
  return seconds < 0n ? 0n : seconds
}

/**
 * Formats a day as MM/DD/YYYY in the reader's time zone, as {@link formatMoment} does; a server gives 'UTC'.
 * @source docs/product/display.md#dates
 */
export function formatDate(micros: Micros, timeZone?: string): string {
  return formatter('day', timeZone).format(Number(BigInt(micros) / 1000n))
}

/** The moment in full, in the reader's time zone. @source docs/product/display.md#timestamps */
export function formatMoment(micros: Micros, timeZone?: string): string {
  const parts = formatter('moment', timeZone).formatToParts(Number(BigInt(micros) / 1000n))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return `${part('month')} ${part('day')} ${part('year')} ${part('hour')}:${part('minute')}:${part('second')} ${part('dayPeriod')}`
}

const OPTIONS = {
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  moment: {
    ...{ year: 'numeric', month: 'long', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: true },
  },
} satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached formatter: making one takes longer than a hundred uses of it, and lists are full of dates. */
function formatter(style: keyof typeof OPTIONS, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const cached = formatters.get(key)
  if (cached !== undefined) return cached
  const made = new Intl.DateTimeFormat('en-US', { ...OPTIONS[style], ...(timeZone !== undefined && { timeZone }) })
  formatters.set(key, made)
  return made
}
