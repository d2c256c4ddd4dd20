import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChangeBatch, createFeedReader } from './change-relay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const batch: ChangeBatch = { after: '1', last: '2', messages: [] }

function setUp(isFollowing: boolean, takes = true) {
  const pump = { wake: vi.fn(async () => true), take: vi.fn(() => takes) }
  return { pump, reader: createFeedReader(pump, () => isFollowing) }
}

test('who follows nobody reads at once', async () => {
  const { pump, reader } = setUp(false)
  await reader.ring()
  expect(pump.wake).toHaveBeenCalledOnce()
})

test('who follows reads only what does not come', async () => {
  const { pump, reader } = setUp(true)
  await reader.ring()
  await reader.ring()
  reader.hear(batch)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(pump.take).toHaveBeenCalledWith(batch)
  expect(pump.wake).not.toHaveBeenCalled()
  await reader.ring()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(pump.wake).toHaveBeenCalledOnce()
})

test('what comes with a gap before it does not end the waiting, and nothing happens after the end', async () => {
  const { pump, reader } = setUp(true, false)
  await reader.ring()
  reader.hear(batch)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(pump.wake).toHaveBeenCalledOnce()
  await reader.ring()
  reader[Symbol.dispose]()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(pump.wake).toHaveBeenCalledOnce()
})
