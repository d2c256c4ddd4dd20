import { join } from 'node:path'
import { leanScope } from '@opal/chain/state/state-scope'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { sample } from '@opal/domain/testing/effort/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import type { Database } from '@opal/store/driver/connection'
import { readDecodeResumes } from '@opal/store/ingest/stream/decode-resumes'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import { dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { decodeStops } from '@opal/store/schema/stream'
import { insertRows } from '@opal/store/testing/insert-rows'
import { createTestStore } from '@opal/store/testing/test-store'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { readRecorded } from '../../maintenance/replay/recorded.ts'
import { offerHistory, offerTransaction } from '../../testing/offer-history.ts'
import { indexBatch } from '../batches/index-batch.ts'
import { openContext } from '../open-context.ts'
import { resumeStopped } from './resume-stopped.ts'

const log = pino({ level: 'silent' })
type Network = 'local' | 'mainnet'
const chainIds = { local: 4, mainnet: 1 } as const

const open = (db: Database, network: Network) =>
  openContext(db, contractsOf(network), chainIds[network], leanScope(network))

async function withStore<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  await using store = await createTestStore()
  return await work(store.db)
}

async function index(db: Database, network: Network, transactions: readonly RawTransaction[]): Promise<void> {
  for (const transaction of transactions) await indexBatch(await open(db, network), [transaction])
}

/** Stops a marketplace by hand, as if its decoder had met something at this version. */
async function stopAt(db: Database, marketplace: string, version: bigint): Promise<void> {
  const at = { marketplace, version, event_index: 0, event_type: 'unknown', message: 'by the test' }
  await insertRows({ db }, decodeStops, [at])
}

describe.skipIf(!hasRecordedData)('a resumed marketplace has the rows of an undisturbed one', () => {
  const transactions = hasRecordedData
    ? readRecorded(join(RECORDED_DATA_DIR, 'mainnet-transactions')).transactions.toSorted((a, b) =>
        a.version < b.version ? -1 : 1,
      )
    : []
  const marketplaces = contractsOf('mainnet').map(({ adapter }) => adapter.id)
  const first = transactions[0]?.version ?? 0n
  let whole: Awaited<ReturnType<typeof dumpDatabase>>

  beforeAll(async () => {
    whole = await withStore(async (db) => {
      await index(db, 'mainnet', transactions)
      return dumpDatabase(db)
    })
  })

  test.each(sample([...marketplaces, 'chain'], 2))('%s, stopped from the beginning', async (marketplace) => {
    await withStore(async (db) => {
      await stopAt(db, marketplace, first)
      await index(db, 'mainnet', transactions)
      await resumeStopped(await open(db, 'mainnet'), log, { part: 7 })
      expect(await dumpDatabase(db)).toEqual(whole)
    })
  })

  test('two of them in sequence, with interrupted parts', async () => {
    await withStore(async (db) => {
      const [one = '', two = ''] = marketplaces
      await stopAt(db, one, first)
      await stopAt(db, two, first)
      await index(db, 'mainnet', transactions)
      let parts = 0
      for (let run = 0; run === 0 || (await readDecodeResumes(db)).length > 0; run += 1) {
        let reports = 0
        const crash = () => {
          reports += 1
          // The first report is of where it resumes.
          if (reports === 1) return
          parts += 1
          throw new Error('killed')
        }
        await resumeStopped(await open(db, 'mainnet'), log, { part: 5, onResume: crash }).catch(() => undefined)
      }
      expect(parts).toBeGreaterThan(4)
      expect(await readStoredStops(db)).toEqual([])
      expect(await dumpDatabase(db)).toEqual(whole)
    })
  })
})

describe('resuming', () => {
  const offers = async (db: Database) => {
    const rows = await db.selectFrom('market.order_events').select('version').orderBy('version').execute()
    return rows.map((row) => Number(row.version))
  }

  test('stops between two parts on abort, and resumes the next time', async () => {
    await withStore(async (db) => {
      await stopAt(db, 'opal', 3n)
      await index(db, 'local', offerHistory(10))
      expect(await offers(db)).toEqual([])
      const ending = new AbortController()
      const reached: (bigint | null)[] = []
      await resumeStopped(await open(db, 'local'), log, {
        part: 2,
        signal: ending.signal,
        onResume: (_marketplace, nextVersion) => {
          reached.push(nextVersion)
          if (reached.length === 2) ending.abort()
        },
      })
      expect(reached).toEqual([3n, 5n])
      expect(await offers(db)).toEqual([3, 4])
      expect(await readDecodeResumes(db)).toEqual([{ marketplace: 'opal', next_version: 5n }])
      await resumeStopped(await open(db, 'local'), log, { part: 2 })
      expect(await offers(db)).toEqual([3, 4, 5, 6, 7, 8, 9])
      expect(await readDecodeResumes(db)).toEqual([])
    })
  })

  test('stops at the next undecodable event', async () => {
    await withStore(async (db) => {
      await stopAt(db, 'opal', 2n)
      await index(db, 'local', offerHistory(10).with(6, offerTransaction(6, 'six')))
      const context = await open(db, 'local')
      await resumeStopped(context, log, { part: 3 })
      expect(await offers(db)).toEqual([2, 3, 4, 5])
      expect(await readStoredStops(db)).toMatchObject([{ marketplace: 'opal', version: 6n }])
      expect(await readDecodeResumes(db)).toEqual([])
      expect([...context.stopped]).toEqual(['opal'])
    })
  })
})
