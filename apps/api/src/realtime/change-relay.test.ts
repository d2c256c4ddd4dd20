import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChangeBatch, createFeedReader } from './change-relay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const batch: ChangeBatch = { after: '1', last: '2', messages: [] }

function setUp(isFollowing: boolean, takes = true) {
  const relay = { wake: vi.fn(async () => true), take: vi.fn(() => takes) }
  return { relay, reader: createFeedReader(relay, () => isFollowing) }
}

test('a process that does not follow reads immediately', async () => {
  const { relay, reader } = setUp(false)
  await reader.notify()
  expect(relay.wake).toHaveBeenCalledOnce()
})

test('a follower reads the feed only when no batch arrives', async () => {
  const { relay, reader } = setUp(true)
  await reader.notify()
  await reader.notify()
  reader.receive(batch)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(relay.take).toHaveBeenCalledWith(batch)
  expect(relay.wake).not.toHaveBeenCalled()
  await reader.notify()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(relay.wake).toHaveBeenCalledOnce()
})

test('a follower reads after a batch with a gap before it, and never once it is disposed', async () => {
  const { relay, reader } = setUp(true, false)
  await reader.notify()
  reader.receive(batch)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(relay.wake).toHaveBeenCalledOnce()
  await reader.notify()
  reader[Symbol.dispose]()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(relay.wake).toHaveBeenCalledOnce()
})
