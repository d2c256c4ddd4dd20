import { setTimeout as delay } from 'node:timers/promises'
import { responseWith } from '@opal/chain/testing/raw-transaction'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { runs } from '@opal/domain/testing/effort/config'
import type { Store } from '@opal/store/driver/connection'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forkIndexer } from '../../testing/long-history.ts'
import { offerHistory } from '../../testing/offer-history.ts'
import { rowsOf, runIndexer } from '../../testing/running-indexer.ts'
import { MAIN_STREAM } from '../open-context.ts'

const LENGTH = 24
const HISTORY = offerHistory(LENGTH)
/** Advisory lock at which the server holds up the indexer. */
const LOCK = 41

/** Has the database refuse what is derived of some versions, and hold up the indexer at one of the statements by which it passes them. */
async function refuse({ pool }: Store, versions: readonly number[], step: number): Promise<void> {
  await pool.query(`
    create sequence public.steps;
    create function public.hold() returns trigger language plpgsql as $$
    begin
      if nextval('public.steps') = ${step} then perform pg_advisory_xact_lock(${LOCK}); end if;
      return null;
    end $$;
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      if new.version = any ('{${versions.join(',')}}') then
        raise exception 'refused: %', new.version using errcode = '22003';
      end if;
      return new;
    end $$;
    create trigger refuse before insert on market.order_events for each row execute function public.refuse()`)
  for (const table of [
    'market.order_events',
    'chain.transactions',
    'chain.unwritten_transactions',
    'chain.checkpoints',
  ])
    await pool.query(`create trigger hold before insert on ${table} for each statement execute function public.hold()`)
}

/** Resolves once the server holds up the indexer, or there is nothing left to index. */
async function untilHeld({ pool, db }: Store): Promise<void> {
  while ((await readCheckpoint(db, MAIN_STREAM))?.next_version !== BigInt(LENGTH)) {
    const held = `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
      and database = (select oid from pg_database where datname = current_database())`
    if ((await pool.query(held)).rowCount) return
    await delay(20)
  }
}

/** Kills an indexer while the server holds up one of its statements. */
async function killWithinPass(store: Store, streamAddress: string): Promise<void> {
  const client = await store.pool.connect()
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    using program = forkIndexer(store.connectionString, streamAddress, {})
    await untilHeld(store)
    await program.kill()
    await client.query(`select pg_advisory_unlock(${LOCK})`)
  } finally {
    client.release()
  }
}

/** Returns what an indexer writes of the history, and notes. @param step at which it is killed; 0: at none */
async function indexed(versions: readonly number[], step: number) {
  await using store = await createTestStore()
  await refuse(store, versions, step)
  await using server = await startStreamServer(
    ({ startingVersion, send }) => void send(responseWith(HISTORY.slice(Number(startingVersion)))),
  )
  if (step > 0) await killWithinPass(store, server.address)
  await using indexer = await runIndexer(store.connectionString, server.address)
  const health = await indexer.until(({ nextVersion }) => nextVersion === String(LENGTH))
  const { rows } = await store.pool.query(
    'select version::integer, sqlstate, message from chain.unwritten_transactions order by version',
  )
  return { rows: await rowsOf(store.connectionString), noted: rows, count: health.unwrittenTransactions }
}

// @feature operate.refused-transactions
test('an indexer that is killed as it passes refused transactions goes on to the rows of one that was not, whichever they are and wherever it was', {
  timeout: 300_000,
}, async () => {
  const versions = fc.uniqueArray(fc.integer({ min: 0, max: LENGTH - 1 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(versions, fc.integer({ min: 1, max: 40 }), async (refused, step) => {
      const undisturbed = await indexed(refused, 0)
      expect(undisturbed.noted.map(({ version }) => version)).toEqual(refused.toSorted((a, b) => a - b))
      expect(await indexed(refused, step)).toEqual(undisturbed)
    }),
    { numRuns: runs(3, 20) },
  )
})
