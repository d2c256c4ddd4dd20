import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { versions } from '../testing/responses.ts'
import { behaviours, serveDisturbed, turns } from '../testing/serve-disturbed.ts'
import { servePast } from '../testing/serve-past.ts'
import { streamOptionsFor } from '../testing/stream-options-for.ts'
import { startStreamServer } from '../testing/stream-server.ts'
import type { StreamBatch } from './stream-options.ts'
import { streamPast } from './stream-past.ts'

const BYTES = 1_000

const scene = fc.record({
  length: fc.integer({ min: 1, max: 9_000 }),
  calls: fc.integer({ min: 1, max: 4 }),
  /** Messages that may wait, per call. */
  messages: fc.integer({ min: 0, max: 12 }),
  /** Turns of the event loop that the consumer takes for a message. */
  consumer: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 10 }),
  connections: fc.array(behaviours, { maxLength: 12 }),
})

test('delivers every transaction once and in order, within the byte limit, for any ranges, faults and speeds', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ length, calls, messages, consumer, connections }) => {
      const disturbed = connections.map((behaviour) => serveDisturbed(length, behaviour))
      await using server = await startStreamServer(...disturbed, servePast({ length, perResponse: 400 }))
      let [waiting, peak] = [0, 0]
      const past = streamPast({
        ...streamOptionsFor(server.address, { silenceMs: 400 }),
        toVersion: BigInt(length),
        calls,
        maxBytes: messages * calls * BYTES,
        take: (batch: StreamBatch) => {
          waiting += BYTES
          peak = Math.max(peak, waiting)
          return batch
        },
        bytesOf: () => BYTES,
      })
      const seen: bigint[] = []
      for await (const batch of past) {
        waiting -= BYTES
        seen.push(...batch.map(({ version }) => version))
        await turns(consumer[seen.length % consumer.length] ?? 0)
      }
      expect(seen).toEqual(versions(0, length - 1))
      expect(peak).toBeLessThanOrEqual(Math.max(messages, 2) * calls * BYTES)
    }),
    { numRuns: runs(10, 250) },
  )
})
