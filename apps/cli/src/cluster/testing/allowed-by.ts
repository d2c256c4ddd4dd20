/** Returns what an answer allows pages of other origins: whose may read it, and whether with cookies. */
export const allowedBy = (read: (name: string) => unknown) => ({
  origin: read('access-control-allow-origin'),
  credentials: read('access-control-allow-credentials'),
})
export const NOTHING_ALLOWED = { origin: null, credentials: null }
