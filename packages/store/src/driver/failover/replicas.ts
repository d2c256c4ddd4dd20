import type { ConnectOptions, Store } from '../connection.ts'
import { connect } from '../connection.ts'
import { ReplicaBehindError } from '../faults.ts'
import type { FailoverPool } from './failover-pool.ts'

/** Interval at which the writer's WAL position is read, in addition to announcements. */
const SAMPLE_MS = 500
/** Time for which a failed replica is not used. */
const PAUSE_MS = 1_000
/** Connection timeout of a replica. */
const CONNECT_MS = 1_000

export interface ReplicaOptions {
  /** URLs; each may balance several replicas. */
  readonly urls: readonly string[]
  /** Largest replication lag of a read, in milliseconds. */
  readonly maxLagMs: number
  readonly options: Omit<ConnectOptions, 'connectionString' | 'pooledUrl' | 'retryMs' | 'frozenAfterMs'>
}

/** A position in the write-ahead log, in bytes, and a time by which the writer had reached it. */
interface Sample {
  readonly atMs: number
  readonly lsn: bigint
}

/** State of a replica, for metrics. */
export interface ReplicaState {
  /** Host and port. */
  readonly name: string
  /** Lag behind the writer when last seen; null while it is unknown or the replica is not used. */
  readonly lagSeconds: number | null
}

/**
 * Replicas of one database, read in turns. A connection is used only when its server has replayed the writer's position of the
 * last announcement and of {@link ReplicaOptions.maxLagMs} ago. If that is not known, its position is read first.
 */
export interface Replicas extends AsyncDisposable {
  /** Returns a replica to read from; null when only the writer is up to date. Statements fail with ReplicaBehindError when it lags too far behind. */
  pick(): Store | null
  /** Excludes replicas that have not replayed the writer's current position: clients were notified of it. */
  announce(): void
  /** Pauses a replica on which a statement failed. */
  failed(store: Store): void
  states(): readonly ReplicaState[]
}

interface Replica {
  readonly name: string
  readonly store: Store
  pausedUntilMs: number
  /** Last WAL position read. */
  seen: bigint | null
}

/** Opens the replicas of a writer. */
export function openReplicas(writer: Pick<Store, 'pool'>, { urls, maxLagMs, options }: ReplicaOptions): Replicas {
  const now = () => performance.now()
  const written = followWriter(writer, maxLagMs)
  /** Lowest known position of each connection's server. */
  const positions = new WeakMap<object, bigint>()
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
          const least = written.least()
          if (least === null) throw new ReplicaBehindError()
          if ((positions.get(client) ?? -1n) >= least) return
          const position = await readPosition(client)
          positions.set(client, position)
          replica.seen = position
          if (position < least) throw new ReplicaBehindError()
        },
      }),
    }
    return replica
  })
  let turn = 0
  return {
    pick() {
      if (written.least() === null) return null
      for (let tried = 0; tried < replicas.length; tried += 1) {
        turn = (turn + 1) % replicas.length
        const replica = replicas[turn]
        if (replica !== undefined && replica.pausedUntilMs <= now()) return replica.store
      }
      return null
    },
    announce: written.announce,
    failed(store) {
      const replica = replicas.find((one) => one.store === store)
      if (replica !== undefined) replica.pausedUntilMs = now() + PAUSE_MS
    },
    states: () =>
      replicas.map(({ name, seen, pausedUntilMs }) => {
        const atMs = seen === null ? null : written.reachedMs(seen)
        return { name, lagSeconds: pausedUntilMs <= now() && atMs !== null ? (now() - atMs) / 1_000 : null }
      }),
    [Symbol.asyncDispose]: async () => {
      await written[Symbol.asyncDispose]()
      await Promise.all(replicas.map(({ store }) => store[Symbol.asyncDispose]()))
    },
  }
}

/** Positions of the writer in its write-ahead log. */
interface WriterPositions extends AsyncDisposable {
  /** Returns the position that a replica must have replayed to be read; null while it is not known. */
  least(): bigint | null
  /** Raises the least position to the writer's current one, which is read now. */
  announce(): void
  /** Returns a time by which the writer had reached a position; null where none is known. */
  reachedMs(lsn: bigint): number | null
}

/** Reads the position of a writer again and again, and at each announcement. */
function followWriter(writer: Pick<Store, 'pool'>, maxLagMs: number): WriterPositions {
  const now = () => performance.now()
  const samples: Sample[] = []
  let announcedMs = now()
  let sampling: Promise<void> | null = null
  let again = false
  const sample = async (): Promise<void> => {
    do {
      again = false
      const atMs = now()
      try {
        samples.push({ atMs, lsn: await readPosition(writer.pool) })
      } catch {
        // While the writer is unreachable, older samples are used until they exceed the allowed lag.
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
  return {
    least() {
      const after = Math.max(announcedMs, now() - maxLagMs)
      return samples.find(({ atMs }) => atMs >= after)?.lsn ?? null
    },
    announce() {
      announcedMs = now()
      sampleSoon()
    },
    reachedMs: (position) => samples.findLast(({ lsn }) => lsn <= position)?.atMs ?? null,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await sampling
    },
  }
}

/** Reads the WAL position that a primary has written (including unflushed commits) or a standby has replayed. */
async function readPosition(client: Pick<FailoverPool, 'query'>): Promise<bigint> {
  const { rows } = await client.query<{ position: bigint }>(
    `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0')::numeric as position`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The server did not say how far it is.')
  return row.position
}
