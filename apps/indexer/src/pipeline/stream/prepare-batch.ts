import { MalformedTransactionError } from '@opal/chain/chain-errors'
import { readTimestampMicros } from '@opal/chain/skim/read-timestamp'
import { stateChangesOf } from '@opal/chain/state/state-changes-of'
import type { StreamBatch } from '@opal/chain/stream/stream-options'
import { decodeTransaction } from '@opal/chain/transaction/parse-transaction'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import type { StateChanges } from '@opal/domain/state-changes'
import { isUnwritable } from '@opal/store/driver/faults'
import { selectNeeded, type TransactionSelection } from './transaction-selection.ts'

/** A transaction whose state could not be read: the framework or the name service wrote what we do not know, or our own code throws on it. */
export interface UnreadState {
  readonly version: bigint
  /** Empty where the error names none. */
  readonly type: string
  readonly message: string
}

/** A raw batch, skimmed and parsed; what follows needs the store. */
export interface PreparedBatch {
  readonly seen: number
  /** Raw bytes of those that were parsed. */
  readonly bytes: number
  readonly nextVersion: bigint
  /** Chain time of the last transaction, wanted or not. */
  readonly lastTimestampMicros: bigint
  /** Successful wanted transactions, each with its wanted events and changes. */
  readonly transactions: readonly ChainTransaction[]
  /** Changes of the batch to followed state. */
  readonly state: readonly StateChanges[]
  readonly unread: readonly UnreadState[]
}

/** Skims and parses. Pure, so that it can go on while the batch before is being written. @throws MalformedTransactionError */
export function prepareBatch(wanted: TransactionSelection, raw: StreamBatch): PreparedBatch {
  const last = raw.at(-1) ?? raw[0]
  const transactions: ChainTransaction[] = []
  const state: StateChanges[] = []
  const unread: UnreadState[] = []
  let parsed = 0
  let at = raw[0].version
  try {
    for (const { version, bytes } of raw) {
      at = version
      const isWanted = wanted.skim(bytes)
      if (!isWanted && !wanted.wantsAll) continue
      parsed += bytes.length
      const transaction = decodeTransaction(bytes, wanted.wantsResource)
      const changes = readState(transaction, wanted, unread)
      if (changes !== null) state.push(changes)
      if (isWanted && transaction.success) transactions.push(selectNeeded(transaction, wanted))
    }
  } catch (error) {
    // The indexer stops at it, so the operator has to know its version.
    if (!(error instanceof MalformedTransactionError)) throw error
    throw new MalformedTransactionError(error.reason, { version: at, cause: error })
  }
  const lastTimestampMicros = readTimestampMicros(last.bytes)
  const nextVersion = last.version + 1n
  return { seen: raw.length, bytes: parsed, nextVersion, lastTimestampMicros, transactions, state, unread }
}

/** Returns one batch of several that follow each other, at least one. */
export function joinBatches(parts: readonly PreparedBatch[]): PreparedBatch {
  const last = parts.at(-1)
  if (last === undefined) throw new RangeError('A batch is made of one message at least.')
  return {
    seen: parts.reduce((sum, part) => sum + part.seen, 0),
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    nextVersion: last.nextVersion,
    lastTimestampMicros: last.lastTimestampMicros,
    transactions: parts.flatMap((part) => part.transactions),
    state: parts.flatMap((part) => part.state),
    unread: parts.flatMap((part) => part.unread),
  }
}

/** Characters of an error's message, which may quote what a stranger wrote. */
const MAX_MESSAGE = 500

/** An unreadable transaction loses only its own state rows. */
function readState(
  transaction: ChainTransaction,
  wanted: TransactionSelection,
  unread: UnreadState[],
): StateChanges | null {
  try {
    return stateChangesOf(transaction, wanted.state)
  } catch (error) {
    if (!isUnwritable(error)) throw error
    const [type, message] =
      error instanceof DecodeError ? [error.type, error.message] : ['', String(error).slice(0, MAX_MESSAGE)]
    unread.push({ version: transaction.version, type, message })
    return null
  }
}
