import { errorCode } from '@opal/domain/errors'

/**
 * Did PostgreSQL refuse a value: a number out of its range, a byte that no text may have, a word that is no number?
 * Then whoever gave the value is to be told, and nothing is wrong with us.
 */
export function isDataFault(error: unknown): boolean {
  return DATA_EXCEPTION.test(errorCode(error) ?? '')
}

/** Did PostgreSQL refuse a text for a character that no text of it may have, such as NUL? */
export function isCharacterFault(error: unknown): boolean {
  return CHARACTER_FAULTS.has(errorCode(error) ?? '')
}

/** @source https://www.postgresql.org/docs/current/errcodes-appendix.html, class 22 */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/
/** character_not_in_repertoire, untranslatable_character */
const CHARACTER_FAULTS: ReadonlySet<string> = new Set(['22021', '22P05'])

/**
 * Could the database not be reached, or did it go away while it was asked? Then nothing is wrong with the question, and it
 * may be asked again.
 */
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
