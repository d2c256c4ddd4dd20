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
