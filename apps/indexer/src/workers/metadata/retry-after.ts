/** A host that asks for more is asked again after this all the same. */
const MAX_SECONDS = 24 * 60 * 60

/**
 * Returns how long a host asks to wait, in seconds: given as a number, or as a date that is compared with our own
 * clock.
 * @param header `Retry-After` as it came; null and whatever is no such header are nothing.
 * @param nowMs milliseconds since 1970.
 * @source RFC 9110, section 10.2.3
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text), MAX_SECONDS)
  // Only dates in HTTP's form: `Date.parse` accepts other texts, which are mistakes of the host.
  if (!/^[A-Za-z]{3,9},? .{5,30}$/.test(text)) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  return Math.min(Math.max(0, Math.ceil((at - nowMs) / 1_000)), MAX_SECONDS)
}
