import { expect, test } from 'vitest'
import { turns } from '../testing/serve-disturbed.ts'
import { WaitingRange, type Weighed } from './waiting-range.ts'

const never = new AbortController().signal
const RANGE = { from: 0n, to: 100n }

/** Returns parts of one version each, with these weights, and counts how many were taken. */
function sourceOf(weights: readonly number[], failure?: Error) {
  const taken = { count: 0 }
  async function* source(): AsyncGenerator<Weighed<number>> {
    for (const [index, bytes] of weights.entries()) {
      taken.count += 1
      yield { value: index, next: BigInt(index + 1), bytes }
    }
    if (failure !== undefined) throw failure
  }
  return { taken, source: source() }
}

async function collect(handed: AsyncIterable<number>): Promise<readonly number[]> {
  const values: number[] = []
  for await (const value of handed) values.push(value)
  return values
}

test('messages are handed over in order, and the source is not read while the bound is reached', async () => {
  const { taken, source } = sourceOf([10, 10, 10, 10, 10])
  const range = new WaitingRange(RANGE, source, { maxBytes: 25, signal: never })
  await turns(20)
  expect([taken.count, range.waitingBytes, range.next]).toEqual([2, 20, 2n])
  const handed = range.handOver()
  expect((await handed.next()).value).toBe(0)
  await turns(20)
  expect([taken.count, range.waitingBytes]).toEqual([3, 20])
  expect(await collect(handed)).toEqual([1, 2, 3, 4])
  expect([range.waitingBytes, range.next]).toEqual([0, 5n])
  await range.ended
})

test('a part larger than the bound is taken alone', async () => {
  const { taken, source } = sourceOf([90, 90, 90])
  const range = new WaitingRange(RANGE, source, { maxBytes: 25, signal: never })
  await turns(20)
  expect(taken.count).toBe(1)
  expect(await collect(range.handOver())).toEqual([0, 1, 2])
})

test('an error is met behind what came before it', async () => {
  const { source } = sourceOf([1, 1], new Error('cut'))
  const range = new WaitingRange(RANGE, source, { maxBytes: 25, signal: never })
  await range.ended
  expect(range.next).toBe(2n)
  const seen: number[] = []
  const taking = (async () => {
    for await (const value of range.handOver()) seen.push(value)
  })()
  await expect(taking).rejects.toThrow('cut')
  expect(seen).toEqual([0, 1])
})

test('the signal ends a reader that waits for room and one that waits for a message', async () => {
  const stop = new AbortController()
  const full = new WaitingRange(RANGE, sourceOf([10, 10, 10]).source, { maxBytes: 10, signal: stop.signal })
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* silent(): AsyncGenerator<Weighed<number>> {
    await promise
    yield { value: 0, next: 1n, bytes: 1 }
  }
  const empty = new WaitingRange(RANGE, silent(), { maxBytes: 10, signal: stop.signal })
  const waiting = empty.handOver().next()
  await turns(20)
  stop.abort()
  await full.ended
  expect((await waiting).done).toBe(true)
  expect(await collect(full.handOver())).toEqual([])
  resolve()
  await empty.ended
})
