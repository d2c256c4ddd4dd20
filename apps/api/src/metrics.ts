import type { Store } from '@opal/store/driver/connection'
import type { Replicas } from '@opal/store/driver/failover/replicas'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { CacheReads } from './cache/cache-reads.ts'
import type { MemoryUse } from './cache/memory-use.ts'
import type { ResponseCache } from './cache/response-cache.ts'
import type { OwnReadiness } from './http/own-readiness.ts'
import type { RedisLink } from './realtime/redis-link.ts'
import { SOCKET_BYTES, type SocketCounts } from './realtime/sockets/socket-limits.ts'
import type { TradeCounts } from './trading/trade-counts.ts'

export interface MeasuredParts {
  /** Resolves whether the API accepts traffic, and how far its node is: it may run, and serve metrics, without being of use to anyone. */
  readonly readiness: () => Promise<OwnReadiness>
  readonly store: Store
  readonly responses: ResponseCache
  readonly caches: Readonly<Record<string, CacheReads>>
  /** Parts of the process with bounded memory, in addition to sockets. */
  readonly memory: Readonly<Record<string, () => MemoryUse>>
  readonly replicas: Replicas | null
  /** Null where none is configured. */
  readonly redis: Pick<RedisLink, 'isReachable'> | null
  readonly tradeCounts: Pick<TradeCounts, 'answers' | 'refusals'>
  /** Null before they are served. */
  readonly sockets: () => SocketCounts | null
}

/** Creates the metrics of the process and of its parts; their values are read when they are asked for. */
export function createApiMetrics(parts: MeasuredParts): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { redis } = parts
  addReadinessMetrics(registry, parts)
  addDatabaseMetrics(registry, parts)
  addMemoryMetrics(registry, parts)
  addSocketMetrics(registry, parts)
  addTradeMetrics(registry, parts)
  if (redis !== null)
    gauge(registry, {
      name: 'redis_reachable',
      help: 'Whether Redis answers; missing where none is configured.',
      read: async (set) => set({}, (await redis.isReachable()) ? 1 : 0),
    })
  return registry
}

function addReadinessMetrics(registry: Registry, { readiness }: MeasuredParts): void {
  let asking: Promise<OwnReadiness> | null = null
  // All metrics of one scrape share one check.
  const ask = () => {
    asking ??= readiness().finally(() => {
      asking = null
    })
    return asking
  }
  gauge(registry, {
    name: 'ready',
    help: 'Whether the API accepts traffic, as /readyz says.',
    read: async (set) => set({}, (await ask()).isReady ? 1 : 0),
  })
  gauge(registry, {
    name: 'node_version',
    help: 'Newest ledger version of the chain that the node of this API knows; 0 where it does not answer.',
    read: async (set) => set({}, (await ask()).nodeVersion ?? 0),
  })
}

function addDatabaseMetrics(registry: Registry, { store, replicas }: MeasuredParts): void {
  const pools = { general: store.pool, prepared: store.preparedPool.pool }
  gauge(registry, {
    name: 'pool_connections',
    help: 'Connections to PostgreSQL, and statements that wait for one.',
    labels: ['pool', 'state'],
    read: (set) => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        set({ pool, state: 'idle' }, idleCount)
        set({ pool, state: 'busy' }, totalCount - idleCount)
        set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  gauge(registry, {
    name: 'replica_lag_seconds',
    help: 'Age of what a replica was last seen to have; NaN where it is not used.',
    labels: ['replica'],
    read: (set) => {
      for (const { name, lagSeconds } of replicas?.states() ?? []) set({ replica: name }, lagSeconds ?? Number.NaN)
    },
  })
}

function addMemoryMetrics(registry: Registry, { responses, caches, memory, sockets }: MeasuredParts): void {
  counter(registry, {
    name: 'cache_reads_total',
    help: 'Reads of caches since the start, by whether the value was there.',
    labels: ['cache', 'found'],
    read: (set) => {
      for (const [cache, { found, missing }] of Object.entries({ responses: responses.reads, ...caches })) {
        set({ cache, found: 'true' }, found)
        set({ cache, found: 'false' }, missing)
      }
    },
  })
  const bounded = (): readonly (readonly [string, MemoryUse])[] => {
    const { open, max } = sockets() ?? { open: 0, max: 0 }
    const ofSockets = { bytes: open * SOCKET_BYTES, maxBytes: max * SOCKET_BYTES }
    return [...Object.entries(memory).map(([part, use]) => [part, use()] as const), ['sockets', ofSockets]]
  }
  gauge(registry, {
    name: 'memory_bytes',
    help: 'Memory of a part of the process, as the part counts it.',
    labels: ['part'],
    read: (set) => {
      for (const [part, { bytes }] of bounded()) set({ part }, bytes)
    },
  })
  gauge(registry, {
    name: 'memory_limit_bytes',
    help: 'The most memory that a part of the process may take.',
    labels: ['part'],
    read: (set) => {
      for (const [part, { maxBytes }] of bounded()) set({ part }, maxBytes)
    },
  })
}

function addSocketMetrics(registry: Registry, { sockets }: MeasuredParts): void {
  gauge(registry, {
    name: 'sockets',
    help: 'Sockets that are open.',
    read: (set) => set({}, sockets()?.open ?? 0),
  })
  counter(registry, {
    name: 'sockets_refused_total',
    help: 'Sockets that were refused since the start, by reason.',
    labels: ['reason'],
    read: (set) => {
      for (const [reason, count] of Object.entries(sockets()?.refused ?? {})) set({ reason }, count)
    },
  })
}

function addTradeMetrics(registry: Registry, { tradeCounts }: MeasuredParts): void {
  counter(registry, {
    name: 'trades_total',
    help: 'Answers to requests for a trade since the start, by call and whether one was offered.',
    labels: ['call', 'offered'],
    read: (set) => {
      for (const { call, offered, count } of tradeCounts.answers) set({ call, offered: String(offered) }, count)
    },
  })
  counter(registry, {
    name: 'trades_not_offered_total',
    help: 'Trades that were not offered since the start, by call and reason.',
    labels: ['call', 'reason'],
    read: (set) => {
      for (const { call, reason, count } of tradeCounts.refusals) set({ call, reason }, count)
    },
  })
}

/** A metric that is read at each scrape. */
interface Metric {
  /** Without the prefix of the API's metrics. */
  readonly name: string
  readonly help: string
  /** Names of its labels; none when left out. */
  readonly labels?: readonly string[]
  /** Passes its values on, each with its labels. */
  read(set: (labels: Readonly<Record<string, string>>, value: number) => void): void | Promise<void>
}

function counter(registry: Registry, { name, help, labels = [], read }: Metric): void {
  new Counter({
    name: `opal_api_${name}`,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      this.reset()
      await read((values, value) => this.inc({ ...values }, value))
    },
  })
}

function gauge(registry: Registry, { name, help, labels = [], read }: Metric): void {
  new Gauge({
    name: `opal_api_${name}`,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      await read((values, value) => this.set({ ...values }, value))
    },
  })
}
