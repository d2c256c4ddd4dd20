import { withoutReload } from '../failures/reload-on-missing-chunk.ts'

/** The browser's Network Information, where it offers any. */
interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** @source docs/product/site.md#prefetch */
const IDLE_WITHIN_MS = 2000

/** Returns whether prefetching is skipped: on slow connections and in data saver mode. @source docs/product/site.md#prefetch */
export function isSpared(connection: Connection | undefined): boolean {
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '')
}

/**
 * Fetches chunks that are likely needed next when the browser is idle. Ignores failures: a missing chunk is fetched when it is
 * needed.
 */
export function prefetchWhenIdle(target: Window, parts: readonly (() => Promise<unknown>)[]): void {
  const { connection } = target.navigator as Navigator & { readonly connection?: Connection }
  if (isSpared(connection)) return
  const fetchAll = () => {
    for (const part of parts) part().catch(withoutReload)
  }
  // Safari has no idle callback; there the time-out alone decides.
  if (typeof target.requestIdleCallback === 'function') {
    target.requestIdleCallback(fetchAll, { timeout: IDLE_WITHIN_MS })
  } else {
    target.setTimeout(fetchAll, IDLE_WITHIN_MS)
  }
}
