/** Replicas, and other processes of the API, have caught up with it by then. */
const SEEN_FOR_MS = 10_000

let seen: { readonly version: bigint; readonly atMs: number } | null = null

/** Notes the ledger version of a change that this page shows: answers from before it would take the change back. */
export function noteSeenVersion(version: bigint): void {
  if (seen === null || version >= seen.version) seen = { version, atMs: performance.now() }
}

/** Returns the newest version that was seen a moment ago, which calls of the API then name; null where there is none. */
export function seenVersion(): bigint | null {
  return seen !== null && performance.now() - seen.atMs < SEEN_FOR_MS ? seen.version : null
}
