import { DecodeError, errorCode, InvalidAddressError, InvalidAmountError, MarketError } from '@opal/domain/errors'
import { FractionalNumberError } from '../errors.ts'

/**
 * Returns whether PostgreSQL refused a value, such as a number out of range, an invalid byte or a malformed
 * number. The caller's input is at fault then.
 */
export function isDataFault(error: unknown): boolean {
  return DATA_EXCEPTION.test(errorCode(error) ?? '')
}

/** SQLSTATE of a statement that ran out of time. */
const QUERY_CANCELLED = '57014'

/** Returns whether PostgreSQL cut a statement off at its time limit. */
export function isOutOfTime(error: unknown): boolean {
  return errorCode(error) === QUERY_CANCELLED
}

/**
 * Returns whether something cannot be written for what it holds, so that trying again cannot help: PostgreSQL refuses its rows, or our own code
 * throws as it decodes it or computes rows of it.
 */
export function isUnwritable(error: unknown): boolean {
  return isRefusedData(error) || THROWN_ON_DATA.some((kind) => error instanceof kind)
}

/** Errors of the language and of our parsers. Those of connections, locks and the system are of other kinds. */
const THROWN_ON_DATA = [
  TypeError,
  RangeError,
  ReferenceError,
  SyntaxError,
  URIError,
  DecodeError,
  InvalidAddressError,
  InvalidAmountError,
  FractionalNumberError,
]

/**
 * Returns whether PostgreSQL refuses rows for what they hold, so that trying again cannot help: a value out of range, a broken constraint, two
 * rows of one key, or a value that is beyond a limit of the program, such as an index row. Connections, locks, disks and privileges are none of these.
 */
export function isRefusedData(error: unknown): boolean {
  return REFUSED_DATA.test(errorCode(error) ?? '')
}

/** Returns whether PostgreSQL refused a text for a character that it cannot store, such as NUL. */
export function isCharacterFault(error: unknown): boolean {
  return CHARACTER_FAULTS.has(errorCode(error) ?? '')
}

/** @source https://www.postgresql.org/docs/current/errcodes-appendix.html, class 22 */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/
/** Classes 21 (cardinality violation), 22 (data exception), 23 (integrity constraint violation), 54 (program limit exceeded). */
const REFUSED_DATA = /^(21|22|23|54)[0-9A-Z]{3}$/
/** character_not_in_repertoire, untranslatable_character */
const CHARACTER_FAULTS: ReadonlySet<string> = new Set(['22021', '22P05'])

/** No standby confirmed a commit: it is stored on the primary, and a failover may lose it. */
export class UnreplicatedCommitError extends MarketError {
  override readonly code = 'database-unavailable'
  override readonly retryable = true
  constructor() {
    super('The database could not store this safely. Look whether it was stored before you try again.')
  }
}

/** A connection for writing leads to a standby, because the primary has changed. */
export class StandbyError extends MarketError {
  override readonly code = 'database-unavailable'
  override readonly retryable = true
  constructor() {
    super('The database is changing its primary. Try again shortly.')
  }
}

/** A replica is too far behind for a read; the primary has to answer. */
export class ReplicaBehindError extends MarketError {
  override readonly code = 'database-unavailable'
  override readonly retryable = true
  constructor() {
    super('This replica of the database is behind.')
  }
}

const OWN_ERRORS = [UnreplicatedCommitError, StandbyError, ReplicaBehindError]

/** Returns whether the database was unreachable, failed over, or shut down during the query. The query may be retried. */
export function isDatabaseAway(error: unknown): boolean {
  if (OWN_ERRORS.some((kind) => error instanceof kind) || AWAY.test(errorCode(error) ?? '')) return true
  return error instanceof Error && (REFUSED.test(error.message) || LOST_CONNECTION.test(error.message))
}

/**
 * Returns whether a prepared statement was refused because a migration has changed its columns. The connection refuses it from then on, however often
 * it is repeated.
 */
export function isOutdatedPlan(error: unknown): boolean {
  // The message is localized; the name of the routine is not.
  return errorCode(error) === '0A000' && (error as { readonly routine?: unknown }).routine === 'RevalidateCachedQuery'
}

/** Returns whether the server certainly executed nothing: there was no connection, or it rejected the statement. */
export function wasNotExecuted(error: unknown): boolean {
  if (isOutdatedPlan(error)) return true
  const code = errorCode(error) ?? ''
  if (REFUSED_BY_SERVER.test(code) || (NOT_CONNECTED.test(code) && !isOfOpenConnection(error))) return true
  return error instanceof Error && REFUSED.test(error.message)
}

/** Returns whether a write was sent to a read-only server: a standby, or a former primary. */
export function isReadOnlyServer(error: unknown): boolean {
  return errorCode(error) === READ_ONLY
}

/** read_only_sql_transaction */
const READ_ONLY = '25006'

/** SQLSTATEs: 57P03 (starting up), 53300 (too many connections), 25006 (write on a standby). */
const REFUSED_BY_SERVER = /^(57P03|53300|25006)$/
/** System error codes of failed connection attempts. */
const NOT_CONNECTED = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Returns whether an open connection broke after the statement was sent. A failed attempt can have the same code. */
function isOfOpenConnection(error: unknown): boolean {
  const { syscall } = error as { readonly syscall?: unknown }
  return syscall === 'read' || syscall === 'write'
}

/**
 * The codes above, broken connections, and SQLSTATEs: class 08, 57P01, 57P02 and 57P05 (shutdown, crash, idle session timeout), 25P03
 * (idle in transaction timeout).
 * @source https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08[0-9A-Z]{3}|57P0[1235]|53300|25006|25P03)$/

/** Driver messages (they have no code) for statements that were not sent. */
const REFUSED =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout|Client (has encountered a connection error|was closed) and is not queryable)/

/** Driver messages for statements that may have been executed, and for closed pools. */
const LOST_CONNECTION =
  /^(Connection terminated|Query read timeout|Cannot use a pool after calling end on the pool|driver has already been destroyed)/
