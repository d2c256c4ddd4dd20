import { errorCode } from '@opal/domain/errors'

/**
 * Returns whether PostgreSQL refused a value, such as a number out of range, an invalid byte or a malformed
 * number. The caller's input is at fault then.
 */
export function isDataFault(error: unknown): boolean {
  return DATA_EXCEPTION.test(errorCode(error) ?? '')
}

/** Returns whether PostgreSQL refused a text for a character that it cannot store, such as NUL. */
export function isCharacterFault(error: unknown): boolean {
  return CHARACTER_FAULTS.has(errorCode(error) ?? '')
}

/** @source https://www.postgresql.org/docs/current/errcodes-appendix.html, class 22 */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/
/** character_not_in_repertoire, untranslatable_character */
const CHARACTER_FAULTS: ReadonlySet<string> = new Set(['22021', '22P05'])

/** Returns whether the database was unreachable or went away during the query. The query may be retried. */
export function isDatabaseAway(error: unknown): boolean {
  if (AWAY.test(errorCode(error) ?? '')) return true
  return error instanceof Error && LOST_CONNECTION.test(error.message)
}

/**
 * Codes of the system for a connection that is not made or breaks, and of PostgreSQL: class 08, 57P01 to 57P03 (shut down,
 * crashed, starting up) and 53300 (too many connections).
 * @source https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08[0-9A-Z]{3}|57P0[123]|53300)$/

/** Messages of the driver that come without a code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end on the pool|driver has already been destroyed)/
