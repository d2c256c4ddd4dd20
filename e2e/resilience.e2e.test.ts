import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runs } from '@opal/domain/testing/effort/config'
import { connect } from '@opal/store/driver/connection'
import { freePort } from '@opal/store/embedded/free-port'
import { dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, type InstanceOptions, startInstance } from './harness/instance.ts'
import { waitFor } from './harness/wait-for.ts'

const PROGRAMS = ['postgres', 'localnet', 'indexer', 'api']
const HURRIED = { SEED_SCALE: 'small', SEED_STORY_EVERY_MS: '200', LOG_LEVEL: 'warn' }
/** Market events between two kills. */
const EVENTS_BETWEEN = runs(2, 20)
/** Programs that were killed start again first. */
const TIMEOUT = { timeout: 120_000 }

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'opal-resilience-'))
})
afterAll(() => {
  for (const name of ['killed', 'undisturbed']) removeInstance(join(home, name))
  rmSync(home, { recursive: true, force: true })
})

test('recovers from killing every program during trades, with the rows of an undisturbed index', async () => {
  const ports = await somePorts()
  const dataDir = join(home, 'killed')
  const only = (programs: readonly string[]) => ['--only', programs.join(',')]
  {
    await using opal = await startInstance({ dataDir, ports, args: only(PROGRAMS), env: HURRIED })
    await awaitTrades(opal, EVENTS_BETWEEN)
    await opal.killAndAwait('indexer', 'Indexer')
    await awaitTrades(opal, EVENTS_BETWEEN)
    await opal.killAndAwait('api', 'API')
    await awaitTrades(opal, EVENTS_BETWEEN)
    await opal.killAndAwait('localnet', 'Localnet')
    await awaitTrades(opal, EVENTS_BETWEEN)
    await opal.killAndAwait('postgres', 'PostgreSQL')
    await awaitTrades(opal, EVENTS_BETWEEN)
    await opal.killPostmaster()
    await awaitTrades(opal, EVENTS_BETWEEN)
  }
  const own = await somePorts()
  await using instances = new AsyncDisposableStack()
  const [opal, witness] = await startAll(instances, [
    { dataDir, ports, args: [...only(PROGRAMS), '--quiet'], env: HURRIED },
    // A second index of the same chain, in a database of its own, that nothing disturbs.
    {
      dataDir: join(home, 'undisturbed'),
      ports: { ...own, node: ports.node, faucet: ports.faucet, stream: ports.stream, art: ports.art },
      args: only(['postgres', 'indexer', 'api']),
      env: HURRIED,
    },
  ])
  const goal = BigInt((await opal.readiness()).node.version ?? 0)
  for (const each of [opal, witness]) await awaitVersion(each, goal)

  const [survivor, undisturbed] = [await dumpOf(opal), await dumpOf(witness)]
  expect(survivor['market.sales']?.length).toBeGreaterThan(0)
  for (const table of Object.keys(undisturbed)) expect(survivor[table], table).toEqual(undisturbed[table])
}, 900_000)

/** Starts two instances concurrently. The stack stops those that started, also when another failed. */
async function startAll(instances: AsyncDisposableStack, [first, second]: readonly [InstanceOptions, InstanceOptions]) {
  const starts = [first, second].map(async (options) => instances.use(await startInstance(options)))
  await Promise.allSettled(starts)
  return Promise.all(starts) as Promise<[Instance, Instance]>
}

async function somePorts() {
  const ports = new Set<number>()
  while (ports.size < 11) ports.add(await freePort(0))
  const [
    web = 0,
    api = 0,
    graphql = 0,
    node = 0,
    faucet = 0,
    art = 0,
    readiness = 0,
    indexer = 0,
    metrics = 0,
    stream = 0,
    postgres = 0,
  ] = ports
  const others = { 'chain-graphql': graphql, 'api-metrics': metrics }
  return { web, api, ...others, node, faucet, art, readiness, indexer, stream, postgres }
}

/** Waits until the index holds `more` market events than now: trading continues, and is indexed. */
async function awaitTrades({ databaseUrl }: Instance, more: number): Promise<void> {
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-e2e' })
  const count = async () => {
    const rows = store.db.selectFrom('market.order_events').select(({ fn }) => fn.countAll<bigint>().as('rows'))
    return Number((await rows.executeTakeFirstOrThrow()).rows)
  }
  let found = await count()
  const goal = found + more
  const isThere = async () => {
    found = await count()
    return found >= goal
  }
  await waitFor(`the index to hold ${goal} market events`, isThere, { ...TIMEOUT, seen: () => found })
}

async function awaitVersion(instance: Instance, version: bigint): Promise<void> {
  let found: bigint | null = null
  const isThere = async () => {
    found = BigInt((await instance.readiness()).index.version ?? -1)
    return found >= version
  }
  await waitFor(`the index to hold version ${version}`, isThere, { ...TIMEOUT, seen: () => String(found) })
}

async function dumpOf({ databaseUrl }: Instance) {
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-e2e' })
  let found: number | null = null
  const isDone = async () => {
    found = (await store.db.selectFrom('market.points_due').select('collection_id').execute()).length
    return found === 0
  }
  await waitFor('the points of all orders to be compared', isDone, { ...TIMEOUT, seen: () => found })
  return await dumpDatabase(store.db)
}

/** As root the database may lie elsewhere, with a link to it in its place. */
function removeInstance(dataDir: string): void {
  const postgres = join(dataDir, 'postgres')
  if (existsSync(postgres)) rmSync(realpathSync(postgres), { recursive: true, force: true })
}
