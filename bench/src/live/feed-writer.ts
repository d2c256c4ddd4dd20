import type { Store } from '@opal/store/driver/connection'
import { CHANGE_CHANNEL } from '@opal/store/schema/stream'
import { monotonicMicros, type SampleMessage } from './live-messages.ts'
import { keepPace, type Pace } from './pace.ts'

/** A row of the change feed without its id. */
export interface FedRow {
  readonly version: bigint
  readonly collectionId: string
  readonly kind: string
  readonly payload: object
}

/** Returns the notifications for new rows. */
export type Notifier = (ids: readonly number[]) => readonly { readonly channel: string; readonly payload: string }[]

/** Notifies as the indexer does: of the newest id, once a commit. */
export const indexerNotifier: Notifier = (ids) => [{ channel: CHANGE_CHANNEL, payload: String(ids.at(-1)) }]

/** Returns a notifier of each row, with a whole message. */
export function messageNotifier(channel: string, samples: readonly SampleMessage[]): Notifier {
  return (ids) =>
    ids.flatMap((id) => {
      const sample = samples[id % samples.length]
      return sample === undefined ? [] : [{ channel, payload: JSON.stringify({ ...sample, id: String(id) }) }]
    })
}

const INSERT = `insert into market.change_feed (version, at_micros, collection_id, kind, payload)
  select version, 0, collection_id, kind, payload
  from unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[]) as fed (version, collection_id, kind, payload)
  returning id`
const NOTIFY = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as sent (channel, payload)'

/**
 * Writes rows of the change feed at a pace, in transactions that notify at their end, as the indexer's do.
 * @returns when the commit of each id was sent off, in microseconds
 */
export async function writeFeed(
  store: Pick<Store, 'pool'>,
  rows: readonly FedRow[],
  pace: Pace,
  notify: Notifier,
): Promise<ReadonlyMap<number, number>> {
  const commits = new Map<number, number>()
  const client = await store.pool.connect()
  let written = 0
  try {
    await keepPace(pace, async (due) => {
      const batch = Array.from({ length: due }, (_, index) => rows[(written + index) % rows.length]).filter(
        (row) => row !== undefined,
      )
      written += due
      await client.query('begin')
      const inserted = await client.query<{ id: bigint }>({
        name: 'bench-feed',
        text: INSERT,
        values: columnsOf(batch),
      })
      const ids = inserted.rows.map(({ id }) => Number(id))
      const sent = notify(ids)
      const values = [sent.map(({ channel }) => channel), sent.map(({ payload }) => payload)]
      await client.query({ name: 'bench-notify', text: NOTIFY, values })
      const now = monotonicMicros()
      for (const id of ids) commits.set(id, now)
      await client.query('commit')
    })
  } finally {
    client.release()
  }
  return commits
}

function columnsOf(rows: readonly FedRow[]): unknown[][] {
  return [
    rows.map(({ version }) => version),
    rows.map(({ collectionId }) => collectionId),
    rows.map(({ kind }) => kind),
    rows.map(({ payload }) => JSON.stringify(payload)),
  ]
}
