import type { ConnectOptions, Store } from './connection.ts'
import { connect } from './connection.ts'
import type { FailoverPool } from './failover-pool.ts'
import { ReplicaBehindError } from './faults.ts'

/** Pause between looks at how far the writer is, while nothing is announced. */
const SAMPLE_MS = 500
/** A replica that failed is left alone for so long. */
const PAUSE_MS = 1_000
/** A replica is near, or of no use. */
const CONNECT_MS = 1_000

export interface ReplicaOptions {
  /** Addresses; behind each may be several replicas. */
  readonly urls: readonly string[]
  /** Nothing older than this is read, milliseconds. */
  readonly maxLagMs: number
  readonly options: Omit<ConnectOptions, 'connectionString' | 'pooledUrl' | 'retryMs' | 'frozenAfterMs'>
}

/** A place in the write-ahead log, bytes, and when the writer was there at the latest. */
interface Sample {
  readonly atMs: number
  readonly lsn: bigint
}

/** Facts of a replica for metrics. */
export interface ReplicaState {
  /** Host and port. */
  readonly name: string
  /** By how much what it was last seen to have is older than the writer; null before that was seen, and while it is not used. */
  readonly lagSeconds: number | null
}

/**
 * Replicas of one database, read in turns. A connection is used only when its server has replayed what the writer had when
 * something was announced last, and {@link ReplicaOptions.maxLagMs} ago: each is asked how far it is where that is not known.
 */
export interface Replicas extends AsyncDisposable {
  /** Returns a replica to read from; null where the writer has to be read. Its statements fail with ReplicaBehindError when it is not far enough. */
  pick(): Store | null
  /** What the writer has by now was announced: replicas that lack some of it are not read. */
  announce(): void
  /** A statement at this replica failed. */
  failed(store: Store): void
  states(): readonly ReplicaState[]
}

/** How far the server of each connection is known to be, at least. */
type Places = WeakMap<object, bigint>

interface Replica {
  readonly name: string
  readonly store: Store
  pausedUntilMs: number
  /** Place that it was last seen at. */
  seen: bigint | null
}

/** Opens the replicas of a writer. */
export function openReplicas(writer: Pick<Store, 'pool'>, { urls, maxLagMs, options }: ReplicaOptions): Replicas {
  const now = () => performance.now()
  const samples: Sample[] = []
  let announcedMs = now()
  const floor = (): bigint | null => {
    const after = Math.max(announcedMs, now() - maxLagMs)
    return samples.find(({ atMs }) => atMs >= after)?.lsn ?? null
  }
  let sampling: Promise<void> | null = null
  let again = false
  const sample = async (): Promise<void> => {
    do {
      again = false
      const atMs = now()
      try {
        samples.push({ atMs, lsn: await readPlace(writer.pool) })
      } catch {
        // Without the writer nobody knows how far it is: what was known serves for as long as replicas may be behind.
      }
      while (samples.length > 0 && (samples[0]?.atMs ?? 0) < now() - maxLagMs - SAMPLE_MS) samples.shift()
    } while (again)
  }
  const sampleSoon = (): void => {
    again = true
    sampling ??= sample().finally(() => {
      sampling = null
    })
  }
  sampleSoon()
  const timer = setInterval(sampleSoon, SAMPLE_MS)
  const places: Places = new WeakMap()
  const replicas = urls.map((connectionString): Replica => {
    const replica: Replica = {
      name: new URL(connectionString).host,
      pausedUntilMs: 0,
      seen: null,
      store: connect({
        ...options,
        connectionString,
        connectionTimeoutMs: CONNECT_MS,
        async checkClient(client) {
          const least = floor()
          if (least === null) throw new ReplicaBehindError()
          if ((places.get(client) ?? -1n) >= least) return
          const place = await readPlace(client)
          places.set(client, place)
          replica.seen = place
          if (place < least) throw new ReplicaBehindError()
        },
      }),
    }
    return replica
  })
  let turn = 0
  return {
    pick() {
      if (floor() === null) return null
      for (let tried = 0; tried < replicas.length; tried += 1) {
        turn = (turn + 1) % replicas.length
        const replica = replicas[turn]
        if (replica !== undefined && replica.pausedUntilMs <= now()) return replica.store
      }
      return null
    },
    announce() {
      announcedMs = now()
      sampleSoon()
    },
    failed(store) {
      const replica = replicas.find((one) => one.store === store)
      if (replica !== undefined) replica.pausedUntilMs = now() + PAUSE_MS
    },
    states: () =>
      replicas.map(({ name, seen, pausedUntilMs }) => {
        const at = seen === null ? undefined : samples.findLast(({ lsn }) => lsn <= seen)?.atMs
        const isUsed = pausedUntilMs <= now() && at !== undefined
        return { name, lagSeconds: isUsed ? (now() - at) / 1_000 : null }
      }),
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await sampling
      await Promise.all(replicas.map(({ store }) => store[Symbol.asyncDispose]()))
    },
  }
}

/** Reads how far a server has written, commits that are not on disk yet included, or replayed. */
async function readPlace(client: Pick<FailoverPool, 'query'>): Promise<bigint> {
  const { rows } = await client.query<{ place: bigint }>(
    `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0')::numeric as place`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The server did not say how far it is.')
  return row.place
}
