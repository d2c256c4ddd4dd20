import { median, quantile } from '@opal/domain/testing/statistics'
import type { BenchOptions } from '../benchmark.ts'
import type { LoadAnswer, LoadRequest } from '../load/load-messages.ts'
import { originOf, type StartedProgram, startProgram } from '../load/start-program.ts'
import { costMeasurement, type Measurement, plainMeasurement, rateMeasurement } from '../measurement.ts'
import { type ApiSamples, readSamples } from './api-samples.ts'
import { type BenchMarket, openMarket } from './open-market.ts'
import { createTraitLimit } from './trait-limit.ts'

/** Servers keep to the first core, the load to the second; PostgreSQL goes where it is put. */
const [SERVER_CORE, LOAD_CORE] = [0, 1]
const ROUNDS = 3
const SECONDS = 1.5
const CONNECTIONS = 32
/** Every path is asked at least twice before anything counts; on a store that must be read from the disk first that takes some turns. */
const [WARM_SECONDS, MAX_WARM_TURNS] = [8, 12]

interface Parts {
  readonly market: BenchMarket
  readonly samples: ApiSamples
  readonly load: StartedProgram
  /** Keeps no page and no token, and asks the store each time; keeps whole answers; Fastify and the driver alone. */
  readonly cold: string
  readonly hot: string
  readonly bare: { readonly origin: string; readonly program: StartedProgram }
}

/** Measures the API on a large market compared with the least work that could answer, interleaved, medians of the rounds. */
export async function* measureApi(options: BenchOptions): AsyncGenerator<Measurement> {
  await using stack = new AsyncDisposableStack()
  const market = stack.use(await openMarket(options))
  const start = async (script: string, args: readonly string[]) =>
    stack.use(await startProgram(`${import.meta.dirname}/${script}`, { core: SERVER_CORE, args }))
  const { databaseUrl, endMicros } = market
  const api = (hotMs: number) => start('api-program.ts', [databaseUrl, String(endMicros), String(hotMs)])
  const bare = await start('bare-program.ts', [databaseUrl])
  const parts: Parts = {
    market,
    samples: await readSamples(market.store),
    load: stack.use(await startProgram(`${import.meta.dirname}/../load/load-program.ts`, { core: LOAD_CORE })),
    cold: originOf(await api(0)),
    hot: originOf(await api(1_000)),
    bare: { origin: originOf(bare), program: bare },
  }
  yield* measurePages(parts)
  yield* measureHot(parts)
  yield* measureTraits(parts)
  yield* measureSearch(parts)
}

interface Ask {
  readonly origin: string
  readonly paths: readonly string[]
  readonly connections?: number
}

async function ask(
  { load }: Parts,
  { origin, paths, connections = CONNECTIONS }: Ask,
  seconds = SECONDS,
): Promise<LoadAnswer> {
  const answer = await load.ask<LoadAnswer>({ origin, paths, connections, seconds } satisfies LoadRequest)
  if (answer.fault !== null) throw new Error(answer.fault)
  return answer
}

async function warm(parts: Parts, asked: Ask, seconds: number): Promise<void> {
  let left = 2 * asked.paths.length
  for (let turn = 0; turn < MAX_WARM_TURNS && left > 0; turn += 1) {
    const { perSecond } = await ask(parts, asked, seconds)
    left -= perSecond * seconds
  }
}

/** Two things asked in turns, after each was asked for a while. */
async function compare(parts: Parts, ours: Ask, limit: Ask) {
  await warm(parts, { ...ours, connections: 8 }, WARM_SECONDS)
  await warm(parts, limit, 1)
  const answers = { ours: [] as LoadAnswer[], limit: [] as LoadAnswer[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    answers.ours.push(await ask(parts, ours))
    answers.limit.push(await ask(parts, limit))
  }
  return answers
}

const rate = (answers: readonly LoadAnswer[]) => median(answers.map(({ perSecond }) => perSecond))

async function* measurePages(parts: Parts): AsyncGenerator<Measurement> {
  const { collections, tokens } = parts.samples
  const bare = (path: string, of: readonly string[], rest = '') => ({
    origin: parts.bare.origin,
    paths: of.map((id) => `${path}?of=${id}${rest}`),
  })
  const ours = (of: readonly string[], path: (id: string) => string) => ({ origin: parts.cold, paths: of.map(path) })
  const cases = [
    {
      name: 'api.page.tokens',
      goal: 0.5,
      ours: ours(collections, (id) => `/api/collection/${id}/nfts?nftType=LISTED&limit=50`),
      limit: bare('/listed', collections, '&value=0&id=0'),
    },
    {
      name: 'api.page.activities',
      goal: 0.5,
      ours: ours(collections, (id) => `/api/activity/collection/${id}?limit=50`),
      limit: bare('/activities', collections, '&value=9000000000&id=0'),
    },
    {
      name: 'api.token',
      goal: 0.6,
      ours: ours(tokens, (id) => `/api/collection/nfts/${id}`),
      limit: bare('/token', tokens),
    },
  ]
  for (const { name, goal, ours: asked, limit } of cases) {
    const found = await compare(parts, asked, limit)
    yield rateMeasurement({ name, value: rate(found.ours), unit: 'requests/s' }, rate(found.limit), goal)
  }
}

async function* measureHot(parts: Parts): AsyncGenerator<Measurement> {
  const [collection = ''] = parts.samples.collections
  const path = `/api/collection/${collection}/nfts?nftType=LISTED&limit=50`
  await parts.bare.program.ask({ keep: await (await fetch(parts.hot + path)).text() })
  const found = await compare(
    parts,
    { origin: parts.hot, paths: [path] },
    { origin: parts.bare.origin, paths: ['/cached'] },
  )
  yield rateMeasurement({ name: 'api.hot', value: rate(found.ours), unit: 'requests/s' }, rate(found.limit), 0.6)
}

async function* measureTraits(parts: Parts): AsyncGenerator<Measurement> {
  const floor = await ask(parts, { origin: parts.bare.origin, paths: ['/nothing'], connections: 1 })
  yield plainMeasurement({ name: 'api.http.floor', value: floor.p50, unit: 'ms' })
  for (const { id, tokens } of parts.samples.traitCollections) {
    const limit = await createTraitLimit(parts.market.store, id)
    const paths = limit.queries.map(
      (query) => `/api/collection/${id}/traits?nftType=LISTED&attributes=${encodeURIComponent(query)}`,
    )
    const asked = { origin: parts.cold, paths, connections: 1 }
    await ask(parts, asked, 3)
    const times = { ours: [] as number[], limit: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.ours.push((await ask(parts, asked)).p50)
      times.limit.push(median(Array.from({ length: 200 }, () => timeOf(() => limit.run()))))
    }
    const name = `api.traits.${tokens}`
    yield costMeasurement({ name, value: median(times.ours), unit: 'ms' }, 5 * median(times.limit) + floor.p50, 1)
  }
}

function timeOf(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

/** The limit is the query that finds the ten ids, sent over one connection without a server in between. */
async function* measureSearch(parts: Parts): AsyncGenerator<Measurement> {
  const { terms } = parts.samples
  const asked = {
    origin: parts.cold,
    paths: terms.map((term) => `/aggregator/collection/search/${encodeURIComponent(term)}?take=10`),
    connections: 1,
  }
  await ask(parts, asked, 3)
  const bareTimes: number[] = []
  const ours: LoadAnswer[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await ask(parts, asked))
    for (const term of terms) bareTimes.push(await timeOfSearch(parts, term))
  }
  const limit = quantile(bareTimes.slice(terms.length), 0.5)
  yield plainMeasurement({ name: 'api.search.bare', value: limit, unit: 'ms' })
  yield costMeasurement({ name: 'api.search.p50', value: median(ours.map(({ p50 }) => p50)), unit: 'ms' }, limit, 1 / 2)
  yield costMeasurement(
    { name: 'api.search.p99', value: median(ours.map(({ p99 }) => p99)), unit: 'ms' },
    limit,
    1 / 10,
  )
}

const BARE_SEARCH = `select collection_id, folded from market.collection_names
  where to_tsvector('simple', folded) @@ to_tsquery('simple', $1) order by volume_octas desc limit 10`

async function timeOfSearch({ market }: Parts, term: string): Promise<number> {
  const start = performance.now()
  await market.store.pool.query({ name: 'bare-search', text: BARE_SEARCH, values: [`${term}:*`] })
  return performance.now() - start
}
