import { setImmediate as turn } from 'node:timers/promises'
import { responseWith } from '@opal/chain/testing/raw-transaction'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { createTestStore } from '@opal/store/testing/test-store'
import { expect, test } from 'vitest'
import { offerHistory } from '../../testing/offer-history.ts'
import { rowsOf, runIndexer, undisturbed } from '../../testing/running-indexer.ts'

const MESSAGE = 100
/** Three times what is taken before it can be written. */
const HISTORY = offerHistory(6_000)
/** An unknown field of 1 MB, which pads a response: those that are not taken are more than any buffer on the way. */
const PADDING = Buffer.concat([Buffer.from([0xfa, 0x07, 0x80, 0x80, 0x40]), Buffer.alloc(1 << 20)])

test('applies backpressure to the server while the database is slow, and then writes everything', async () => {
  await using store = await createTestStore()
  let sent = 0
  const held = Promise.withResolvers<void>()
  await using server = await startStreamServer(async ({ startingVersion, send, drained }) => {
    for (let from = Number(startingVersion); from < HISTORY.length; from += MESSAGE) {
      sent = from + MESSAGE
      if (send(Buffer.concat([responseWith(HISTORY.slice(from, sent)), PADDING]))) continue
      const caughtUp = drained()
      await Promise.race([caughtUp, turns(2_000).then(held.resolve)])
      await caughtUp
    }
  })
  const lock = await store.pool.connect()
  await lock.query('begin; lock table chain.transactions')
  await using indexer = await runIndexer(store.connectionString, server.address)
  await held.promise
  const { queuedTransactions, nextVersion } = (await indexer.ready()).health
  expect(nextVersion).toBe('0')
  expect(queuedTransactions).toBeGreaterThan(0)
  expect(queuedTransactions).toBeLessThanOrEqual(sent)
  expect(sent).toBeLessThan(HISTORY.length)

  await lock.query('rollback')
  lock.release()
  const health = await indexer.until((now) => now.nextVersion === String(HISTORY.length))
  expect([health.lastProblem, health.queuedTransactions]).toEqual([null, 0])
  expect(await rowsOf(store.connectionString)).toEqual(await undisturbed(HISTORY))
})

/** Runs the event loop `count` times. */
async function turns(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await turn()
}
