import { median } from '@opal/domain/testing/statistics'
import { type ApiSamples, readSamples } from '../api/api-samples.ts'
import { openMarket } from '../api/open-market.ts'
import type { BenchOptions } from '../benchmark.ts'
import type { LoadAnswer, LoadRequest } from '../load/load-messages.ts'
import { originOf, startProgram } from '../load/start-program.ts'
import { costMeasurement, type Measurement, plainMeasurement } from '../measurement.ts'

const [SERVER_CORE, LOAD_CORE] = [0, 1]
const ROUNDS = 3
const SECONDS = 4
/** Normal users during the flood: a hundred, ten of them at a time, each with some ten calls in ten seconds. */
const USERS = { connections: 10, clients: { network: '198.51.100', count: 100 }, pauseMs: 50 } as const
const FLOOD_CONNECTIONS = 64
/** Pause between the requests of a connection that floods another server instead: about as many as the API can answer. */
const ELSEWHERE_PAUSE_MS = 60
/** Goal: other clients wait at most twice as long under a flood as without one. */
const GOAL = 0.5

/**
 * Measures how long other users wait while one client, or a thousand, send expensive requests as fast as they are
 * answered. Compares it with the same flood of another server: that part of the delay is the machine's, not the API's.
 */
export async function* measureFlood(options: BenchOptions): AsyncGenerator<Measurement> {
  await using stack = new AsyncDisposableStack()
  const market = stack.use(await openMarket(options))
  const args = [market.databaseUrl, String(market.endMicros), '0']
  const api = stack.use(await startProgram(`${import.meta.dirname}/../api/api-program.ts`, { core: SERVER_CORE, args }))
  const elsewhere = stack.use(
    await startProgram(`${import.meta.dirname}/../api/bare-program.ts`, { core: SERVER_CORE, args }),
  )
  const program = async (isBackground: boolean) =>
    stack.use(await startProgram(`${import.meta.dirname}/../load/load-program.ts`, { core: LOAD_CORE, isBackground }))
  // They share a core: a flood of quick refusals would delay the users' program, which no API could help.
  const [users, flood] = [await program(false), await program(true)]
  const { reads, expensive } = pathsOf(await readSamples(market.store))
  const origin = originOf(api)
  const read = async () => {
    const answer = await users.ask<LoadAnswer>({
      origin,
      paths: reads,
      seconds: SECONDS,
      ...USERS,
    } satisfies LoadRequest)
    if (answer.fault !== null) throw new Error(`a user was refused: ${answer.fault}`)
    return answer.p99
  }
  const readUnder = async (asked: Pick<LoadRequest, 'origin' | 'paths' | 'clients' | 'pauseMs'>) => {
    const request = { ...asked, seconds: SECONDS + 1, connections: FLOOD_CONNECTIONS } satisfies LoadRequest
    const [, p99] = await Promise.all([flood.ask<LoadAnswer>(request), read()])
    return p99
  }
  const readUnderFlood = (count: number) =>
    readUnder({ origin, paths: expensive, clients: { network: '2001:db8', count } })
  await read()
  const found = { alone: [] as number[], elsewhere: [] as number[], one: [] as number[], thousand: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    options.say(`flood: round ${round + 1} of ${ROUNDS}`)
    found.alone.push(await read())
    found.elsewhere.push(
      await readUnder({ origin: originOf(elsewhere), paths: ['/nothing'], pauseMs: ELSEWHERE_PAUSE_MS }),
    )
    found.one.push(await readUnderFlood(1))
    found.thousand.push(await readUnderFlood(1_000))
  }
  const alone = median(found.alone)
  yield plainMeasurement({ name: 'flood.none.p99', value: alone, unit: 'ms' })
  yield plainMeasurement({ name: 'flood.elsewhere.p99', value: median(found.elsewhere), unit: 'ms' })
  yield costMeasurement({ name: 'flood.one.p99', value: median(found.one), unit: 'ms' }, alone, GOAL)
  yield costMeasurement({ name: 'flood.thousand.p99', value: median(found.thousand), unit: 'ms' }, alone, GOAL)
}

/** Returns paths of what users read, and of what costs the API most. */
function pathsOf({ collections, tokens, terms }: ApiSamples) {
  const some = <Item>(items: readonly Item[]) => items.slice(0, 50)
  const reads = [
    ...some(collections).map((id) => `/api/collection/${id}/nfts?nftType=LISTED&limit=50`),
    ...some(tokens).map((id) => `/api/collection/nfts/${id}`),
  ]
  const expensive = [
    ...some(collections).map((id) => `/api/collection/${id}/nfts?name=${encodeURIComponent('(a+)+$')}`),
    ...some(terms).map((term) => `/aggregator/collection/search/${encodeURIComponent(term)}?take=50`),
    ...some(collections).map((id) => `/api/activity/collection/${id}?limit=100`),
  ]
  return { reads, expensive }
}
