import { errorCode, MarketError } from '@opal/domain/errors'

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

/** A commit that no standby has confirmed: the primary has it, and a failover may lose it. */
export class UnreplicatedCommitError extends MarketError {
  override readonly code = 'database-unavailable'
  override readonly retryable = true
  constructor() {
    super('The database could not store this safely. Look whether it was stored before you try again.')
  }
}

/** A connection that is to write leads to a standby: the primary has changed. */
export class StandbyError extends MarketError {
  override readonly code = 'database-unavailable'
  override readonly retryable = true
  constructor() {
    super('The database is changing its primary. Try again shortly.')
  }
}

/** A replica has not replayed yet what has to be read: the writer has to be asked. */
export class ReplicaBehindError extends MarketError {
  override readonly code = 'database-unavailable'
  override readonly retryable = true
  constructor() {
    super('This replica of the database is behind.')
  }
}

const OWN_ERRORS = [UnreplicatedCommitError, StandbyError, ReplicaBehindError]

/** Returns whether the database was unreachable, failed over, or went away during the query. The query may be retried. */
export function isDatabaseAway(error: unknown): boolean {
  if (OWN_ERRORS.some((kind) => error instanceof kind) || AWAY.test(errorCode(error) ?? '')) return true
  return error instanceof Error && (REFUSED.test(error.message) || LOST_CONNECTION.test(error.message))
}

/** Returns whether the server certainly executed nothing: there was no connection, or it refused the statement. */
export function wasNotExecuted(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  if (REFUSED_BY_SERVER.test(code) || (NOT_CONNECTED.test(code) && !isOfOpenConnection(error))) return true
  return error instanceof Error && REFUSED.test(error.message)
}

/** Returns whether a statement that writes was sent to a server that only reads: a standby, or a former primary. */
export function isReadOnlyServer(error: unknown): boolean {
  return errorCode(error) === READ_ONLY
}

/** read_only_sql_transaction */
const READ_ONLY = '25006'

/** Codes of PostgreSQL: 57P03 (starts up), 53300 (too many connections), 25006 (a standby was to write). */
const REFUSED_BY_SERVER = /^(57P03|53300|25006)$/
/** Codes of the system for a connection that is not made. */
const NOT_CONNECTED = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Returns whether a connection broke that was open: some codes are the same when a machine goes, and the statement was sent. */
function isOfOpenConnection(error: unknown): boolean {
  const { syscall } = error as { readonly syscall?: unknown }
  return syscall === 'read' || syscall === 'write'
}

/**
 * These, connections that break, and of PostgreSQL: class 08, 57P01, 57P02 and 57P05 (shut down, crashed, idle for too long), 25P03
 * (idle in a transaction for too long).
 * @source https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08[0-9A-Z]{3}|57P0[1235]|53300|25006|25P03)$/

/** Messages of the driver, which come without a code, for statements that were not sent. */
const REFUSED =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout|Client (has encountered a connection error|was closed) and is not queryable)/

/** Messages of the driver for statements that may have been executed, and for pools that are closed. */
const LOST_CONNECTION =
  /^(Connection terminated|Query read timeout|Cannot use a pool after calling end on the pool|driver has already been destroyed)/
