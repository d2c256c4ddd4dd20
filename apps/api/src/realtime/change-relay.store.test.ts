import { setImmediate } from 'node:timers/promises'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { appendChanges } from '@opal/store/testing/append-changes'
import { createTestStore } from '@opal/store/testing/test-store'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createChangeRelay } from './change-relay.ts'

/** Others ask for so long, unless the call under test is answered first. */
const FLOOD_MS = 5_000

// @feature operate.replicas
test('who asks for what is newest waits for two reads of the feed at most, however often others ask', async () => {
  await using store = await createTestStore()
  const emitted: string[] = []
  const relay = createChangeRelay({
    context: { store, marketplaces: [], nowMicros: () => 0n, log: pino({ level: 'silent' }) },
    emit: ({ id }) => void emitted.push(id),
  })
  await relay.wake()
  const change = {
    version: 1n,
    at_micros: 7n,
    collection_id: EXAMPLE.collectionId,
    kind: 'tokens_change',
    payload: {},
  } as const
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
