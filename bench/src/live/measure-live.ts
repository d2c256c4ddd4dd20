import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { median, quantile } from '@opal/domain/testing/statistics'
import type { Store } from '@opal/store/driver/connection'
import { seedSmallMarket } from '@opal/store/testing/small-market'
import type { BenchOptions } from '../benchmark.ts'
import { startBenchCluster } from '../indexer/bench-cluster.ts'
import { originOf, type StartedProgram, startProgram } from '../load/start-program.ts'
import { costMeasurement, type Measurement, plainMeasurement, rateMeasurement } from '../measurement.ts'
import { type FedRow, indexerNotifier, messageNotifier, type Notifier, writeFeed } from './feed-writer.ts'
import type { Arrival, BareAnswer, BareRequest, ClientsAnswer, ClientsRequest, SampleMessage } from './live-messages.ts'
import type { Pace } from './pace.ts'

/**
 * Milliseconds from commit to client, of each arrival.
 * @param commits when each id was committed, in microseconds
 * @throws RangeError when something came that was never written
 */
export function latenciesOf(commits: ReadonlyMap<number, number>, arrivals: readonly Arrival[]): readonly number[] {
  return arrivals.map(({ id, atMicros }) => {
    const committed = commits.get(id)
    if (committed === undefined) throw new RangeError(`message ${id} was not written`)
    return (atMicros - committed) / 1_000
  })
}

/** Servers keep to the first core, the clients to the second; PostgreSQL goes where it is put. */
const [SERVER_CORE, CLIENT_CORE] = [0, 1]
const ROUNDS = 3
/** Events a second while latency is measured. */
const MESSAGES_PER_SECOND = 50
/** Messages offered a second, all clients together, while throughput is measured: more than a core can send. */
const FLOOD = 200_000
const RATE_GOAL = 0.7
const P95_GOAL = 1 / 3
const RELAY_CHANNEL = 'opal_bench_relay'

interface Side {
  readonly store: Store
  readonly notifier: Notifier
  readonly clients: StartedProgram
}

interface Parts {
  readonly options: BenchOptions
  readonly rows: readonly FedRow[]
  readonly samples: readonly SampleMessage[]
  readonly api: Side
  readonly relay: Side
  readonly bare: StartedProgram
}

/** Measures the live channel of the real API compared with Socket.IO alone and a bare NOTIFY-to-socket relay, alternately; medians of the rounds. */
export async function* measureLive(options: BenchOptions): AsyncGenerator<Measurement> {
  await using stack = new AsyncDisposableStack()
  const parts = await setUp(options, stack)
  options.say('live: warming up')
  const warm = { total: MESSAGES_PER_SECOND, perSecond: MESSAGES_PER_SECOND }
  await receiveWritten(parts, parts.api, warm)
  await receiveWritten(parts, parts.relay, warm)
  yield* measureLatency(parts)
  yield* measureRate(parts)
}

async function setUp(options: BenchOptions, stack: AsyncDisposableStack): Promise<Parts> {
  options.say('live: a market, the API and a bare server')
  const cluster = stack.use(await startBenchCluster())
  const [store, bareStore] = [await cluster.createStore(), await cluster.createStore()]
  const nowMicros = BigInt(Date.now()) * 1_000n
  await seedSmallMarket(store, { ids: EXAMPLE, marketplace: 'opal', nowMicros })
  const start = async (script: string, core: number, args: readonly string[]) =>
    stack.use(await startProgram(`${import.meta.dirname}/${script}`, { core, args }))
  const apiArgs = [store.connectionString, String(nowMicros), '1000']
  const api = await start('../api/api-program.ts', SERVER_CORE, apiArgs)
  const bare = await start('bare-live-program.ts', SERVER_CORE, [bareStore.connectionString, RELAY_CHANNEL])
  const rows = await rowsToFeed(store)
  const samples = await sampleMessages(originOf(api), store, rows)
  options.say(`live: ${options.clients} clients at each`)
  const clientsOf = (program: StartedProgram) =>
    start('clients-program.ts', CLIENT_CORE, [originOf(program), String(options.clients), EXAMPLE.collectionId])
  const notifier = messageNotifier(RELAY_CHANNEL, samples)
  return {
    options,
    rows,
    samples,
    bare,
    api: { store, notifier: indexerNotifier, clients: await clientsOf(api) },
    relay: { store: bareStore, notifier, clients: await clientsOf(bare) },
  }
}

/** A sale of the market, and its change of the floor, alternately: the most frequent messages of the channel. */
async function rowsToFeed({ pool }: Store): Promise<readonly FedRow[]> {
  const { collectionId } = EXAMPLE
  const { rows } = await pool.query<{ version: bigint; event_index: number }>(
    'select version, event_index from market.activities where collection_id = $1 order by version desc limit 1',
    [collectionId],
  )
  return rows.flatMap(({ version, event_index: index }) => [
    { version, collectionId, kind: 'activity', payload: { index } },
    { version, collectionId, kind: 'floor_change', payload: { old: '200000000', new: '210000000' } },
  ])
}

/** Returns the API's messages for the rows, for the bare server to send the same. */
async function sampleMessages(
  origin: string,
  store: Store,
  rows: readonly FedRow[],
): Promise<readonly SampleMessage[]> {
  await writeFeed(store, rows, { total: rows.length, perSecond: 1_000 }, indexerNotifier)
  const answer = await fetch(`${origin}/live/since?id=0&take=${rows.length}`)
  const { data } = (await answer.json()) as { readonly data: readonly SampleMessage[] }
  if (data.length !== rows.length) throw new Error('the API does not tell what was written')
  return data
}

/** Measures that every client receives all messages at a given rate. */
async function receiveWritten({ options, rows }: Parts, { store, notifier, clients }: Side, pace: Pace) {
  const [received, commits] = await Promise.all([
    receive(clients, pace.total * options.clients),
    writeFeed(store, rows, pace, notifier),
  ])
  const [startedAtMicros = 0] = commits.values()
  return { received, commits, startedAtMicros }
}

async function receive(clients: StartedProgram, messages: number): Promise<ClientsAnswer> {
  const answer = await clients.ask<ClientsAnswer>({ messages } satisfies ClientsRequest)
  if (answer.messages !== messages) throw new Error(`${answer.messages} of ${messages} messages came`)
  return answer
}

async function* measureLatency(parts: Parts): AsyncGenerator<Measurement> {
  const pace = { total: MESSAGES_PER_SECOND * parts.options.seconds, perSecond: MESSAGES_PER_SECOND }
  const times = { api: [] as (readonly number[])[], relay: [] as (readonly number[])[] }
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const side of ['relay', 'api'] as const) {
      const { received, commits } = await receiveWritten(parts, parts[side], pace)
      const taken = latenciesOf(commits, received.arrivals)
      times[side].push(taken)
      parts.options.say(`live: round ${round}, ${side}: p95 ${quantile(taken, 0.95).toFixed(1)} ms`)
    }
  }
  const of = (rounds: readonly (readonly number[])[], part: number) =>
    median(rounds.map((each) => quantile(each, part)))
  const unit = 'ms'
  const limit = of(times.relay, 0.95)
  yield plainMeasurement({ name: 'live.relay.p50', value: of(times.relay, 0.5), unit })
  yield plainMeasurement({ name: 'live.p50', value: of(times.api, 0.5), unit })
  yield costMeasurement({ name: 'live.p95', value: of(times.api, 0.95), unit }, limit, P95_GOAL)
}

async function* measureRate(parts: Parts): AsyncGenerator<Measurement> {
  const perSecond = Math.ceil(FLOOD / parts.options.clients)
  const pace = { total: perSecond * parts.options.seconds, perSecond }
  const rates = { api: [] as number[], bare: [] as number[] }
  const note = (side: keyof typeof rates, { messages, lastAtMicros }: ClientsAnswer, startedAtMicros: number): void => {
    const rate = (messages / (lastAtMicros - startedAtMicros)) * 1e6
    rates[side].push(rate)
    parts.options.say(`live: ${side} ${Math.round(rate)} messages/s`)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await receiveBare(parts, pace)
    note('bare', bare.received, bare.startedAtMicros)
    const api = await receiveWritten(parts, parts.api, pace)
    note('api', api.received, api.startedAtMicros)
  }
  yield rateMeasurement(
    { name: 'live.rate', value: median(rates.api), unit: 'messages/s' },
    median(rates.bare),
    RATE_GOAL,
  )
}

async function receiveBare({ options, samples, relay, bare }: Parts, { total, perSecond }: Pace) {
  const [received, { startedAtMicros }] = await Promise.all([
    receive(relay.clients, total * options.clients),
    bare.ask<BareAnswer>({ samples, messages: total, perSecond } satisfies BareRequest),
  ])
  return { received, startedAtMicros }
}
