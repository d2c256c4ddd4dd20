/**
 * The code that a caught error carries: of the system (`ENOENT`), of PostgreSQL (`57014`), or of ours (`collection-not-found`).
 * Null where it carries none.
 */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
