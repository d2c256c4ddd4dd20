import { setTimeout as delay } from 'node:timers/promises'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { readRawRanges } from '@opal/store/ingest/raw/raw-ranges'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { createTestStore } from '@opal/store/testing/test-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyDatabase } from '../../maintenance/verify/verify-database.ts'
import { expectRowsDespiteFaults, forkIndexer, type LongHistory, openLongHistory } from '../../testing/long-history.ts'
import { rowsOf, runIndexer } from '../../testing/running-indexer.ts'
import { MAIN_STREAM } from '../open-context.ts'

const COPY = { STREAM_BACKFILL_CALLS: '3', STREAM_BACKFILL_COPY: 'true', STREAM_SILENCE_MS: '1000' }

let history: LongHistory
beforeAll(async () => {
  history = await openLongHistory(10)
})
afterAll(() => history[Symbol.asyncDispose]())

test('a backfill in two passes writes the rows of indexing row by row, despite faults', { timeout: 300_000 }, () =>
  expectRowsDespiteFaults(history, COPY),
)

test.each([
  ['in two passes', COPY],
  ['row by row', { STREAM_BACKFILL_COPY: 'false', STREAM_BACKFILL_CALLS: '1' }],
])(
  'a backfill resumes %s after the indexer was killed in the raw pass',
  {
    timeout: 300_000,
  },
  async (_way, way) => {
    await using store = await createTestStore()
    const gate = { isOpen: false, wait: Promise.withResolvers<void>() }
    // The first range comes whole, the others in part.
    const before = (from: bigint) => (gate.isOpen || from % 5_000n < 3_000n ? Promise.resolve() : gate.wait.promise)
    await using server = await startStreamServer(history.serve(before))
    const settings = { ...COPY, NODE_URL: history.nodeUrl, STREAM_SILENCE_MS: '60000' }
    const ranges = () => readRawRanges(store.db, MAIN_STREAM)
    const copied = async () => (await ranges()).reduce((sum, one) => sum + one.next_version - one.from_version, 0n)
    {
      using program = forkIndexer(store.connectionString, server.address, settings)
      while ((await copied()) < 2_000n) await delay(20)
      await program.kill()
    }
    // Nothing is derived yet, and verify ignores raw rows with gaps between them.
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
      await indexer.until(({ nextVersion }) => nextVersion === history.head)
      expect(await rowsOf(store.connectionString)).toEqual(history.expected)
    }
    // There is a checkpoint, so it continues row by row whatever the configuration says.
    await using indexer = await runIndexer(store.connectionString, server.address, settings)
    await indexer.until(({ nextVersion }) => nextVersion === history.head)
    expect(await ranges()).toEqual([])
  },
)

/** Steps of a backfill with a table that they write, the column of versions, and whether they are written in parts without a rebuild. */
const STEPS = [
  ['the raw rows', 'chain.transactions', 'version', true],
  ['the logs', 'market.order_events', 'version', true],
  ['a later step', 'market.token_offers', 'placed_version', false],
] as const

// @feature operate.refused-transactions
test.each(STEPS)(
  'a backfill ends without the transactions whose rows the database refuses, in %s',
  { timeout: 300_000 },
  async (_, table, column, isInParts) => {
    await using store = await createTestStore()
    await store.pool.query(`
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'refused' using errcode = '22003';
    end $$;
    create trigger refuse before insert on ${table} for each row when (new.${column} in (20, 5000, 5010, 13500))
      execute function public.refuse()`)
    if (isInParts)
      await store.pool.query(
        'create trigger refuse before insert on chain.rebuilds_due for each row execute function public.refuse()',
      )
    await using server = await startStreamServer(history.serve())
    const settings = { ...COPY, NODE_URL: history.nodeUrl }
    for (const start of ['first', 'second']) {
      await using indexer = await runIndexer(store.connectionString, server.address, settings)
      const health = await indexer.until(
        ({ nextVersion, state }) => nextVersion === history.head && state === 'following',
      )
      expect([start, health.unwrittenTransactions, health.lastProblem]).toEqual([start, 4, null])
    }
    const { rows } = await store.pool.query(
      'select version::integer from chain.unwritten_transactions order by version',
    )
    expect(rows.map(({ version }) => version)).toEqual([20, 5_000, 5_010, 13_500])
    const stored = await rowsOf(store.connectionString)
    const raw = history.expected['chain.transactions'] ?? []
    expect(stored['chain.transactions']).toHaveLength(raw.length - (table === 'chain.transactions' ? 4 : 0))
    expect(stored['market.token_offers']).toHaveLength((history.expected['market.token_offers']?.length ?? 0) - 4)
    expect(await readRawRanges(store.db, MAIN_STREAM)).toEqual([])
  },
)
