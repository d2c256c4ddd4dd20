import { leanScope } from '@opal/chain/state/state-scope'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { CHAIN_IDS } from '@opal/domain/network'
import { runs } from '@opal/domain/testing/effort/config'
import { verifyDatabase } from '@opal/indexer/maintenance/verify/verify-database'
import { derivePast } from '@opal/indexer/pipeline/backfill/derive-pass'
import { indexBatch } from '@opal/indexer/pipeline/batches/index-batch'
import { openContext } from '@opal/indexer/pipeline/open-context'
import { prepareBatch } from '@opal/indexer/pipeline/stream/prepare-batch'
import { Progress } from '@opal/indexer/status/progress'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect, type Store } from '@opal/store/driver/connection'
import { settleNextPoints } from '@opal/store/ingest/points/settle-points'
import { closeRawRanges, openRawRanges, openRawWriter } from '@opal/store/ingest/raw/raw-ranges'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { createTestDatabase } from '@opal/store/testing/test-database'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { playedChain } from './testing/played-chain.ts'

const VICTIM = 'opal-victim'
const NO_LOG = pino({ level: 'silent' })

function openStore(databaseUrl: string, applicationName = VICTIM): Store {
  return connect({ connectionString: databaseUrl, applicationName, onError: () => undefined, workload: 'writer' })
}

async function openIndex({ db }: Store) {
  return openContext(db, contractsOf('local'), CHAIN_IDS.local, leanScope('local'))
}

async function indexRowByRow(databaseUrl: string, raw: readonly RawTransaction[], size: number): Promise<void> {
  await using store = openStore(databaseUrl)
  const context = await openIndex(store)
  for (let from = 0; from < raw.length; from += size) {
    const [first, ...rest] = raw.slice(from, from + size)
    if (first !== undefined) await indexBatch(context, [first, ...rest])
  }
}

/** One life of a program that fills the store in two passes, from where it is. @param killedMs null: it may finish. */
async function fill(
  databaseUrl: string,
  raw: readonly RawTransaction[],
  ranges: number,
  killedMs: number | null,
): Promise<boolean> {
  await using store = openStore(databaseUrl)
  const killing = killedMs === null ? null : setTimeout(() => void kill(databaseUrl), killedMs)
  try {
    const context = await openIndex(store)
    if ((await readCheckpoint(store.db, context.stream)) !== null) return true
    const span = {
      stream: context.stream,
      chainId: context.chainId,
      fromVersion: 0n,
      toVersion: BigInt(raw.length),
      ranges,
    }
    for (const range of await openRawRanges(store.db, span)) {
      await using writer = await openRawWriter(databaseUrl, range)
      while (writer.nextVersion < range.to_version) {
        const from = Number(writer.nextVersion)
        const [first, ...rest] = raw.slice(from, Math.min(from + 70, Number(range.to_version)))
        if (first !== undefined) await writer.write(prepareBatch(context.wanted, [first, ...rest]))
      }
    }
    const signal = new AbortController().signal
    const options = {
      connectionString: databaseUrl,
      connections: ranges,
      signal,
      progress: new Progress(),
      log: NO_LOG,
    }
    await derivePast(context, options)
    await closeRawRanges(store.db, context.stream)
    return true
  } catch (error) {
    if (killedMs === null) throw error
    return false
  } finally {
    clearTimeout(killing ?? undefined)
  }
}

/** Cuts every connection of the program. */
async function kill(databaseUrl: string): Promise<void> {
  await using killer = openStore(databaseUrl, 'opal-test')
  await killer.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name in ('${VICTIM}', 'opal-raw', 'opal-derive')`)
}

const seeds = fc.integer({ min: 1, max: 1_000_000 })
const deaths = fc.array(fc.integer({ min: 50, max: 3_000 }), { minLength: 1, maxLength: 3 })

test('a demo market that is filled in two passes has the rows of one that is indexed row by row, despite kills', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 1, max: 4 }), deaths, async (seed, ranges, kills) => {
      await using chain = await playedChain(String(seed))
      await using rowByRow = await createTestDatabase()
      await indexRowByRow(rowByRow.databaseUrl, chain.raw, 100)
      await using filled = await createTestDatabase()
      for (const killedMs of kills) await fill(filled.databaseUrl, chain.raw, ranges, killedMs)
      expect(await fill(filled.databaseUrl, chain.raw, ranges, null)).toBe(true)
      await using left = openStore(rowByRow.databaseUrl, 'opal-test')
      await using right = openStore(filled.databaseUrl, 'opal-test')
      while (await settleNextPoints(left.db));
      const expected = await dumpDatabase(left.db)
      expect(expected['market.sales']?.length).toBeGreaterThan(20)
      expect(await dumpDatabase(right.db)).toEqual(expected)
      const differences: unknown[] = []
      await verifyDatabase({
        databaseUrl: filled.databaseUrl,
        network: 'local',
        onDifference: (difference) => differences.push(difference),
      })
      expect(differences).toEqual([])
    }),
    { numRuns: runs(1, 20) },
  )
})
