import type { Benchmark } from './benchmark.ts'

/** Every benchmark by its name. Each loads what it needs when it is run. */
export const BENCHMARKS: readonly Benchmark[] = [
  {
    name: 'localnet',
    description:
      'native-marketplace transactions a second compared with bare signature checks; with --transactions its start',
    run: async function* (options) {
      const { measureLocalnet } = await import('./localnet/measure-localnet.ts')
      yield* measureLocalnet(options)
    },
  },
  {
    name: 'indexer',
    description:
      'backfill compared with skim, decode and bare writes, and by several calls; head latency compared with bare commits; with --minutes memory',
    parts: ['nft', 'head', 'mixed', 'ranges', 'memory'],
    run: async function* (options) {
      const { measureIndexer } = await import('./indexer/measure-indexer.ts')
      yield* measureIndexer(options)
    },
  },
  {
    name: 'backfill',
    description:
      'a backfill of trades in two passes, compared with indexing it row by row and bare COPY of the same bytes',
    run: async function* (options) {
      const { measureBackfill } = await import('./backfill/measure-backfill.ts')
      yield* measureBackfill(options)
    },
  },
  {
    name: 'api',
    description: 'pages, tokens, hot answers, trait filters and search on a large market compared with the least work',
    run: async function* (options) {
      const { measureApi } = await import('./api/measure-api.ts')
      yield* measureApi(options)
    },
  },
  {
    name: 'large',
    description:
      'every read call of the API on a large market, with its usual parameters: warm, cold, rows and pages read',
    parts: 'calls',
    run: async function* (options) {
      const { measureLarge } = await import('./large/measure-large.ts')
      yield* measureLarge(options)
    },
  },
  {
    name: 'scale',
    description: 'what a market of --scale costs: bytes of tables and indexes, rows written a second, trait columns',
    run: async function* (options) {
      const { measureScale } = await import('./scale/measure-scale.ts')
      yield* measureScale(options)
    },
  },
  {
    name: 'partitions',
    description:
      'activities in one table and in partitions by version: pages read by lists, rows added, oldest removed',
    run: async function* (options) {
      const { measurePartitions } = await import('./partitions/measure-partitions.ts')
      yield* measurePartitions(options)
    },
  },
  {
    name: 'sets',
    description: 'bids on sets of tokens: a set of 10,000 built in the browser, ladders of 100,000 bids',
    parts: ['build', 'ladder'],
    run: async function* (options) {
      const { measureSets } = await import('./sets/measure-sets.ts')
      yield* measureSets(options)
    },
  },
  {
    name: 'flood',
    description:
      'how long others wait while one client, or a thousand, send expensive requests, compared with a quiet API',
    run: async function* (options) {
      const { measureFlood } = await import('./flood/measure-flood.ts')
      yield* measureFlood(options)
    },
  },
  {
    name: 'live',
    description:
      'messages that many clients receive a second, and how soon after the commit, compared with Socket.IO and a relay alone',
    run: async function* (options) {
      const { measureLive } = await import('./live/measure-live.ts')
      yield* measureLive(options)
    },
  },
  {
    name: 'web',
    description: 'first load, paint, hydration, answers, jumps and scrolling of the site; with --minutes its memory',
    parts: ['js', 'lcp', 'hydration', 'inp', 'cls', 'grid', 'memory'],
    run: async function* (options) {
      const { measureWeb } = await import('./web/measure-web.ts')
      yield* measureWeb(options)
    },
  },
  {
    name: 'recovery',
    description: 'from the SIGKILL of a program of `npm start` to a new trade that is shown; --runs times each',
    parts: ['indexer', 'api', 'postgres', 'localnet'],
    run: async function* (options) {
      const { measureRecovery } = await import('./recovery/measure-recovery.ts')
      yield* measureRecovery(options)
    },
  },
]
