import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type LedgerNode, startLedgerNode } from '@opal/chain/testing/ledger-node'
import { rawTransaction, responseWith } from '@opal/chain/testing/raw-transaction'
import { behaviours, serveDisturbed } from '@opal/chain/testing/serve-disturbed'
import { servePast } from '@opal/chain/testing/serve-past'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { runs } from '@opal/domain/testing/effort/config'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offerTransaction } from '../../testing/offer-history.ts'
import { indexerEnvironment, rowsOf, runIndexer, undisturbed } from '../../testing/running-indexer.ts'
import { MAIN_STREAM } from '../open-context.ts'

/** One transaction in a hundred is an offer; the indexer skips the others. */
const HISTORY = Array.from({ length: 14_000 }, (_, version) =>
  version % 100 === 0
    ? offerTransaction(version, String(1_000 + version))
    : rawTransaction(BigInt(version), { timestamp: { seconds: '1700000000', nanos: 0 } }),
)
const HEAD = String(HISTORY.length)
const respond = (from: number, to: number) => responseWith(HISTORY.slice(from, to))
const sound = servePast({ length: HISTORY.length, perResponse: 250, respond })
/** Small enough for the ranges to wait for room. */
const SEVERAL = { STREAM_BACKFILL_CALLS: '3', STREAM_BACKFILL_MIB: '1', STREAM_SILENCE_MS: '1000' }

let node: LedgerNode
let expected: Awaited<ReturnType<typeof undisturbed>>
beforeAll(async () => {
  node = await startLedgerNode(() => HISTORY.length - 1_000)
  expected = await undisturbed(HISTORY)
  expect(expected['market.token_offers']).toHaveLength(HISTORY.length / 100)
})
afterAll(() => node[Symbol.asyncDispose]())

describe('a far past, read by several calls', () => {
  test('writes the same rows as one call, despite faults', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(behaviours, { maxLength: 10 }), async (connections) => {
        await using database = await createTestDatabase()
        const disturbed = connections.map((behaviour) => serveDisturbed(HISTORY.length, behaviour, respond))
        await using server = await startStreamServer(...disturbed, sound)
        await using indexer = await runIndexer(database.databaseUrl, server.address, { ...SEVERAL, NODE_URL: node.url })
        await indexer.until(({ nextVersion }) => nextVersion === HEAD)
        expect(server.requested.length).toBeGreaterThan(3)
        expect(await rowsOf(database.databaseUrl)).toEqual(expected)
      }),
      { numRuns: runs(3) },
    )
  })

  test('resumes after the last commit when the indexer is killed or stopped', async () => {
    await using store = await createTestStore()
    const gate = { open: 2_500n, wait: Promise.withResolvers<void>() }
    const before = (from: bigint) => (from < gate.open ? Promise.resolve() : gate.wait.promise)
    await using server = await startStreamServer(
      servePast({ length: HISTORY.length, perResponse: 250, respond, before }),
    )
    const settings = { ...SEVERAL, NODE_URL: node.url, STREAM_SILENCE_MS: '60000' }
    const program = fork(fileURLToPath(new URL('../../main.ts', import.meta.url)), {
      execArgv: [],
      stdio: 'ignore',
      env: { ...indexerEnvironment(store.connectionString, server.address), ...settings, LOG_LEVEL: 'silent' },
    })
    using stack = new DisposableStack()
    stack.defer(() => program.kill('SIGKILL'))
    const reached = async () => Number((await readCheckpoint(store.db, MAIN_STREAM))?.next_version ?? 0)
    while ((await reached()) <= 1_000) await wait(20)
    program.kill('SIGKILL')
    await once(program, 'exit')
    const killedAt = await reached()
    expect(killedAt).toBeLessThanOrEqual(2_500)
    {
      await using indexer = await runIndexer(store.connectionString, server.address, settings)
      gate.open = 3_000n
      await indexer.until(({ nextVersion }) => Number(nextVersion) >= killedAt)
    }
    gate.wait.resolve()
    await using indexer = await runIndexer(store.connectionString, server.address, settings)
    await indexer.until(({ nextVersion }) => nextVersion === HEAD)
    expect(await rowsOf(store.connectionString)).toEqual(expected)
  })

  test('appears in the status; a call of another chain ends the indexer after all earlier rows', async () => {
    await using database = await createTestDatabase()
    const held = Promise.withResolvers<void>()
    const holding = servePast({ length: 2_000, perResponse: 250, respond, before: () => held.promise })
    await using server = await startStreamServer((call) => {
      if (call.startingVersion < 2_000n) holding(call)
      else call.send(responseWith(HISTORY.slice(Number(call.startingVersion), 2_100), 1n))
    })
    await using indexer = await runIndexer(database.databaseUrl, server.address, { ...SEVERAL, NODE_URL: node.url })
    const { backfill } = await indexer.until((health) => health.backfill !== null)
    expect(backfill?.ranges[0]).toEqual({ from: '0', to: '2000', next: '0' })
    expect(await indexer.metrics()).toContain('opal_indexer_backfill_ranges 3')
    held.resolve()
    await expect(indexer.ended).rejects.toMatchObject({ code: 'wrong-chain' })
    expect(await rowsOf(database.databaseUrl)).toEqual(await undisturbed(HISTORY.slice(0, 2_000)))
  })
})
