import { useSite } from '../../app/site.tsx'
import { formatApt } from './apt.ts'
import { formatUsd } from './usd.ts'

/** Returns a formatter of octas in the user's currency, where a text has no markup: names of buttons and dialogs, a chart's axis and readout. */
export function usePriceFormat(): (octas: bigint | string | number | null) => string {
  const { currency, usdRate } = useSite()
  return (value) => {
    if (value === null) return '-'
    const octas = typeof value === 'number' ? BigInt(Math.round(value)) : BigInt(value)
    return currency === 'USD' ? formatUsd(octas, usdRate) : `${formatApt(octas)} APT`
  }
}

/** Converts chain time to milliseconds, for an axis. */
export function toMillis(micros: string): number {
  return Number(BigInt(micros) / 1000n)
}

/** Formats chain time in UTC, for tables and files. @example isoTime('1763136000000000') // '2025-11-14 16:00:00' */
export function isoTime(micros: string): string {
  return new Date(toMillis(micros)).toISOString().slice(0, 19).replace('T', ' ')
}

const DAY = { month: 'short', day: 'numeric' } as const
const HOUR = { hour: '2-digit', minute: '2-digit', hour12: false } as const

/** Returns a formatter of axis ticks in the local time zone: the hour for the window `1d`, else the day. */
export function axisTime(window: string): (millis: number) => string {
  const format = new Intl.DateTimeFormat('en-US', window === '1d' ? HOUR : DAY)
  return (millis) => format.format(millis)
}

/** Formats a time for a chart's readout. */
export function readTime(millis: number): string {
  return new Intl.DateTimeFormat('en-US', { ...DAY, ...HOUR, year: 'numeric' }).format(millis)
}
