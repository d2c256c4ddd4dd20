import { connect, type Store } from '@opal/store/driver/connection'
import { dropIndexes, restoreIndexes } from '@opal/store/driver/loading/dropped-indexes'
import { openClient } from '@opal/store/driver/open-client'
import { compareRows, writeReplacement } from '@opal/store/driver/replace-rows'
import { writeRows } from '@opal/store/driver/write-rows'
import { type ActivityRow, activities } from '@opal/store/schema/history'
import { rowsByTable } from '@opal/store/testing/plans/plan-rows'
import { plansOf } from '@opal/store/testing/plans/work-for-any-parameters'
import { queryRows } from '@opal/store/testing/query-rows'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityReads } from './activity-reads.ts'
import { activityScale, versionOf } from './activity-rows.ts'
import { addActivities, fillActivities, type Owner, partitionStored } from './activity-tables.ts'

const SCALE = activityScale(30_000)
const PARTITIONS = 5
const SAMPLES = 10

interface Filled {
  readonly store: Store
  readonly owner: Owner
}

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())
let plain: Filled
let partitioned: Filled

beforeAll(async () => {
  plain = await fill(0)
  partitioned = await fill(PARTITIONS)
})

async function fill(partitions: number): Promise<Filled> {
  const { databaseUrl } = stack.use(await createTestDatabase())
  const owner = stack.adopt(await openClient(databaseUrl, 'opal-test'), (client) => client.end())
  await fillActivities(owner, SCALE, partitions, () => undefined)
  const store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-test', maxConnections: 2 }))
  return { store, owner }
}

const allRows = ({ store }: Filled) =>
  queryRows<ActivityRow>(store, 'select * from market.activities order by version, event_index')

async function expectSameLists(): Promise<void> {
  for (const { name, run } of activityReads(SCALE)) {
    let rows = 0
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const page = await run(plain.store, sample)
      expect(await run(partitioned.store, sample), `${name} ${sample}`).toEqual(page)
      rows += page.length
    }
    expect(rows, name).toBeGreaterThan(0)
  }
}

test('both layouts have the same rows, spread over all partitions, and every list of them is the same', async () => {
  expect(await allRows(partitioned)).toEqual(await allRows(plain))
  const sizes = await queryRows(
    partitioned.store,
    'select count(*)::int as rows from market.activities group by tableoid order by tableoid',
  )
  expect(sizes).toEqual(Array(PARTITIONS).fill({ rows: SCALE.rows / PARTITIONS }))
  await expectSameLists()
})

test('the newest activities are read from the newest partition alone, those of a busy collection from as few as its page needs', async () => {
  const tablesOf = async (name: string) => {
    const read = activityReads(SCALE).find((each) => each.name === name)
    const plans = await plansOf(partitioned.store, async (store) => void (await read?.run(store, 0)))
    const rows = plans.flatMap((plan) => [...rowsByTable(plan)])
    return rows.filter(([table, count]) => table.startsWith('activities') && count > 0).map(([table]) => table)
  }
  expect(await tablesOf('all')).toEqual(['activities_4'])
  expect((await tablesOf('collection.large')).length).toBeLessThan(PARTITIONS)
  expect(await tablesOf('collection.small')).toHaveLength(PARTITIONS)
})

test('the indexer adds, repeats and replaces rows of a partitioned table as it does of a plain one', async () => {
  const [oldest, ...others] = (await allRows(plain)) as readonly [ActivityRow, ...ActivityRow[]]
  const newest = others.at(-1) as ActivityRow
  const added = { ...newest, version: versionOf(SCALE.rows) }
  for (const { store } of [plain, partitioned]) {
    await writeRows(store.db, activities, [added], 'add')
    expect(await writeRows(store.db, activities, [oldest, newest, added], 'keep')).toBe(0)
    expect(await writeRows(store.db, activities, [{ ...oldest, kind: 'burn' }], 'overwrite')).toBe(1)
    await expect(writeRows(store.db, activities, [added], 'add')).rejects.toThrow('duplicate key')
    const kept = { ...newest, amount: 2n }
    await writeReplacement(store.db, activities, compareRows(activities, [newest, added], [kept]))
  }
  expect(await allRows(partitioned)).toEqual(await allRows(plain))
})

test('indexes that a rebuild drops come back on every partition', async () => {
  const { connectionString } = partitioned.store
  const indexes = () =>
    queryRows(
      partitioned.store,
      `select indrelid::regclass::text as table, count(*)::int as indexes, bool_and(indisvalid) as valid from pg_index
        where indrelid in (select relid from pg_partition_tree('market.activities')) group by 1 order by 1`,
    )
  const before = await indexes()
  expect(before).toHaveLength(1 + PARTITIONS)
  await dropIndexes(partitioned.owner, ['market.activities'])
  expect(await indexes()).toEqual([])
  await restoreIndexes(connectionString)
  expect(await indexes()).toEqual(before)
})

test('a stored table is partitioned in place: its rows stay where they are, later ones go to the next partition', async () => {
  const before = await allRows(plain)
  const [stored] = await queryRows<{ file: string }>(
    plain.store,
    "select pg_relation_filepath('market.activities') as file",
  )
  await partitionStored(plain.owner, versionOf(SCALE.rows + 1))
  expect(await allRows(plain)).toEqual(before)
  expect(await queryRows(plain.store, "select pg_relation_filepath('market.activities_stored') as file")).toEqual([
    stored,
  ])
  for (const { owner } of [plain, partitioned]) await addActivities(owner, SCALE, SCALE.rows + 1, 100)
  expect(await queryRows(plain.store, 'select count(*)::int as rows from only market.activities_next')).toEqual([
    { rows: 100 },
  ])
  const indexes = `select count(*)::int as indexes, bool_and(indisvalid) as valid from pg_index where indrelid = any(array[`
  expect(await queryRows(plain.store, `${indexes}'market.activities'::regclass])`)).toEqual(
    await queryRows(plain.store, `${indexes}'market.activities_stored'::regclass])`),
  )
  await expectSameLists()
})
