/**
 * Returns when a server loaded something, as this device's clock has it: a query whose data is of a time to come is not refetched until that has
 * passed, on a device whose clock is an hour late for an hour.
 */
export function byOwnClock(loadedAt: number): () => number {
  return () => Math.min(loadedAt, Date.now())
}
