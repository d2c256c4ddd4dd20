import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@opal/api/config'
import { start } from '@opal/api/start'
import { makeLargeStore } from '@opal/dev-seeds/large/make-large-store'
import { connect, type Store } from '@opal/store/driver/connection'
import { startPostgres } from '@opal/store/embedded/postgres-server'
import { readHoldingFacts } from '@opal/store/ingest/history/holdings'
import type { TouchedHolding } from '@opal/store/ingest/history/touched'
import { rowsByTable } from '@opal/store/testing/plans/plan-rows'
import type { PlanNode } from '@opal/store/testing/plans/work-for-any-parameters'
import { queryRows } from '@opal/store/testing/query-rows'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExplainedStatement, explainStatements } from './explain-statements.ts'
import { openSessions } from './open-sessions.ts'
import { type Place, readPlaces } from './places.ts'
import { type AccessPath, accessPaths, isPlannedOnce, planWork, type StatementWork } from './plan-work.ts'
import { readCalls } from './read-calls.ts'
import { Visitor } from './visitor.ts'

const END_MICROS = 1_790_000_000_000_000n
/** Statements whose plans are stored as text. */
const HOT = 40
/** Length of a statement's text in the file: enough to find it by. */
const TEXT_LENGTH = 240
/** Smaller tables may be read whole; of still smaller ones it does not matter how they are read. */
const [MIN_ROWS, FEW_ROWS] = [5_000, 1_000]
/** Part of a table's rows from which on it counts as read whole. */
const WHOLE = 0.5
/** How many times as much a plan for any parameters may read, and the rows or pages below which it does not matter. */
const [MAX_TIMES, FEW_READ] = [3, 1_000]

/** Every statement of the API's read calls on a market of 12,000 tokens, with the plan that ran: planned for its own parameters, and for any. */
let asked: ReadonlyMap<string, readonly ExplainedStatement[]>
let askedForAny: ReadonlyMap<string, readonly ExplainedStatement[]>
/** Statements by which an indexer derives holdings and writes names, with those of triggers. */
let written: readonly ExplainedStatement[]
let tableRows: ReadonlyMap<string, number>
const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'opal-plans-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = join(dataDir, 'postgres')
  const { databaseUrl } = stack.use(await startPostgres({ dataDir: postgres, port: 0, durable: false }))
  await withoutAutovacuum(databaseUrl)
  await makeLargeStore({
    databaseUrl,
    scale: 'plans',
    seed: 'opal',
    endMicros: END_MICROS,
    mayOverwrite: false,
    say: () => undefined,
  })
  const store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'test', maxConnections: 2 }))
  await countExactly(store)
  tableRows = await readTableRows(store)
  const [largest] = await readPlaces(store)
  const cookies = await openSessions(store, [largest], END_MICROS)
  const explained = stack.use(await explainStatements(store, `${postgres}.log`))
  // Else the server chooses between the two by how often a connection has run a statement.
  const plannedBy = async (mode: string) => {
    await store.pool.query(`alter database opal set plan_cache_mode = ${mode}`)
    return askEverything(databaseUrl, largest, cookies, () => explained.take())
  }
  asked = await plannedBy('force_custom_plan')
  askedForAny = await plannedBy('force_generic_plan')
  written = await writeSome(databaseUrl, () => explained.take())
}, 600_000)

/** On slow machines an automatic vacuum starts within the test, and tables that are rewritten during it have dead rows. */
async function withoutAutovacuum(databaseUrl: string): Promise<void> {
  await using store = connect({ connectionString: databaseUrl, applicationName: 'test', maxConnections: 1 })
  await store.pool.query('alter system set autovacuum = off')
  await store.pool.query('select pg_reload_conf()')
}

/**
 * Lays rows in the order of their keys and samples each of them, so that the same market has the same statistics: the sizes of indexes and how
 * ordered a column lies, which decide between plans of almost the same cost, would depend on the order in which rows came. The first column of a
 * table decides how many rows are sampled: with as many statistics of every column, each statement takes several times as long to plan.
 */
async function countExactly(store: Store): Promise<void> {
  await runEach(
    store,
    `select format('cluster %s using %I', indrelid::regclass, c.relname) as text from pg_index join pg_class c on c.oid = indexrelid
      where indisprimary and c.relnamespace in ('chain'::regnamespace, 'market'::regnamespace, 'account'::regnamespace)`,
  )
  await runEach(
    store,
    `select format('alter table %s alter column %I set statistics %s', c.oid::regclass, a.attname, ceil(c.reltuples / 300)) as text
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
      where c.relkind = 'r' and c.reltuples > 30000 and c.relnamespace in ('chain'::regnamespace, 'market'::regnamespace)`,
  )
  // Tokens of this market have one offer each, for which two indexes cost the same: any of them would be taken.
  await store.pool.query('alter table market.token_offers alter column token_data_id set (n_distinct = -0.2)')
  await store.pool.query('vacuum (analyze)')
}

/** Runs the statements that a query writes. */
async function runEach(store: Store, writing: string): Promise<void> {
  for (const { text } of await queryRows<{ text: string }>(store, writing)) await store.pool.query(text)
}

async function readTableRows(store: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await queryRows<{ name: string; rows: number }>(
    store,
    `select relname as name, reltuples::int as rows from pg_class
      where relkind = 'r' and relnamespace in ('chain'::regnamespace, 'market'::regnamespace, 'account'::regnamespace)`,
  )
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

async function askEverything(
  databaseUrl: string,
  place: Place,
  cookies: ReadonlyMap<string, string>,
  take: () => readonly ExplainedStatement[],
) {
  const config = readConfig({
    OPAL_NETWORK: 'local',
    DATABASE_URL: databaseUrl,
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
    API_HOT_MS: '0',
    API_COLLECTION_MS: '0',
    TRUST_PROXY: 'loopback',
  })
  await using api = await start(config, { nowMicros: () => END_MICROS, log: pino({ level: 'silent' }) })
  const visitor = new Visitor(api.url, cookies)
  const found = new Map<string, readonly ExplainedStatement[]>()
  for (const call of readCalls()) {
    take()
    await visitor.time(call.request(place), place)
    found.set(call.name, take())
  }
  return found
}

/** Writes a name under the domain that most names are under, and renews that one, as a batch does. */
const NAMES = [
  `insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, expiration_timestamp, is_deleted,
    last_transaction_version) values ($1, 'one-more', 'v2', 'one-more.app', '2030-01-01', false, 1)`,
  `update chain.current_ans_lookup_v2 set expiration_timestamp = '2030-01-01' where domain = $1 and subdomain = '' and token_standard = 'v2'`,
] as const

async function writeSome(databaseUrl: string, take: () => readonly ExplainedStatement[]) {
  await using store = connect({
    connectionString: databaseUrl,
    applicationName: 'test',
    maxConnections: 1,
    workload: 'writer',
  })
  const holdings = await queryRows<TouchedHolding>(
    store,
    `select wallet, token_data_id, property_version, collection_id, true as is_v1, null as state from market.lots
      where released_version is null and acquired_by = 'listing' order by token_data_id limit 20`,
  )
  await store.pool.query('set auto_explain.log_nested_statements = on')
  take()
  await readHoldingFacts(store.db, holdings)
  for (const statement of NAMES) await store.pool.query(statement, ['app'])
  return take()
}

function inWords({ table, by }: AccessPath): string {
  if ((tableRows.get(table) ?? 0) < FEW_ROWS) return `${table}, which is small`
  return by === null ? `${table} whole` : `${table} by ${by}`
}

/** Returns what a plan reads: rows of the tables that may not be read whole, and pages. */
function readOf(plan: PlanNode): StatementWork {
  const large = [...rowsByTable(plan)].filter(([table]) => (tableRows.get(table) ?? 0) >= MIN_ROWS)
  return { rows: large.reduce((sum, [, rows]) => sum + rows, 0), pages: planWork([plan]).pages }
}

function inNumbers({ rows, pages }: StatementWork): string {
  return `${Math.round(rows)} rows and ${pages} pages`
}

/** Returns what statements read of tables that count as read whole. */
function wholeReads(what: string, statements: readonly ExplainedStatement[]): readonly string[] {
  return statements.flatMap(({ text, plan }) =>
    [...rowsByTable(plan)]
      .filter(([table, rows]) => {
        const all = tableRows.get(table) ?? 0
        return all >= MIN_ROWS && rows >= all * WHOLE
      })
      .map(([table, rows]) => `${what}: ${rows} rows of ${table}: ${oneLine(text).slice(0, 200)}`),
  )
}

/** Adds the ways in which a plan enters tables to those of a statement. */
function addPaths(paths: Map<string, Set<string>>, line: string, entered: readonly AccessPath[]): void {
  const known = paths.get(line) ?? new Set()
  for (const path of entered) known.add(inWords(path))
  paths.set(line, known)
}

/** Returns statements with the ways in which their plans enter tables, for a file. */
function reviewed(paths: ReadonlyMap<string, ReadonlySet<string>>, lines: Iterable<string>): string {
  const written = [...lines]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((line) => [line.slice(0, TEXT_LENGTH), ...[...(paths.get(line) ?? [])].sort()].join('\n  '))
  return `${written.join('\n\n')}\n`
}

/** Statements that the API sends on its own, not on behalf of a call. */
const BY_ITSELF = /from market\.change_feed where id > /

/** Statements that bound bids by what their pools hold. */
const LADDER = /market\.octas_left_in_pool/

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

describe('statements of the read calls', () => {
  it('of none reads a whole table', () => {
    expect([...asked].flatMap(([call, statements]) => wholeReads(call, statements))).toEqual([])
  })

  it('read no more once the server plans them for any parameters', () => {
    const more = [...asked].flatMap(([call, statements]) => {
      const others = Map.groupBy(askedForAny.get(call) ?? [], ({ text }) => text)
      return statements.flatMap(({ text, plan }) => {
        const forAny = others.get(text)?.shift()?.plan
        if (forAny === undefined || !isPlannedOnce(forAny, plan)) return []
        const [own, any] = [readOf(plan), readOf(forAny)]
        // Of an index that answers alone a page has tens of rows: more of them on fewer pages are no more.
        const isMore =
          any.pages > own.pages &&
          (['rows', 'pages'] as const).some((of) => any[of] > Math.max(FEW_READ, MAX_TIMES * own[of]))
        return isMore ? [`${call}: ${inNumbers(any)} for ${inNumbers(own)}: ${oneLine(text).slice(0, 200)}`] : []
      })
    })
    expect(more).toEqual([])
  })

  it(`run by the plans that were reviewed: the ${HOT} that most calls send, and those of ladders of bids`, async () => {
    const calls = new Map<string, Set<string>>()
    const paths = new Map<string, Set<string>>()
    for (const [call, statements] of asked) {
      for (const { text, plan } of statements) {
        const line = oneLine(text)
        const entered = accessPaths(plan)
        // Connections are tried out by statements that read nothing.
        if (entered.length === 0 || BY_ITSELF.test(line)) continue
        calls.set(line, (calls.get(line) ?? new Set()).add(call))
        addPaths(paths, line, entered)
      }
    }
    const hot = [...calls].sort(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1)).slice(0, HOT)
    expect(hot).toHaveLength(HOT)
    const ladders = [...paths.keys()].filter((line) => LADDER.test(line))
    expect(ladders).not.toEqual([])
    const lines = new Set([...hot.map(([line]) => line), ...ladders])
    await expect(reviewed(paths, lines)).toMatchFileSnapshot('hot-plans.txt')
  })
})

describe('statements of an indexer', () => {
  it('of none reads a whole table: for the past of holdings, and for names under one domain', () => {
    expect(wholeReads('indexer', written)).toEqual([])
  })

  it('run by the plans that were reviewed', async () => {
    const paths = new Map<string, Set<string>>()
    for (const { text, plan } of written) {
      const entered = accessPaths(plan)
      if (entered.length > 0) addPaths(paths, oneLine(text), entered)
    }
    await expect(reviewed(paths, paths.keys())).toMatchFileSnapshot('writer-plans.txt')
  })
})
