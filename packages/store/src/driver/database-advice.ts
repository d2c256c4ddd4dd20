import { errorCode, errorMessage } from '@opal/domain/errors'
import { isDatabaseAway } from './faults.ts'

/** SQLSTATEs, and what an operator can do about them. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['28P01', 'correct the user or the password in DATABASE_URL'],
  ['28000', 'correct the user or the password in DATABASE_URL, or allow this user in pg_hba.conf'],
  ['3D000', 'create it, or name another with DATABASE_URL'],
  ['42501', 'name the owner of the database in DATABASE_URL'],
  ['53100', 'free some space on the disk of the database'],
  ['25006', 'name the primary in DATABASE_URL'],
  ['53300', 'end connections, or raise max_connections'],
])

/** Messages of the driver, which have no code. */
const DRIVER_ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^SASL: /, 'write the user and the password into DATABASE_URL'],
  [/^The server does not support SSL connections/, 'remove sslmode from DATABASE_URL'],
]
/** Codes of Node for a certificate that does not fit. */
const CERTIFICATE = /CERT|^UNABLE_TO_VERIFY|^ERR_TLS_/

/** Returns why the database cannot be used, and what an operator can do about it, as a sentence; null for other errors. */
export function databaseAdvice(error: unknown): string | null {
  const code = errorCode(error) ?? ''
  const advice =
    ADVICE.get(code) ??
    DRIVER_ADVICE.find(([message]) => message.test(messageOf(error)))?.[1] ??
    (CERTIFICATE.test(code) ? 'name a database in DATABASE_URL whose certificate is trusted' : null)
  if (advice !== null) return `The database refuses this (${messageOf(error)}): ${advice}.`
  if (!isDatabaseAway(error)) return null
  return `The database does not answer (${messageOf(error)}): start it, or name another with DATABASE_URL.`
}

/** A host with several addresses has an error for each, and no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ')
  return errorMessage(error)
}
