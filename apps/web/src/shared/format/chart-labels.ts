import { useSite } from '../../app/site.tsx'
import { formatApt } from './apt.ts'
import { formatUnits } from './decimal.ts'
import { formatUsd } from './usd.ts'

/** Writes octas for a chart's axis and read-outs, in the reader's currency. */
export function usePriceWords(): (octas: bigint | string | number | null) => string {
  const { preferences, usdRate } = useSite()
  return (value) => {
    if (value === null) return '-'
    const octas = typeof value === 'number' ? BigInt(Math.round(value)) : BigInt(value)
    return preferences.currency === 'USD' ? formatUsd(octas, usdRate) : `${formatApt(octas)} APT`
  }
}

/** Octas as a plain number of APT to the last octa: for tables and files. */
export function plainApt(octas: bigint | string | null): string {
  return octas === null ? '' : formatUnits(BigInt(octas), 8)
}

/** Milliseconds of a chain time, for an axis. */
export function toMillis(micros: string): number {
  return Number(BigInt(micros) / 1000n)
}

/** A chain time for tables and files, UTC. @example isoTime('1763136000000000') // '2025-11-14 16:00:00' */
export function isoTime(micros: string): string {
  return new Date(toMillis(micros)).toISOString().slice(0, 19).replace('T', ' ')
}

const DAY = { month: 'short', day: 'numeric' } as const
const HOUR = { hour: '2-digit', minute: '2-digit', hour12: false } as const

/** A moment on the axis, in the reader's time zone: the hour where the axis spans `1d`, else the day. */
export function axisTime(window: string): (millis: number) => string {
  const format = new Intl.DateTimeFormat('en-US', window === '1d' ? HOUR : DAY)
  return (millis) => format.format(millis)
}

/** A moment in a read-out. */
export function readTime(millis: number): string {
  return new Intl.DateTimeFormat('en-US', { ...DAY, ...HOUR, year: 'numeric' }).format(millis)
}
