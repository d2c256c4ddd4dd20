/** What a browser may tell of its connection. */
interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** @source docs/product/site.md#prefetch */
const IDLE_WITHIN_MS = 2000

/** Would fetching ahead cost this reader? @source docs/product/site.md#prefetch */
export function isSpared(connection: Connection | undefined): boolean {
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '')
}

/**
 * Fetches parts of the program that are likely wanted next, when the browser has nothing else to do. One that cannot be
 * had is asked for again when it is needed.
 */
export function prefetchWhenIdle(target: Window, parts: readonly (() => Promise<unknown>)[]): void {
  const { connection } = target.navigator as Navigator & { readonly connection?: Connection }
  if (isSpared(connection)) return
  const fetchAll = () => {
    for (const part of parts) part().catch(() => {})
  }
  // Safari has no idle callback; there the time-out alone decides.
  if (typeof target.requestIdleCallback === 'function') {
    target.requestIdleCallback(fetchAll, { timeout: IDLE_WITHIN_MS })
  } else {
    target.setTimeout(fetchAll, IDLE_WITHIN_MS)
  }
}
