import { join } from 'node:path'
import { quantile } from '@opal/domain/testing/statistics'
import { startPostgres } from '@opal/store/embedded/postgres-server'
import { runningDatabaseUrl } from '@opal/store/maintenance/inspect/running-database'
import { type BenchMarket, openMarket } from '../api/open-market.ts'
import type { BenchOptions } from '../benchmark.ts'
import { originOf, startProgram } from '../load/start-program.ts'
import { costMeasurement, type Measurement, worstMeasurement } from '../measurement.ts'
import { dropSystemCache } from './drop-system-cache.ts'
import { explainStatements } from './explain-statements.ts'
import { openSessions } from './open-sessions.ts'
import { type Place, readPlaces } from './places.ts'
import { planWork, type StatementWork } from './plan-work.ts'
import { type ReadCall, type ReadRequest, readCalls } from './read-calls.ts'
import { Visitor } from './visitor.ts'

const SERVER_CORE = 0
const MIB = 1_024 * 1_024
/**
 * Requests counted of each call and place, at least of each call, and the duration after which a call is not repeated. Of fewer than a hundred the 99th
 * percentile would be the slowest, which says what else the machine did.
 */
const [ROUNDS, MIN_TIMES, MAX_CALL_MS] = [3, 120, 10_000]
const COLD_ROUNDS = 5
/** Asked of an API that has just started before anything is timed, as load balancers do. */
const START: ReadRequest = { method: 'GET', path: '/readyz', body: null, isSignedIn: false }
/** Highest 99th percentile that a visitor may wait for a call, milliseconds. */
const [WARM_MS, COLD_MS] = [100, 500]
/** Most memory that the API may have had resident once every call was answered, MiB. */
const MAX_MIB = 1_024

/**
 * Measures how long each read call of the API takes, with its usual parameters, of every entity from the smallest to the largest: again
 * and again, and once after PostgreSQL, the API and the system have forgotten what they read; with the rows and pages of 8 KiB that it
 * reads. A call is one measurement: the time that is further from its limit. The last one is the API's memory.
 */
export async function* measureLarge(options: BenchOptions): AsyncGenerator<Measurement> {
  const calls = chooseCalls(readCalls(), options.only)
  const profile = await profileWarm(options, calls)
  const cold = await profileCold(options, calls, profile)
  for (const [index, { name }] of calls.entries()) {
    const warm = profile.warm[index] ?? []
    const inMs = (value: number) => ({ name: `large.${name}`, value, unit: 'ms' })
    const p99 = quantile(warm, 0.99)
    const slowest = cold === null ? null : Math.max(...(cold[index] ?? []))
    const judged = costMeasurement(inMs(p99), WARM_MS, 1)
    yield worstMeasurement(slowest === null ? [judged] : [judged, costMeasurement(inMs(slowest), COLD_MS, 1)], {
      p50: quantile(warm, 0.5),
      p99,
      ...(slowest !== null && { cold: slowest }),
      ...profile.work[index],
    })
  }
  if (profile.peakBytes !== null) {
    const peak = { name: 'large.memory', value: profile.peakBytes / MIB, unit: 'MiB' }
    yield costMeasurement(peak, MAX_MIB, 1)
  }
}

/** @param beginnings of their names, separated by commas; null: all. @throws Error where none begins so. */
function chooseCalls(calls: readonly ReadCall[], beginnings: string | null): readonly ReadCall[] {
  const chosen = calls.filter(
    ({ name }) => beginnings?.split(',').some((beginning) => name.startsWith(beginning)) ?? true,
  )
  if (chosen.length === 0) throw new Error(`no read call begins with ${beginnings}`)
  return chosen
}

interface Profile {
  readonly places: readonly Place[]
  /** Cookies of the places' owners. */
  readonly cookies: ReadonlyMap<string, string>
  readonly endMicros: bigint
  /** By call, times in milliseconds. */
  readonly warm: readonly (readonly number[])[]
  /** By call, of the first place, where the largest of everything is. */
  readonly work: readonly StatementWork[]
  /** Most memory of the API that answered the warm calls; null where the system does not tell. */
  readonly peakBytes: number | null
}

async function profileWarm(options: BenchOptions, calls: readonly ReadCall[]): Promise<Profile> {
  await using stack = new AsyncDisposableStack()
  const market = stack.use(await openMarket(options))
  const { store, endMicros } = market
  options.say('large: choosing collections, items and wallets')
  const places = await readPlaces(store)
  const cookies = await openSessions(store, places, endMicros)
  const warm: number[][] = []
  let peakBytes: number | null
  {
    await using api = await startApi(market)
    const visitor = new Visitor(originOf(api), cookies)
    for (const [index, call] of calls.entries()) {
      if (index % 20 === 0) options.say(`large: ${index} of ${calls.length}`)
      warm.push(await timesOf(visitor, call, places))
    }
    peakBytes = api.peakBytes()
  }
  options.say('large: counting rows and pages')
  await using explained = await explainStatements(store, `${join(options.dataDir, 'postgres')}.log`)
  await using api = await startApi(market)
  const visitor = new Visitor(originOf(api), cookies)
  const [largest] = places
  // Drops what the API reads before it is ready.
  await visitor.time(START, largest)
  explained.take()
  const work: StatementWork[] = []
  for (const call of calls) {
    await visitor.time(call.request(largest), largest)
    work.push(planWork(explained.take().map(({ plan }) => plan)))
  }
  return { places, cookies, endMicros, warm, work, peakBytes }
}

/** Asks what differs between places; the first answer to each request is not counted. */
async function timesOf(visitor: Visitor, call: ReadCall, places: readonly Place[]): Promise<number[]> {
  const asked = new Map(places.map((place) => [JSON.stringify(call.request(place)), place]))
  const rounds = Math.max(ROUNDS, Math.ceil(MIN_TIMES / asked.size))
  const end = performance.now() + MAX_CALL_MS
  const times: number[] = []
  for (let round = 0; round <= rounds && (round < 2 || performance.now() < end); round += 1) {
    for (const place of asked.values()) {
      const time = await visitor.time(call.request(place), place)
      if (round > 0) times.push(time)
    }
  }
  return times
}

/** @returns by call, times in milliseconds; null where the market's database belongs to a running `npm start`. */
async function profileCold(
  { dataDir, say }: BenchOptions,
  calls: readonly ReadCall[],
  { places, cookies, endMicros }: Profile,
): Promise<readonly (readonly number[])[] | null> {
  if ((await runningDatabaseUrl(dataDir)) !== null) return null
  const times = calls.map((): number[] => [])
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    say(`large: cold, ${round + 1} of ${COLD_ROUNDS}${dropSystemCache() ? '' : ' (the system keeps its cache)'}`)
    await using server = await startPostgres({ dataDir: join(dataDir, 'postgres'), port: 0 })
    await using api = await startApi({ databaseUrl: server.databaseUrl, endMicros })
    const visitor = new Visitor(originOf(api), cookies)
    const place = places[round % places.length] as Place
    await visitor.time(START, place)
    for (const [index, call] of calls.entries()) times[index]?.push(await visitor.time(call.request(place), place))
  }
  return times
}

function startApi({ databaseUrl, endMicros }: Pick<BenchMarket, 'databaseUrl' | 'endMicros'>) {
  const args = [databaseUrl, String(endMicros), '0']
  return startProgram(`${import.meta.dirname}/../api/api-program.ts`, { core: SERVER_CORE, args })
}
