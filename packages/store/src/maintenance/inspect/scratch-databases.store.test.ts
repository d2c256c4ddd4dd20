import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runs as counted } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { openScratchDatabases } from './scratch-databases.ts'

/** Names of the scratch databases and templates made from this one, sorted. */
async function madeFrom({ pool }: Store): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select datname as name from pg_database
      where starts_with(datname, 'opal_scratch_' || (select oid from pg_database where datname = current_database()) || '_')
        or starts_with(datname, 'opal_template_' || (select oid from pg_database where datname = current_database()) || '_')
      order by datname collate "C"`,
  )
  return rows.map(({ name }) => name)
}

/** Processes that hold locks of runs on this database. */
async function owners({ pool }: Store): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select distinct pid from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and datname = current_database() and application_name = 'opal-scratch'`,
  )
  return rows.map(({ pid }) => pid)
}

test('the next run drops what a killed process left, also where clients are connected to it', async () => {
  await using home = await createTestStore()
  const program = `
    const { openScratchDatabases } = await import(${JSON.stringify(import.meta.resolve('./scratch-databases.ts'))})
    const databases = await openScratchDatabases(${JSON.stringify(home.connectionString)})
    await databases.create()
    process.stdout.write((await databases.create()).databaseUrl)
    setInterval(() => undefined, 1000)`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(killed.stdout, 'data')) as [Buffer]
  await using left = connect({ connectionString: String(url), applicationName: 'opal-test' })
  expect((await left.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  const before = await madeFrom(home)
  expect(before).toHaveLength(3)
  killed.kill('SIGKILL')
  await once(killed, 'close')
  await expect.poll(() => owners(home), { timeout: 20_000 }).toEqual([])

  await using databases = await openScratchDatabases(home.connectionString)
  await using own = await databases.create()
  const after = await madeFrom(home)
  expect(after.filter((name) => before.includes(name))).toEqual([])
  expect(after).toContain(new URL(own.databaseUrl).pathname.slice(1))
  expect(after).toHaveLength(2)
})

test('all databases of ended runs are dropped, and none of runs that go on or of other databases', async () => {
  const fates = fc.array(fc.constantFrom('broken', 'going on'), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fates, async (all) => {
      await using stack = new AsyncDisposableStack()
      const home = stack.use(await createTestStore())
      const elsewhere = stack.use(await createTestStore())
      const start = async (store: Store, fate: string) => {
        const databases = stack.use(await openScratchDatabases(store.connectionString))
        const { databaseUrl } = await databases.create()
        const [run] = /[0-9a-f]{12}(?=_1$)/.exec(databaseUrl) as RegExpExecArray
        return { fate, run, store }
      }
      const runs = []
      for (const fate of all) runs.push(await start(home, fate))
      const foreign = await start(elsewhere, 'broken')
      // All at the end, since a run drops what it finds when it starts.
      for (const { fate, run, store } of [...runs, foreign]) if (fate === 'broken') await breakOwner(store, run)
      stack.use(await openScratchDatabases(home.connectionString))
      const left = await madeFrom(home)
      const expected = runs.filter(({ fate }) => fate === 'going on').map(({ run }) => run)
      for (const { fate, run } of runs)
        expect(
          left.filter((name) => name.includes(run)),
          fate,
        ).toHaveLength(expected.includes(run) ? 2 : 0)
      expect(left).toHaveLength(2 * expected.length + 1)
      expect(await madeFrom(elsewhere)).toHaveLength(2)
    }),
    { numRuns: counted(2, 30), examples: [[['broken', 'going on', 'broken']]] },
  )
})

/** Breaks the connection that holds the lock of a run, as the end of its process does. */
async function breakOwner({ pool }: Store, run: string): Promise<void> {
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid, 10000) from pg_locks, (
        select hashtextextended('scratch databases ' || oid || '_' || $1, 0) as key, oid
          from pg_database where datname = current_database()) as lock
      where locktype = 'advisory' and database = oid
        and classid::bigint = (key >> 32) & 4294967295 and objid::bigint = key & 4294967295`,
    [run],
  )
  expect(rowCount).toBe(1)
}
