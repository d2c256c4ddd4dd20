import type { Address } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import type { ChangeRow, EventRow, TransactionRow } from '../../schema/raw.ts'

/** Bytes of the contents of one batch: strangers write them, and a transaction may have megabytes. */
const MAX_BYTES = 12_000_000

/**
 * Reads the raw transactions from a version on, as they were written, in batches of at most `size`, and of some megabytes unless a single
 * transaction has more.
 * @param before first version that is not read; null: up to the last that rows are derived from.
 */
export async function* readRaw(
  db: Database,
  fromVersion: bigint,
  size: number,
  before: bigint | null = null,
): AsyncGenerator<readonly ChainTransaction[]> {
  let next = fromVersion
  let take = size
  const end = before ?? (await readDerivedEnd(db))
  while (true) {
    const heads = await db
      .selectFrom('chain.transactions')
      .selectAll()
      .where('version', '>=', next)
      .$if(end !== null, (query) => query.where('version', '<', end))
      .orderBy('version')
      .limit(take)
      .execute()
    const [first] = heads
    if (first === undefined) return
    const last = (await lastWithin(db, heads)) ?? first.version
    const within = heads.filter(({ version }) => version <= last)
    yield await withContents(db, within)
    next = last + 1n
    // Measuring reads each row whole, so not many more are measured than the next batch will have.
    take = Math.min(size, 2 * within.length)
  }
}

/** Returns the last of these transactions up to which they have {@link MAX_BYTES} together; null: the first has more. */
async function lastWithin(db: Database, heads: readonly TransactionRow[]): Promise<bigint | null> {
  const versions = heads.map(({ version }) => version)
  // Compressed, a value may take a hundredth of its size in the column.
  const bytes = (column: string) => sql`coalesce(case when pg_column_compression(${sql.ref(column)}) is null
    then pg_column_size(${sql.ref(column)}) else octet_length(${sql.ref(column)}::text) end, 0)`
  const { rows } = await sql<{ last: bigint | null }>`
    select max(version) as last from (
      select version, sum(sum(bytes)) over (order by version) as total from (
        select version, 0 as bytes from unnest(${versions}::bigint[]) as asked (version)
        union all
        select version, ${bytes('data')} from chain.events where version = any(${versions})
        union all
        select version, ${bytes('key')} + ${bytes('data')} from chain.changes where version = any(${versions})
      ) contents group by version
    ) summed where total <= ${sql.lit(MAX_BYTES)}`.execute(db)
  return rows[0]?.last ?? null
}

/** Returns the first version for which only raw rows are written; null where everything is derived. */
async function readDerivedEnd(db: Database): Promise<bigint | null> {
  const { rows } = await sql<{ version: bigint | null }>`
    select greatest(min(r.from_version), max(c.next_version)) as version
    from chain.raw_ranges r left join chain.checkpoints c using (stream)`.execute(db)
  return rows[0]?.version ?? null
}

async function withContents(db: Database, heads: readonly TransactionRow[]): Promise<readonly ChainTransaction[]> {
  const versions = heads.map((row) => row.version)
  const events = await sql<EventRow>`select * from chain.events
    where version = any(${versions}) order by version, event_index`.execute(db)
  const changes = await sql<ChangeRow>`select * from chain.changes
    where version = any(${versions}) order by version, change_index`.execute(db)
  const eventsOf = Map.groupBy(events.rows, (row) => row.version)
  const changesOf = Map.groupBy(changes.rows, (row) => row.version)
  return heads.map((row) => ({
    version: row.version,
    hash: row.hash,
    blockHeight: row.block_height,
    epoch: row.epoch,
    timestampMicros: row.timestamp_micros,
    success: row.success,
    sender: row.sender as Address | null,
    entryFunction: row.entry_function,
    gasUsed: row.gas_used,
    gasUnitPrice: row.gas_unit_price,
    events: (eventsOf.get(row.version) ?? []).map(toEvent),
    changes: (changesOf.get(row.version) ?? []).map(toChange),
  }))
}

function toEvent(row: EventRow): ChainEvent {
  return {
    index: row.event_index,
    type: row.type,
    accountAddress: row.account_address as Address,
    creationNumber: row.creation_number,
    sequenceNumber: row.sequence_number,
    data: row.data,
  }
}

function toChange(row: ChangeRow): ChainChange {
  const index = row.change_index
  const resource = { index, address: row.address as Address, type: row.type ?? '' }
  const item = { index, handle: row.handle ?? '', keyType: row.key_type ?? '', key: row.key }
  switch (row.kind) {
    case 'write-resource':
      return { kind: 'write-resource', ...resource, data: row.data }
    case 'delete-resource':
      return { kind: 'delete-resource', ...resource }
    case 'write-table-item':
      return { kind: 'write-table-item', ...item, valueType: row.type ?? '', value: row.data }
    default:
      return { kind: 'delete-table-item', ...item }
  }
}
