import { createStreamClient } from './open-call.ts'
import { readRange } from './read-range.ts'
import type { StreamBatch, StreamOptions } from './stream-options.ts'

/**
 * Yields all transactions from a version on, in order, each once, by one call at a time. Pulls at the
 * consumer's pace and reconnects by itself with the next version.
 * @param toVersion first version that is not delivered; null: without end.
 * @throws StreamGapError when the server jumps over the same versions again and again; WrongChainError,
 * StreamRefusedError, MalformedTransactionError without a retry.
 */
export async function* streamTransactions(
  options: StreamOptions,
  toVersion: bigint | null = null,
): AsyncGenerator<StreamBatch, void, void> {
  const client = createStreamClient(options)
  try {
    yield* readRange(client, options, { from: options.fromVersion, to: toVersion })
  } finally {
    client.close()
  }
}
