import { decodeTransaction } from '@opal/chain/decode-transaction'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { keepWanted } from './keep-wanted.ts'
import type { RawBatch } from './take-batches.ts'
import type { Wanted } from './wanted.ts'

/** A raw batch, skimmed and parsed; what follows needs the store. */
export interface PreparedBatch {
  readonly seen: number
  readonly nextVersion: bigint
  /** Chain time of the last transaction, wanted or not. */
  readonly lastTimestampMicros: bigint
  /** Successful wanted transactions with what is kept of them. */
  readonly transactions: readonly ChainTransaction[]
}

/** Skims and parses. Pure, so that it can go on while the batch before is being written. @throws MalformedTransactionError */
export function prepareBatch(wanted: Wanted, raw: RawBatch): PreparedBatch {
  const last = raw.at(-1) as RawTransaction
  return {
    seen: raw.length,
    nextVersion: last.version + 1n,
    lastTimestampMicros: decodeTransaction(last.bytes, () => false).timestampMicros,
    transactions: raw
      .filter(({ bytes }) => wanted.skim(bytes))
      .map(({ bytes }) => decodeTransaction(bytes, wanted.wantsResource))
      .filter((transaction) => transaction.success)
      .map((transaction) => keepWanted(transaction, wanted)),
  }
}
