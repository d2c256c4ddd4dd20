import { expect, test } from 'vitest'
import type { PreparedBatch } from './prepare-batch.ts'
import { type BatchLimits, DEFAULT_LIMITS, takeBatches } from './take-batches.ts'

/** Returns a message of `seen` transactions, of which `wanted` are to be written, ten bytes each. */
function message(from: number, seen: number, wanted = seen): PreparedBatch {
  const transactions = Array.from({ length: wanted }, (_, index) => ({ version: BigInt(from + index) }))
  return {
    seen,
    bytes: wanted * 10,
    nextVersion: BigInt(from + seen),
    lastTimestampMicros: BigInt(from + seen),
    transactions: transactions as unknown as PreparedBatch['transactions'],
    state: [],
    unread: [],
  }
}

async function* messagesOf(...counts: readonly number[]): AsyncGenerator<PreparedBatch> {
  let from = 0
  for (const count of counts) {
    yield message(from, count)
    from += count
  }
}

async function collect(batches: AsyncIterable<PreparedBatch>): Promise<readonly PreparedBatch[]> {
  const all: PreparedBatch[] = []
  for await (const batch of batches) all.push(batch)
  return all
}

function ignore(): void {}
const free = async () => undefined
/** Resolves after everything else that is ready. */
const busy = () => new Promise<void>((resolve) => setImmediate(resolve))
const small: BatchLimits = { ...DEFAULT_LIMITS, maxTransactions: 5 }

test('joins messages in order up to the limit while the writer is busy', async () => {
  const batches = await collect(takeBatches(messagesOf(2, 2, 2, 1, 3), busy, ignore, small))
  expect(batches.map((batch) => batch.seen)).toEqual([6, 4])
  const versions = batches.flatMap(({ transactions }) => transactions.map(({ version }) => version))
  expect(versions).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n])
  expect(batches.map((batch) => batch.nextVersion)).toEqual([6n, 10n])
})

test('limits a batch by bytes and by skimmed transactions too', async () => {
  const bytes = { ...DEFAULT_LIMITS, maxBytes: 15 }
  const batches = await collect(takeBatches(messagesOf(1, 1, 1), busy, ignore, bytes))
  expect(batches.map((batch) => batch.seen)).toEqual([2, 1])
  async function* unwanted(): AsyncGenerator<PreparedBatch> {
    for (let from = 0; from < 6; from += 2) yield message(from, 2, 0)
  }
  const seen = await collect(takeBatches(unwanted(), busy, ignore, { ...DEFAULT_LIMITS, maxSeen: 3 }))
  expect(seen.map((batch) => batch.seen)).toEqual([4, 2])
})

test('gives an idle writer the available message without waiting', async () => {
  const { promise: more, resolve: resume } = Promise.withResolvers<void>()
  async function* slow(): AsyncGenerator<PreparedBatch> {
    yield message(0, 1)
    await more
    yield message(1, 1)
  }
  const batches = takeBatches(slow(), free, ignore)
  expect((await batches.next()).value).toMatchObject({ seen: 1 })
  resume()
  expect((await batches.next()).value).toMatchObject({ nextVersion: 2n })
  await batches.return()
})

test('waits for a large batch while far behind', async () => {
  async function* flowing(): AsyncGenerator<PreparedBatch> {
    for (let from = 0; from < 800; from += 200) {
      await new Promise(setImmediate)
      yield message(from, 200, 50)
    }
  }
  const batches = await collect(takeBatches(flowing(), free, ignore, { ...DEFAULT_LIMITS, idleFrom: 100 }))
  expect(batches.map((batch) => batch.transactions.length)).toEqual([100, 100])
})

test('limits the wait for a batch under a continuous stream', async () => {
  async function* flowing(): AsyncGenerator<PreparedBatch> {
    for (let from = 0; ; from += 200) {
      await new Promise(setImmediate)
      yield message(from, 200, 0)
    }
  }
  const batches = takeBatches(flowing(), free, ignore, { ...DEFAULT_LIMITS, maxSeen: Infinity, maxLingerMs: 20 })
  expect((await batches.next()).done).toBe(false)
  await batches.return()
})

test('ends when the writer fails', async () => {
  const failing = async () => {
    throw new Error('disk full')
  }
  let isCancelled = false
  const batches = takeBatches(messagesOf(1, 1), failing, () => {
    isCancelled = true
  })
  await expect(collect(batches)).rejects.toThrow('disk full')
  expect(isCancelled).toBe(true)
})

test('closes an idle stream when the consumer returns', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  async function* silent(): AsyncGenerator<PreparedBatch> {
    yield message(0, 1)
    await ended
  }
  const seen: PreparedBatch[] = []
  for await (const batch of takeBatches(silent(), free, end)) {
    seen.push(batch)
    break
  }
  expect(seen).toHaveLength(1)
})

test('throws an error of the stream after the messages before it, also with a busy writer', async () => {
  async function* broken(): AsyncGenerator<PreparedBatch> {
    yield message(0, 1)
    yield message(1, 1)
    throw new Error('lost')
  }
  for (const whenFree of [free, busy]) {
    let seen = 0
    const taking = (async () => {
      for await (const batch of takeBatches(broken(), whenFree, ignore)) seen += batch.seen
    })()
    await expect(taking).rejects.toThrow('lost')
    expect(seen).toBe(2)
  }
})
