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
import { readRawRanges } from '@opal/store/ingest/raw/raw-ranges'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyDatabase } from '../../maintenance/verify/verify-database.ts'
import { offerTransaction } from '../../testing/offer-history.ts'
import { indexerEnvironment, rowsOf, runIndexer, undisturbed } from '../../testing/running-indexer.ts'
import { MAIN_STREAM } from '../open-context.ts'

/** One transaction in ten is an offer; the indexer skips the others. */
const HISTORY = Array.from({ length: 14_000 }, (_, version) =>
  version % 10 === 0
    ? offerTransaction(version, String(1_000 + version))
    : rawTransaction(BigInt(version), { timestamp: { seconds: '1700000000', nanos: 0 } }),
)
const HEAD = String(HISTORY.length)
const respond = (from: number, to: number) => responseWith(HISTORY.slice(from, to))
const sound = servePast({ length: HISTORY.length, perResponse: 250, respond })
const COPY = { STREAM_BACKFILL_CALLS: '3', STREAM_BACKFILL_COPY: 'true', STREAM_SILENCE_MS: '1000' }

let node: LedgerNode
let expected: Awaited<ReturnType<typeof undisturbed>>
beforeAll(async () => {
  node = await startLedgerNode(() => HISTORY.length - 1_000)
  expected = await undisturbed(HISTORY)
  expect(expected['market.token_offers']).toHaveLength(HISTORY.length / 10)
})
afterAll(() => node[Symbol.asyncDispose]())

test('a past in two strokes leaves the rows of one that is indexed as it comes, despite faults', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(behaviours, { maxLength: 10 }), async (connections) => {
      await using store = await createTestStore()
      const disturbed = connections.map((behaviour) => serveDisturbed(HISTORY.length, behaviour, respond))
      await using server = await startStreamServer(...disturbed, sound)
      {
        await using indexer = await runIndexer(store.connectionString, server.address, { ...COPY, NODE_URL: node.url })
        await indexer.until(({ nextVersion }) => nextVersion === HEAD)
      }
      expect(server.requested.length).toBeGreaterThan(3)
      expect(await rowsOf(store.connectionString)).toEqual(expected)
    }),
    { numRuns: runs(3) },
  )
})

test.each([
  ['in two strokes', COPY],
  ['row by row', { STREAM_BACKFILL_COPY: 'false', STREAM_BACKFILL_CALLS: '1' }],
])(
  'an indexer that is killed while it writes raw rows leaves what another goes on with %s',
  {
    timeout: 300_000,
  },
  async (_way, way) => {
    await using store = await createTestStore()
    const gate = { isOpen: false, wait: Promise.withResolvers<void>() }
    // The first range comes whole, the others in part.
    const before = (from: bigint) => (gate.isOpen || from % 5_000n < 3_000n ? Promise.resolve() : gate.wait.promise)
    await using server = await startStreamServer(
      servePast({ length: HISTORY.length, perResponse: 250, respond, before }),
    )
    const settings = { ...COPY, NODE_URL: node.url, STREAM_SILENCE_MS: '60000' }
    const ranges = () => readRawRanges(store.db, MAIN_STREAM)
    const copied = async () => (await ranges()).reduce((sum, one) => sum + one.next_version - one.from_version, 0n)
    const program = fork(fileURLToPath(new URL('../../main.ts', import.meta.url)), {
      execArgv: [],
      stdio: 'ignore',
      env: { ...indexerEnvironment(store.connectionString, server.address), ...settings, LOG_LEVEL: 'silent' },
    })
    using stack = new DisposableStack()
    stack.defer(() => program.kill('SIGKILL'))
    while ((await copied()) < 2_000n) await wait(20)
    program.kill('SIGKILL')
    await once(program, 'exit')
    // Nothing is derived yet, and raw rows that have gaps between them are no input.
    expect(await readCheckpoint(store.db, MAIN_STREAM)).toBeNull()
    const differences: unknown[] = []
    const verified = await verifyDatabase({
      databaseUrl: store.connectionString,
      network: 'local',
      onDifference: (difference) => differences.push(difference),
    })
    expect([verified.transactions, differences]).toEqual([0, []])
    gate.isOpen = true
    gate.wait.resolve()
    {
      await using indexer = await runIndexer(store.connectionString, server.address, { ...settings, ...way })
      await indexer.until(({ nextVersion }) => nextVersion === HEAD)
      expect(await rowsOf(store.connectionString)).toEqual(expected)
    }
    // There is a checkpoint, so it continues row by row whatever the configuration says.
    await using indexer = await runIndexer(store.connectionString, server.address, settings)
    await indexer.until(({ nextVersion }) => nextVersion === HEAD)
    expect(await ranges()).toEqual([])
  },
)
