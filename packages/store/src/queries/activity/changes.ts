import type { ChangeKind } from '@opal/domain/live/change-kinds'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { KEEP_ALIVE } from '../../driver/open-client.ts'
import { checkDirect } from '../../driver/server-checks.ts'
import { FOREVER } from '../../schema/span-sql.ts'
import { CHANGE_CHANNEL, NOTIFICATION_CHANNEL } from '../../schema/stream.ts'
import { limitSql, type Reader, readRow, readRows } from '../read-rows.ts'

/** One row of the change feed. `payload` is as the indexer wrote it. */
export interface ChangeRow {
  readonly id: bigint
  readonly version: bigint
  readonly atMicros: bigint
  readonly collectionId: string | null
  readonly kind: ChangeKind
  readonly payload: Readonly<Record<string, string | number | null>>
}

/** Start: after a feed id, or after a ledger version. */
export type ChangesAfter = { readonly id: bigint } | { readonly version: bigint }

/** Changes after a ledger version that are looked up by it. A page that opens has missed a few; of a reader that has missed more the feed is walked. */
export const MAX_NEWER = 10_000

/** Reads changes after a position, oldest first. */
export function readChanges(
  reader: Reader,
  after: ChangesAfter,
  options: { take: number; collectionId?: string },
): Promise<readonly ChangeRow[]> {
  const place: RawBuilder<unknown> =
    'id' in after ? sql`id > ${after.id}` : sql`version > ${after.version} and id >= ${firstAfter(after.version)}`
  const only = options.collectionId === undefined ? sql`` : sql`and collection_id = ${options.collectionId}`
  return readRows(
    reader,
    sql<ChangeRow>`
    select id, version, at_micros as "atMicros", collection_id as "collectionId", kind, payload
    from market.change_feed where ${place} ${only} order by id limit ${options.take}`,
  )
}

/**
 * Returns an id that no change after a version comes before. The feed is not in the order of versions: what time changes has the version at which its
 * collection changed last.
 */
function firstAfter(version: bigint): RawBuilder<unknown> {
  return sql`(select case when count(*) > ${sql.lit(MAX_NEWER)} then 0 else coalesce(min(id), ${FOREVER}) end from (
      select id from market.change_feed where version > ${version} order by version desc ${limitSql(MAX_NEWER + 1)}
    ) newer)`
}

/** Reads the newest id of the feed; 0 when it is empty. */
export async function readLastChangeId(reader: Reader): Promise<bigint> {
  const row = await readRow(reader, sql<{ id: bigint | null }>`select max(id) as id from market.change_feed`)
  return row?.id ?? 0n
}

const CONNECTION_TIMEOUT_MS = 5_000
/** Pause between questions to a server that has nothing to notify: one that does not answer has frozen. */
const BEAT_MS = 5_000
const ANSWER_TIMEOUT_MS = 5_000

export interface ListenOptions {
  readonly connectionString: string
  /** Called on every notification, and once after every (re)connection, since something may have been missed. */
  readonly onWake: () => void
  readonly onError: (error: Error) => void
  /** Pause before connecting again. Default 500 ms. */
  readonly retryMs?: number
}

/**
 * Listens to the indexer on {@link CHANGE_CHANNEL}, and to API processes that make notifications on {@link
 * NOTIFICATION_CHANNEL}, on a connection of its own, which is reopened when it breaks. The NOTIFY only wakes the
 * reader: read the feed after the last id you have.
 */
export function listenChanges(options: ListenOptions): AsyncDisposable {
  let stopped = false
  let client: pg.Client | null = null
  const beats = setInterval(() => void client?.query('select').catch(() => undefined), BEAT_MS)
  let retry: NodeJS.Timeout | null = null

  const open = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: options.connectionString,
      application_name: 'opal-live',
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      // An overdue answer breaks the connection.
      pipeline: true,
      ...KEEP_ALIVE,
    })
    client = next
    next.on('notification', () => options.onWake())
    next.on('error', (error) => options.onError(error))
    next.once('end', () => again())
    try {
      await next.connect()
      await checkDirect(next, 'the change feed')
      await next.query(`listen ${CHANGE_CHANNEL}; listen ${NOTIFICATION_CHANNEL}`)
      options.onWake()
    } catch (error) {
      options.onError(error as Error)
      await next.end().catch(() => undefined)
      again()
    }
  }

  const again = (): void => {
    if (stopped || retry !== null) return
    retry = setTimeout(() => {
      retry = null
      void open()
    }, options.retryMs ?? 500)
  }

  void open()
  return {
    [Symbol.asyncDispose]: async () => {
      stopped = true
      clearInterval(beats)
      if (retry !== null) clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
