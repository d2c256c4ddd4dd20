/** `repeated Transaction transactions = 1`, length-delimited. */
const TRANSACTION_TAG = 0x0a
/** `optional uint64 chain_id = 2`, varint. */
const CHAIN_ID_TAG = 0x10

/** A `TransactionsResponse` around transactions that are already encoded. */
export function encodeResponse(transactions: readonly Uint8Array[], chainId: number): Buffer {
  const parts = transactions.flatMap((bytes) => [encodeVarint(TRANSACTION_TAG), encodeVarint(bytes.length), bytes])
  return Buffer.concat([...parts, encodeVarint(CHAIN_ID_TAG), encodeVarint(chainId)])
}

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  bytes.push(rest)
  return Uint8Array.from(bytes)
}
