/** Limits of one response. */
export interface BatchLimits {
  readonly transactions: number
  /** A single larger transaction still goes out, alone. */
  readonly bytes: number
  /** Transactions in the whole stream; null runs without end. */
  readonly total: bigint | null
}

/** Cuts the ledger's chunks into answers within the limits; what a chunk holds is passed on without waiting for more. */
export async function* batchTransactions(
  chunks: AsyncIterable<readonly Uint8Array[]>,
  limits: BatchLimits,
): AsyncGenerator<readonly Uint8Array[]> {
  let left = limits.total
  for await (const chunk of chunks) {
    const wanted = left === null || left >= BigInt(chunk.length) ? chunk : chunk.slice(0, Number(left))
    yield* cutChunk(wanted, limits)
    if (left !== null) left -= BigInt(wanted.length)
    if (left === 0n) return
  }
}

function* cutChunk(chunk: readonly Uint8Array[], limits: BatchLimits): Generator<readonly Uint8Array[]> {
  let batch: Uint8Array[] = []
  let size = 0
  for (const bytes of chunk) {
    if (batch.length === limits.transactions || (batch.length > 0 && size + bytes.length > limits.bytes)) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(bytes)
    size += bytes.length
  }
  if (batch.length > 0) yield batch
}
