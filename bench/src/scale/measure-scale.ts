import { createTraitCache } from '@opal/api/trait-filter/trait-cache'
import { LARGE_SCALES } from '@opal/dev-seeds/large/large-scale'
import { median } from '@opal/domain/testing/statistics'
import type { Store } from '@opal/store/driver/connection'
import { queryRows } from '@opal/store/testing/query-rows'
import { openMarket } from '../api/open-market.ts'
import type { BenchOptions } from '../benchmark.ts'
import { type Measurement, plainMeasurement } from '../measurement.ts'
import { secondsOf } from '../seconds-of.ts'

const MIB = 2 ** 20
const MILLION = 1_000_000
/** Smaller tables are left out: what they take does not depend on the market. */
const MIN_BYTES = MIB
/** Rows written in a round, and rounds whose median counts. */
const [ROWS, ROUNDS] = [5_000, 5]
/** Tables of which a trade adds a row, whose indexes and triggers grow with the market. */
const WRITTEN_TABLES = ['market.activities', 'market.sales', 'market.listings'] as const
/** Added to versions of copied rows: later than all. */
const LATER = 1_000_000_000_000_000n

/**
 * Measures what a market of a size costs: bytes of every table and index for a million activities, rows written a second, memory of trait
 * columns. Run at sizes a decade apart, it shows what grows faster than the market.
 */
export async function* measureScale(options: BenchOptions): AsyncGenerator<Measurement> {
  await using market = await openMarket(options)
  const { store } = market
  const millions = LARGE_SCALES[options.scale].activities / MILLION
  const name = (what: string) => `scale.${options.scale}.${what}`
  options.say('scale: sizes of tables and indexes')
  const tables = await readTables(store)
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const unit = 'MiB per million activities'
  yield plainMeasurement({ name: name('bytes'), value: total / MIB / millions, unit })
  for (const { table, bytes, parts } of tables.filter((each) => each.bytes >= MIN_BYTES)) {
    const details = Object.fromEntries(Object.entries(parts).map(([part, size]) => [part, size / MIB / millions]))
    yield { ...plainMeasurement({ name: name(`bytes.${table}`), value: bytes / MIB / millions, unit }), details }
  }
  for (const table of WRITTEN_TABLES) {
    options.say(`scale: writing rows of ${table}`)
    yield plainMeasurement({ name: name(`write.${table}`), value: await measureWrites(store, table), unit: 'rows/s' })
  }
  options.say('scale: trait columns of the largest collection')
  yield* measureTraits(store, name)
}

interface TableSize {
  readonly table: string
  readonly bytes: number
  /** Bytes of the heap with its TOAST, and of each index, by name. */
  readonly parts: Readonly<Record<string, number>>
}

async function readTables(store: Store): Promise<readonly TableSize[]> {
  const rows = await queryRows<{ table: string; bytes: string; heap: string; indexes: Record<string, number> | null }>(
    store,
    `select format('%s.%s', nspname, relname) as table, pg_total_relation_size(c.oid)::text as bytes, pg_table_size(c.oid)::text as heap,
        (select jsonb_object_agg(indexrelid::regclass, pg_relation_size(indexrelid)) from pg_index where indrelid = c.oid) as indexes
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname in ('chain', 'market', 'account') order by pg_total_relation_size(c.oid) desc`,
  )
  return rows.map(({ table, bytes, heap, indexes }) => ({
    table,
    bytes: Number(bytes),
    parts: { heap: Number(heap), ...indexes },
  }))
}

/**
 * Copies the newest rows of a table with later versions, with all its indexes and triggers, and rolls back.
 * @returns rows a second, the median of the rounds.
 */
async function measureWrites(store: Store, table: (typeof WRITTEN_TABLES)[number]): Promise<number> {
  const columns = await queryRows<{ name: string }>(
    store,
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`,
  )
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => (isKey(name) ? laterKey(name) : name))
  const newest = names.includes('version') ? 'version' : 'last_version'
  const statement = `insert into ${table} (${names.join(', ')})
    select ${values.join(', ')} from (select * from ${table} order by ${newest} desc limit ${ROWS}) newest`
  const client = await store.pool.connect()
  try {
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await client.query('begin')
      let written = 0
      const seconds = await secondsOf(async () => {
        written = (await client.query(statement)).rowCount ?? 0
      })
      await client.query('rollback')
      rates.push(written / seconds)
    }
    return median(rates)
  } finally {
    client.release()
    await store.pool.query(`vacuum ${table}`)
  }
}

/** Columns that make a copied row another one. */
function isKey(column: string): boolean {
  return column === 'version' || column === 'listing_id'
}

function laterKey(column: string): string {
  return column === 'version' ? `version + ${LATER}` : `md5(${column}) || 'copied'`
}

async function* measureTraits(store: Store, name: (what: string) => string): AsyncGenerator<Measurement> {
  const [largest] = await queryRows<{ id: string; tokens: number }>(
    store,
    'select collection_id as id, count(*)::int as tokens from market.token_list_items group by 1 order by 2 desc limit 1',
  )
  if (largest === undefined) return
  const cache = createTraitCache(store)
  const loading = await secondsOf(async () => {
    const columns = await cache.columnsOf(largest.id)
    if (columns !== null) await cache.listedOf(largest.id, columns)
  })
  const bytes = cache.memory.columns().bytes + cache.memory.listings().bytes
  yield plainMeasurement({ name: name('traits.tokens'), value: largest.tokens, unit: 'tokens' })
  yield plainMeasurement({ name: name('traits.memory'), value: bytes / largest.tokens, unit: 'bytes per token' })
  yield plainMeasurement({ name: name('traits.load'), value: loading, unit: 's' })
}
