import { errorCode } from '@opal/domain/errors'
import { isLong } from '@opal/domain/testing/effort/config'
import { connect, type Store } from '@opal/store/driver/connection'
import { migrate } from '@opal/store/migrate'
import { queryRows } from '@opal/store/testing/query-rows'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test, vi } from 'vitest'
import { makeLargeStore } from './make-large-store.ts'

const END_MICROS = 1_790_000_000_000_000n
/** Last migration of the version before. */
const BEFORE = '0043_names_in_order.sql'
/** 0044 wants a value of each new offer that programs before it do not send. Migrations from 0060 on are held to what these programs send. */
const NOT_INSERTED = new Set(['market.collection_offers'])
const READERS = 2
/** That of the API. */
const STATEMENT_TIMEOUT_MS = 10_000

/** A table as the version before knows it. */
interface OldTable {
  readonly name: string
  /** Quoted columns that are written, comma-separated. */
  readonly columns: string
}

// @feature operate.migrations
test('a market is upgraded while programs of the version before read and write every table of it', async () => {
  await using filled = await createTestDatabase()
  const scale = isLong ? 'medium' : 'tail'
  const { databaseUrl } = filled
  await makeLargeStore({
    databaseUrl,
    scale,
    seed: 'opal',
    endMicros: END_MICROS,
    mayOverwrite: false,
    say: () => undefined,
  })
  await using old = await createTestDatabase({ migrated: false })
  await migrate(old.databaseUrl, { until: BEFORE })
  await using store = connect({ connectionString: old.databaseUrl, applicationName: 'opal-test', maxConnections: 6 })
  const tables = await fillOld(store, databaseUrl)
  const before = await countRows(store, tables)
  const programs = startOldPrograms(store, tables)
  await programs.untilRound()
  const ran = await migrate(old.databaseUrl)
  await programs.untilRound()
  expect(await programs.end()).toEqual([])
  expect(ran[0]).toBe('0044_pool_offers.sql')
  expect(await countRows(store, tables)).toEqual(before)
}, 300_000)

/** Fills a database of the version before with rows of one of this version. @returns tables with rows */
async function fillOld(store: Store, filledUrl: string): Promise<readonly OldTable[]> {
  const all = await queryRows<OldTable>(
    store,
    `select format('%I.%I', nspname, relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on attrelid = c.oid
      where nspname in ('chain', 'market', 'account') and relkind = 'r' and attnum > 0 and not attisdropped
        and attgenerated = '' and attidentity = '' group by nspname, relname order by 1`,
  )
  await using filled = connect({ connectionString: filledUrl, applicationName: 'opal-test', maxConnections: 1 })
  const client = await store.pool.connect()
  try {
    // What triggers would derive is copied, too.
    await client.query('set session_replication_role = replica')
    for (const { name, columns } of all) {
      await client.query(`delete from ${name}`)
      for (const rows of await readChunks(filled, name))
        await client.query(
          `insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $1)`,
          [rows],
        )
    }
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
  const counts = await countRows(store, all)
  return all.filter(({ name }) => (counts[name] ?? 0) > 0)
}

/** Returns the rows of a table as JSON arrays of some thousand each. */
async function readChunks(store: Store, table: string): Promise<readonly string[]> {
  const rows = await queryRows<{ rows: string }>(
    store,
    `select jsonb_agg(row)::text as rows from (select to_jsonb(t) as row, row_number() over () / 5000 as chunk from ${table} t) n group by chunk`,
  )
  return rows.map((each) => each.rows)
}

async function countRows(store: Store, tables: readonly OldTable[]): Promise<Readonly<Record<string, number>>> {
  const [counts] = await queryRows<Record<string, number>>(
    store,
    `select ${tables.map(({ name }) => `(select count(*)::int from ${name}) as "${name}"`).join(', ')}`,
  )
  return counts ?? {}
}

/** Programs that know the columns of the version before, and those alone. */
function startOldPrograms(store: Store, tables: readonly OldTable[]) {
  const faults: string[] = []
  const rounds: number[] = []
  const ending = new AbortController()
  const run = async (at: number, statementsOf: (table: OldTable) => readonly string[]) => {
    rounds[at] = 0
    const client = await store.pool.connect()
    await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    for (; !ending.signal.aborted; rounds[at] += 1) {
      for (const table of tables) {
        for (const statement of statementsOf(table)) {
          const fault = await client.query(statement).then(
            () => null,
            (error: unknown) => error,
          )
          // Programs repeat what PostgreSQL has chosen to end a deadlock.
          if (fault !== null && errorCode(fault) !== '40P01') faults.push(`${table.name}: ${fault}`)
        }
      }
    }
    client.release()
  }
  const programs = [
    ...Array.from({ length: READERS }, (_, at) => run(at, (table) => [readSome(table)])),
    run(READERS, (table) => [updateOne(table), ...(NOT_INSERTED.has(table.name) ? [] : [replaceOne(table)])]),
  ]
  return {
    /** Waits until every program has gone through all tables once more. */
    async untilRound() {
      const from = [...rounds]
      const hasGone = () => expect(rounds.every((round, at) => round > (from[at] ?? 0))).toBe(true)
      await vi.waitFor(hasGone, { timeout: 60_000, interval: 20 })
    },
    async end(): Promise<readonly string[]> {
      ending.abort()
      await Promise.all(programs)
      return faults
    },
  }
}

function readSome({ name, columns }: OldTable): string {
  return `select ${columns} from ${name} limit 50`
}

const ONE = (name: string) => `(select ctid from ${name} limit 1 for update skip locked)`

function updateOne({ name, columns }: OldTable): string {
  const same = columns.split(', ').map((column) => `${column} = ${column}`)
  return `update ${name} set ${same.join(', ')} where ctid = ${ONE(name)}`
}

function replaceOne({ name, columns }: OldTable): string {
  const removed = `delete from ${name} where ctid = ${ONE(name)} returning ${columns}`
  return `with removed as (${removed}) insert into ${name} (${columns}) select ${columns} from removed`
}
