import type { RawTransaction } from '@opal/chain/stream/split-response'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS, type RawBatch, takeBatches } from './take-batches.ts'

function message(from: number, count: number): readonly RawTransaction[] {
  return Array.from({ length: count }, (_, index) => ({ version: BigInt(from + index), bytes: new Uint8Array(10) }))
}

async function* messagesOf(...counts: readonly number[]): AsyncGenerator<readonly RawTransaction[]> {
  let from = 0
  for (const count of counts) {
    yield message(from, count)
    from += count
  }
}

async function collect(batches: AsyncIterable<RawBatch>): Promise<readonly RawBatch[]> {
  const all: RawBatch[] = []
  for await (const batch of batches) all.push(batch)
  return all
}

function ignore(): void {}

test('messages that are there are joined up to the limit, in order and without loss', async () => {
  const limits = { ...DEFAULT_LIMITS, maxTransactions: 5, lingerMs: 1_000 }
  const batches = await collect(takeBatches(messagesOf(2, 2, 2, 1, 3), ignore, limits))
  expect(batches.map((batch) => batch.length)).toEqual([6, 4])
  expect(batches.flat().map(({ version }) => version)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n])
})

test('bytes bound a batch as well', async () => {
  const limits = { ...DEFAULT_LIMITS, maxBytes: 15, lingerMs: 1_000 }
  const batches = await collect(takeBatches(messagesOf(1, 1, 1), ignore, limits))
  expect(batches.map((batch) => batch.length)).toEqual([2, 1])
})

test('a consumer who leaves ends a stream that has nothing to say', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  async function* silent(): AsyncGenerator<readonly RawTransaction[]> {
    yield message(0, 1)
    await ended
  }
  const seen: RawBatch[] = []
  for await (const batch of takeBatches(silent(), end)) {
    seen.push(batch)
    break
  }
  expect(seen).toHaveLength(1)
})

test('an error of the stream is met after what came before it', async () => {
  async function* broken(): AsyncGenerator<readonly RawTransaction[]> {
    yield message(0, 1)
    throw new Error('lost')
  }
  const batches = takeBatches(broken(), ignore, { ...DEFAULT_LIMITS, lingerMs: 0 })
  await expect(collect(batches)).rejects.toThrow('lost')
})
