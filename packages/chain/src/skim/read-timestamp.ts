import { microsOfTimestamp } from '@opal/domain/time'
import { ProtoReader } from './proto-reader.ts'

/** @source aptos.transaction.v1.Transaction, aptos.util.timestamp.Timestamp */
const TRANSACTION_TIMESTAMP = 1
const TIMESTAMP = { seconds: 1, nanos: 2 } as const

/** Reads the chain time of a raw transaction in microseconds, without decoding the rest. @throws MalformedTransactionError */
export function readTimestampMicros(transaction: Uint8Array): bigint {
  const reader = new ProtoReader(transaction)
  while (reader.next()) {
    if (reader.field === TRANSACTION_TIMESTAMP) return microsOf(reader.enter())
    reader.skip()
  }
  return 0n
}

function microsOf(timestamp: ProtoReader): bigint {
  let [seconds, nanos] = [0n, 0n]
  while (timestamp.next()) {
    if (timestamp.field === TIMESTAMP.seconds) seconds = timestamp.u64()
    else if (timestamp.field === TIMESTAMP.nanos) nanos = timestamp.u64()
    else timestamp.skip()
  }
  return microsOfTimestamp(BigInt.asIntN(64, seconds), nanos)
}
