/** Replicas, and other processes of the API, have caught up with it by then. */
const SEEN_FOR_MS = 10_000
const COOKIE = 'opal.seen'
/** Least time between two writes of the cookie: live messages may be many. */
const STORE_EVERY_MS = 250

let seen: { readonly version: bigint; readonly atMs: number } | null = null
let storing: ReturnType<typeof setTimeout> | null = null

/**
 * Notes the ledger version of a change that this page shows: answers from before it would take the change back. Pages that the server
 * renders for this browser read it from a cookie.
 */
export function noteSeenVersion(version: bigint): void {
  if (seen !== null && version < seen.version) return
  seen = { version, atMs: performance.now() }
  if (storing !== null) return
  store()
  storing = setTimeout(() => {
    storing = null
    store()
  }, STORE_EVERY_MS)
}

/** Returns the newest version that was seen a moment ago, which calls of the API then name; null where there is none. */
export function seenVersion(): bigint | null {
  return seen !== null && performance.now() - seen.atMs < SEEN_FOR_MS ? seen.version : null
}

function store(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  document.cookie = `${COOKIE}=${seen?.version}; path=/; max-age=${SEEN_FOR_MS / 1_000}; samesite=lax`
}

/** Reads the version that a browser has seen from its cookie header; null where it names none. */
export function readSeenVersion(cookieHeader: string | null): bigint | null {
  const [, version] = /(?:^|;\s*)opal\.seen=(\d{1,20})(?:;|$)/.exec(cookieHeader ?? '') ?? []
  return version === undefined ? null : BigInt(version)
}
