import { decodeTransaction } from '@opal/chain/decode-transaction'
import { stateChangesOf } from '@opal/chain/state/state-changes-of'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors/decode-error'
import type { StateChanges } from '@opal/domain/state-changes'
import { keepWanted } from './keep-wanted.ts'
import type { RawBatch } from './take-batches.ts'
import type { Wanted } from './wanted.ts'

/** A transaction whose state could not be read: the framework or the name service wrote what we do not know. */
export interface UnreadState {
  readonly version: bigint
  readonly type: string
  readonly message: string
}

/** A raw batch, skimmed and parsed; what follows needs the store. */
export interface PreparedBatch {
  readonly seen: number
  readonly nextVersion: bigint
  /** Chain time of the last transaction, wanted or not. */
  readonly lastTimestampMicros: bigint
  /** Successful wanted transactions with what is kept of them. */
  readonly transactions: readonly ChainTransaction[]
  /** What the batch did to the state that is followed. */
  readonly state: readonly StateChanges[]
  readonly unread: readonly UnreadState[]
}

/** Skims and parses. Pure, so that it can go on while the batch before is being written. @throws MalformedTransactionError */
export function prepareBatch(wanted: Wanted, raw: RawBatch): PreparedBatch {
  const last = raw.at(-1) as RawTransaction
  const transactions: ChainTransaction[] = []
  const state: StateChanges[] = []
  const unread: UnreadState[] = []
  for (const { bytes } of raw) {
    const isWanted = wanted.skim(bytes)
    if (!isWanted && !wanted.wantsAll) continue
    const transaction = decodeTransaction(bytes, wanted.wantsResource)
    const changes = readState(transaction, wanted, unread)
    if (changes !== null) state.push(changes)
    if (isWanted && transaction.success) transactions.push(keepWanted(transaction, wanted))
  }
  const lastTimestampMicros = decodeTransaction(last.bytes, () => false).timestampMicros
  return { seen: raw.length, nextVersion: last.version + 1n, lastTimestampMicros, transactions, state, unread }
}

/** What cannot be read costs the state rows of its own transaction only. */
function readState(transaction: ChainTransaction, wanted: Wanted, unread: UnreadState[]): StateChanges | null {
  try {
    return stateChangesOf(transaction, wanted.state)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    unread.push({ version: transaction.version, type: error.type, message: error.message })
    return null
  }
}
