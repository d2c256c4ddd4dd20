import { setImmediate } from 'node:timers/promises'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { appendChanges } from '@opal/store/testing/append-changes'
import { createTestStore } from '@opal/store/testing/test-store'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type ChangeBatch, createChangeRelay } from './change-relay.ts'

const change = {
  version: 1n,
  at_micros: 7n,
  collection_id: EXAMPLE.collectionId,
  kind: 'tokens_change',
  payload: {},
} as const

/** Time for which other calls repeat, unless the call under test is answered first. */
const FLOOD_MS = 30_000

// @feature operate.replicas
test('a caller that wants the newest state waits for two reads of the feed at most, however often others ask', async () => {
  await using store = await createTestStore()
  const emitted: string[] = []
  const relay = createChangeRelay({
    context: { store, marketplaces: [], nowMicros: () => 0n, log: pino({ level: 'silent' }) },
    emit: ({ id }) => void emitted.push(id),
  })
  await relay.wake()
  await appendChanges(store, [change])
  let isAnswered = false
  const flood = async () => {
    for (const until = performance.now() + FLOOD_MS; performance.now() < until; await setImmediate()) {
      if (isAnswered) return 'answered'
      void relay.wake()
    }
    return 'kept waiting'
  }
  const flooding = flood()
  expect(await relay.wake()).toBe(true)
  isAnswered = true
  expect(await flooding).toBe('answered')
  expect(emitted).toHaveLength(1)
})

/** Time that a message takes which many sockets are sent. */
const MESSAGE_MS = 2
const MESSAGES = 200

// @feature operate.replicas
test.each(['the store', 'another process'])(
  'other calls are answered between messages that many sockets are sent, which stay in order and are sent once: from %s',
  async (source) => {
    await using store = await createTestStore()
    const sent: string[] = []
    const context = { store, marketplaces: [], nowMicros: () => 0n, log: pino({ level: 'silent' }) }
    const batches: ChangeBatch[] = []
    const reader = createChangeRelay({ context, emit: () => undefined, onRead: (batch) => void batches.push(batch) })
    const relay = createChangeRelay({
      context,
      emit: ({ id }) => {
        for (const until = performance.now() + MESSAGE_MS; performance.now() < until; );
        sent.push(id)
      },
    })
    await Promise.all([reader.wake(), relay.wake()])
    await appendChanges(store, Array(MESSAGES).fill(change))
    await reader.wake()
    const [batch] = batches
    let between = 0
    let isSent = false
    const others = async () => {
      while (!isSent) {
        await setImmediate()
        if (sent.length === 0 || sent.length === MESSAGES) continue
        between += 1
        // Who joins a room now is sent all that follows, and its acknowledgement says so.
        expect(String(relay.lastId)).toBe(sent.at(-1))
        if (between === 5) void relay.wake()
      }
    }
    const answered = others()
    if (source === 'another process' && batch !== undefined) expect(relay.take(batch)).toBe(true)
    expect(await relay.wake()).toBe(true)
    isSent = true
    await answered
    expect(between).toBeGreaterThan(10)
    expect(sent).toEqual(batch?.messages.map(({ id }) => id))
  },
)
