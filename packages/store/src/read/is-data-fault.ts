/**
 * Did PostgreSQL refuse a value: a number out of its range, a byte that no text may have, a word that is no number?
 * Then whoever gave the value is to be told, and nothing is wrong with us.
 */
export function isDataFault(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' && DATA_EXCEPTION.test(code)
}

/** @source https://www.postgresql.org/docs/current/errcodes-appendix.html, class 22 */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/
