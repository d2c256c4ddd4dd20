/** Time after which our servers close a connection without requests, milliseconds: the proxies of `deploy/` close theirs to the server before. */
export const KEEP_ALIVE_MS = 72_000
