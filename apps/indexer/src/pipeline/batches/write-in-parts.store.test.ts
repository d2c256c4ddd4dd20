import { responseWith } from '@opal/chain/testing/raw-transaction'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { InvalidAddressError, InvalidAmountError } from '@opal/domain/errors'
import { runs } from '@opal/domain/testing/effort/config'
import type { Store } from '@opal/store/driver/connection'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import { dumpTables } from '@opal/store/maintenance/inspect/table-rows'
import { DERIVED_TABLES } from '@opal/store/schema/table-groups'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { HISTORY, indexInParts, LENGTH, noted, openLocal, position } from '../../testing/indexed-offers.ts'
import { offerHistory, offerTransaction } from '../../testing/offer-history.ts'
import { runIndexer } from '../../testing/running-indexer.ts'
import { rebuild, rebuildIfDue } from '../derive/rebuild.ts'
import { resumeStopped } from '../derive/resume-stopped.ts'
import type { IndexContext } from './index-batch.ts'

const log = pino({ level: 'silent' })

/** Has the database refuse what is derived of some versions. @param rawRefused versions whose raw rows it refuses, too */
async function refuse(
  store: Store,
  versions: readonly number[],
  { sqlstate = '22003', rawRefused = [] }: { readonly sqlstate?: string; readonly rawRefused?: readonly number[] } = {},
): Promise<void> {
  await store.pool.query(`
    create sequence if not exists public.refusals;
    create or replace function public.refuse() returns trigger language plpgsql as $$
    begin
      if new.version = any (tg_argv[0]::bigint[]) then
        perform nextval('public.refusals');
        raise exception 'refused: %', new.version using errcode = '${sqlstate}';
      end if;
      return new;
    end $$;
    create or replace trigger refuse before insert on market.order_events
      for each row execute function public.refuse('{${versions.join(',')}}');
    create or replace trigger refuse before insert on chain.transactions
      for each row execute function public.refuse('{${rawRefused.join(',')}}')`)
}

async function accept(store: Store): Promise<void> {
  await store.pool.query(
    'drop trigger refuse on market.order_events; drop trigger refuse on chain.transactions; drop function public.refuse',
  )
}

/** Where our own code throws on what a transaction holds: as its events are read, or as its rows are computed of them. */
type Place = 'decoding' | 'folding'

/** Has our own code throw on some versions. */
function throwing(versions: readonly number[], place: Place, error: () => Error) {
  return (context: IndexContext): IndexContext => ({
    ...context,
    marketplaces: context.marketplaces.map(({ adapter, contracts }) => ({
      contracts,
      adapter: {
        ...adapter,
        decode: (...of) => {
          const event = adapter.decode(...of)
          if (event === null || !versions.includes(Number(event.version))) return event
          if (place === 'decoding') throw error()
          return Object.defineProperty({ ...event }, 'priceOctas', {
            get() {
              throw error()
            },
          })
        },
      },
    })),
  })
}

const derivedRows = ({ db }: Store) => dumpTables(db, DERIVED_TABLES)

async function rowsWithout(versions: readonly number[]) {
  await using store = await createTestStore()
  await indexInParts(
    store,
    HISTORY.filter(({ version }) => !versions.includes(Number(version))),
  )
  return await derivedRows(store)
}

async function rawVersions({ db }: Store): Promise<readonly number[]> {
  const rows = await db.selectFrom('chain.transactions').select('version').orderBy('version').execute()
  return rows.map(({ version }) => Number(version))
}

const versions = (max = 12) => fc.uniqueArray(fc.integer({ min: 0, max: LENGTH - 1 }), { minLength: 1, maxLength: max })

// @feature operate.refused-transactions
describe('transactions whose rows the database refuses', () => {
  test('cost only their own derived rows, whichever they are and however the stream is cut', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: LENGTH }), { minLength: 1, maxLength: 4 })
    const sqlstates = fc.constantFrom('21000', '22003', '23514', '54000')
    await fc.assert(
      fc.asyncProperty(versions(), sizes, sqlstates, fc.nat(3), async (refused, cuts, sqlstate, rawCount) => {
        await using store = await createTestStore()
        const rawRefused = refused.slice(0, rawCount)
        await refuse(store, refused, { sqlstate, rawRefused })
        const reports = await indexInParts(store, HISTORY, cuts)
        const inOrder = refused.toSorted((a, b) => a - b)
        expect(await noted(store)).toEqual(inOrder)
        expect(reports.flatMap(({ unwritten }) => unwritten.map(({ row }) => Number(row.version)))).toEqual(inOrder)
        expect(reports.reduce((sum, { marketEvents }) => sum + marketEvents, 0)).toBe(LENGTH - refused.length)
        expect(await position(store)).toBe(BigInt(LENGTH))
        expect(await rawVersions(store)).toEqual(
          HISTORY.map(({ version }) => Number(version)).filter((version) => !rawRefused.includes(version)),
        )
        expect(await derivedRows(store)).toEqual(await rowsWithout(refused))
      }),
      { numRuns: runs(6) },
    )
  })

  test('are those, too, on which our own code throws, by decoding or by folding, whichever they are', async () => {
    const errors = fc.constantFrom(
      () => new TypeError('x is not iterable'),
      () => new RangeError('Invalid time value'),
      () => new SyntaxError('Cannot convert x to a BigInt'),
      () => new ReferenceError('x is not defined'),
      () => new URIError('URI malformed'),
      () => new InvalidAmountError('x'),
      () => new InvalidAddressError('x'),
    )
    const sizes = fc.array(fc.integer({ min: 1, max: LENGTH }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        versions(),
        sizes,
        fc.constantFrom('decoding', 'folding'),
        errors,
        async (bad, cuts, place, error) => {
          await using store = await createTestStore()
          const fails = throwing(bad, place, error)
          const reports = await indexInParts(store, HISTORY, cuts, fails)
          const inOrder = bad.toSorted((a, b) => a - b)
          const expected = await rowsWithout(bad)
          expect([await noted(store), await position(store)]).toEqual([inOrder, BigInt(LENGTH)])
          expect((await rawVersions(store)).length).toBe(LENGTH)
          expect(await derivedRows(store)).toEqual(expected)
          for (const { error: thrown, row } of reports.flatMap(({ unwritten }) => unwritten)) {
            expect(thrown).toBeInstanceOf(error().constructor)
            expect(`${row.sqlstate} ${row.message}`).toContain(error().message)
          }
          expect((await rebuild(fails(await openLocal(store)))).unwritten.map(Number)).toEqual(inOrder)
          expect(await derivedRows(store)).toEqual(expected)
          expect((await rebuild(await openLocal(store))).unwritten).toEqual([])
          expect(await derivedRows(store)).toEqual(await rowsWithout([]))
        },
      ),
      { numRuns: runs(4) },
    )
  })

  test('are none where something else fails than what they hold', async () => {
    await using store = await createTestStore()
    const lost = throwing([5], 'decoding', () => new Error('Connection terminated'))
    await expect(indexInParts(store, HISTORY, [LENGTH], lost)).rejects.toThrow('Connection terminated')
    expect([await noted(store), await position(store)]).toEqual([[], null])
  })

  test('let a marketplace resume that has stopped at one of them, where our own code throws on it by now', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: LENGTH - 1 }), async (at) => {
        await using store = await createTestStore()
        await indexInParts(store, HISTORY.with(at, offerTransaction(at, 'no number')))
        const context = await openLocal(store)
        const stops = async () => (await readStoredStops(store.db)).map(({ version }) => Number(version))
        expect(await stops()).toEqual([at])
        const fails: IndexContext = {
          ...context,
          marketplaces: context.marketplaces.map(({ adapter, contracts }) => ({
            contracts,
            adapter: {
              ...adapter,
              decode: (of, event, transaction) => {
                if (Number(transaction.version) === at) throw new TypeError('x is not iterable')
                return adapter.decode(of, event, transaction)
              },
            },
          })),
        }
        await resumeStopped(fails, log)
        expect([await stops(), await noted(store)]).toEqual([[], [at]])
        expect((await derivedRows(store))['market.order_events']).toHaveLength(LENGTH - 1)
      }),
      { numRuns: runs(2) },
    )
  })

  test('are derived by a rebuild once the database accepts them, and noted again as long as it does not', async () => {
    await fc.assert(
      fc.asyncProperty(versions(), async (refused) => {
        await using store = await createTestStore()
        await refuse(store, refused)
        await indexInParts(store, HISTORY)
        await store.pool.query(`insert into chain.rebuilds_due values ('refused transactions')`)
        const inOrder = refused.toSorted((a, b) => a - b)
        await rebuildIfDue(await openLocal(store), log, new AbortController().signal)
        expect(await noted(store)).toEqual(inOrder)
        expect(await derivedRows(store)).toEqual(await rowsWithout(refused))
        await accept(store)
        expect((await rebuild(await openLocal(store))).unwritten).toEqual([])
        expect(await noted(store)).toEqual([])
        expect(await derivedRows(store)).toEqual(await rowsWithout([]))
      }),
      { numRuns: runs(3) },
    )
  })

  test('stay noted after a rebuild where not even their raw rows are stored', async () => {
    await using store = await createTestStore()
    await refuse(store, [3, 5], { rawRefused: [5] })
    await indexInParts(store, HISTORY)
    await accept(store)
    await rebuild(await openLocal(store))
    expect(await noted(store)).toEqual([5])
  })

  test('do not stop the catching up of a marketplace', async () => {
    await using store = await createTestStore()
    await indexInParts(store, HISTORY)
    const whole = await derivedRows(store)
    await store.pool.query('delete from market.order_events where version = 7')
    await refuse(store, [7])
    await store.pool.query(`insert into chain.decode_resumes (marketplace, next_version) values ('opal', 0)`)
    await resumeStopped(await openLocal(store), log)
    expect(await noted(store)).toEqual([7])
    expect(await store.db.selectFrom('chain.decode_resumes').selectAll().execute()).toEqual([])
    expect((await derivedRows(store))['market.order_events']).toHaveLength(
      (whole['market.order_events']?.length ?? 0) - 1,
    )
  })

  test('are reported by an indexer that is ready and goes on, also once it is started again', async () => {
    await using store = await createTestStore()
    await refuse(store, [5, 12])
    for (const start of ['first', 'second']) {
      await using server = await startStreamServer(
        ({ startingVersion, send }) => void send(responseWith(HISTORY.slice(Number(startingVersion)))),
      )
      await using indexer = await runIndexer(store.connectionString, server.address)
      await indexer.until(({ nextVersion, state }) => nextVersion === String(LENGTH) && state === 'following')
      const { status, health } = await indexer.ready()
      expect([start, status, health.unwrittenTransactions, health.lastProblem]).toEqual([start, 200, 2, null])
      expect(await indexer.metrics()).toContain('opal_indexer_unwritten_transactions 2\n')
    }
    expect(await noted(store)).toEqual([5, 12])
    const { rows } = await store.pool.query(
      'select sqlstate, message from chain.unwritten_transactions order by version',
    )
    expect(rows[0]).toEqual({ sqlstate: '22003', message: 'refused: 5' })
  })

  test('hold up no others, however many they are', async () => {
    const many = offerHistory(260)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 101, max: 250 }), fc.integer({ min: 1, max: 260 }), async (count, size) => {
        await using store = await createTestStore()
        await refuse(
          store,
          many.slice(0, count).map(({ version }) => Number(version)),
        )
        await indexInParts(store, many, [size])
        expect([(await noted(store)).length, await position(store)]).toEqual([count, 260n])
        expect((await derivedRows(store))['market.order_events']).toHaveLength(260 - count)
        expect((await rebuild(await openLocal(store))).unwritten).toHaveLength(count)
      }),
      { numRuns: runs(2) },
    )
  })

  test('are none where the database refuses a batch without them, too', async () => {
    await using store = await createTestStore()
    await indexInParts(store, HISTORY.slice(0, 10))
    await store.pool.query(`
      create function public.refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'refused' using errcode = '22003';
      end $$;
      create trigger refuse before update on market.clock for each row execute function public.refuse()`)
    await expect(indexInParts(store, HISTORY.slice(10))).rejects.toMatchObject({ code: '22003' })
    expect([await noted(store), await position(store)]).toEqual([[], 10n])
  })
})

test.each(['08006', '40001', '40P01', '53100', '55P03', '42501', '57P01', '25006', 'XX001'])(
  'a batch that fails by %s is not written in parts, and nothing of it is noted',
  async (sqlstate) => {
    await using store = await createTestStore()
    await refuse(store, [5], { sqlstate })
    await expect(indexInParts(store, HISTORY)).rejects.toMatchObject({ code: sqlstate })
    expect([await noted(store), await position(store)]).toEqual([[], null])
    const { rows } = await store.pool.query('select last_value::integer as tries from public.refusals')
    expect(rows).toEqual([{ tries: 1 }])
  },
)
