/** Returns a day as a date field holds it, in the reader's time zone. @example '2026-12-05' */
export function dateFieldOf(ms: number): string {
  const date = new Date(ms)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** Returns a moment as a field of day and time holds it, in the reader's time zone; with seconds where it has some. */
export function dateTimeFieldOf(ms: number): string {
  const date = new Date(ms)
  const seconds = date.getSeconds() === 0 ? '' : `:${twoDigits(date.getSeconds())}`
  return `${dateFieldOf(ms)}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}${seconds}`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}
