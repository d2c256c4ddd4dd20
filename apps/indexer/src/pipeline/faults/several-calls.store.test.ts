import { setTimeout as delay } from 'node:timers/promises'
import { responseWith } from '@opal/chain/testing/raw-transaction'
import { servePast } from '@opal/chain/testing/serve-past'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { createTestStore } from '@opal/store/testing/test-store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRowsDespiteFaults, forkIndexer, type LongHistory, openLongHistory } from '../../testing/long-history.ts'
import { rowsOf, runIndexer, undisturbed } from '../../testing/running-indexer.ts'
import { MAIN_STREAM } from '../open-context.ts'

/** Small enough for ranges to wait for memory. */
const SEVERAL = { STREAM_BACKFILL_CALLS: '3', STREAM_BACKFILL_MIB: '1', STREAM_SILENCE_MS: '1000' }

let history: LongHistory
beforeAll(async () => {
  history = await openLongHistory(100)
})
afterAll(() => history[Symbol.asyncDispose]())

describe('a backfill by several calls', () => {
  test('writes the same rows as one call, despite faults', { timeout: 120_000 }, () =>
    expectRowsDespiteFaults(history, SEVERAL),
  )

  test('resumes after the last commit when the indexer is killed or stopped', async () => {
    await using store = await createTestStore()
    const gate = { open: 2_500n, wait: Promise.withResolvers<void>() }
    const before = (from: bigint) => (from < gate.open ? Promise.resolve() : gate.wait.promise)
    await using server = await startStreamServer(history.serve(before))
    const settings = { ...SEVERAL, NODE_URL: history.nodeUrl, STREAM_SILENCE_MS: '60000' }
    const reached = async () => Number((await readCheckpoint(store.db, MAIN_STREAM))?.next_version ?? 0)
    {
      using program = forkIndexer(store.connectionString, server.address, settings)
      while ((await reached()) <= 1_000) await delay(20)
      await program.kill()
    }
    const killedAt = await reached()
    expect(killedAt).toBeLessThanOrEqual(2_500)
    {
      await using indexer = await runIndexer(store.connectionString, server.address, settings)
      gate.open = 3_000n
      await indexer.until(({ nextVersion }) => Number(nextVersion) >= killedAt)
    }
    gate.wait.resolve()
    await using indexer = await runIndexer(store.connectionString, server.address, settings)
    await indexer.until(({ nextVersion }) => nextVersion === history.head)
    expect(await rowsOf(store.connectionString)).toEqual(history.expected)
  })

  test('appears in the status; a call of another chain ends the indexer after all earlier rows', async () => {
    await using database = await createTestDatabase()
    const held = Promise.withResolvers<void>()
    const holding = servePast({ length: 2_000, perResponse: 250, respond: history.respond, before: () => held.promise })
    await using server = await startStreamServer((call) => {
      if (call.startingVersion < 2_000n) holding(call)
      else call.send(responseWith(history.transactions.slice(Number(call.startingVersion), 2_100), 1n))
    })
    await using indexer = await runIndexer(database.databaseUrl, server.address, {
      ...SEVERAL,
      NODE_URL: history.nodeUrl,
    })
    const { backfill } = await indexer.until((health) => health.backfill !== null)
    expect(backfill?.ranges[0]).toEqual({ from: '0', to: '2000', next: '0' })
    expect(await indexer.metrics()).toContain('opal_indexer_backfill_ranges 3')
    held.resolve()
    await expect(indexer.ended).rejects.toMatchObject({ code: 'wrong-chain' })
    expect(await rowsOf(database.databaseUrl)).toEqual(await undisturbed(history.transactions.slice(0, 2_000)))
  })
})
