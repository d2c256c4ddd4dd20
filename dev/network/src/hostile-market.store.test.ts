import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig as readLocalnetConfig } from '@opal/dev-chain/config'
import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import { createSettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import { start as startLocalnet } from '@opal/dev-chain/start'
import { startArtHost } from '@opal/dev-seeds/host/start-art-host'
import { HOSTILE_SCALES } from '@opal/dev-seeds/hostile/hostile-collections'
import { playHostile } from '@opal/dev-seeds/hostile/play-hostile'
import { demoMarketplaces } from '@opal/dev-seeds/market/demo-marketplaces'
import { demoModules } from '@opal/dev-seeds/market/demo-modules'
import { HistoryWriter } from '@opal/dev-seeds/market/history-writer'
import { MARKET_SCALES } from '@opal/dev-seeds/market/market-scale'
import { seedMarket } from '@opal/dev-seeds/market/seed-market'
import { DAY_MICROS } from '@opal/domain/time'
import { connect, type Store } from '@opal/store/driver/connection'
import { readDeadLetters } from '@opal/store/queries/indexer-state'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test } from 'vitest'
import { LOCALNET_ENVIRONMENT, localEnvironment } from './local-environment.ts'

const NOW_MICROS = 1_780_000_000_000_000n
/** The indexer lives with so much, whatever strangers write. */
const HEAP_MB = 160
const INDEXER = fileURLToPath(import.meta.resolve('@opal/indexer/main'))

/** The smallest market on a chain of its own, and the means to go on with it. */
async function smallMarket() {
  const scale = MARKET_SCALES.small
  const clock = createSettableClock(NOW_MICROS - BigInt(scale.days + 1) * DAY_MICROS)
  const ledger = await createLedger({ dataDir: null, clock, modules: demoModules() })
  const faucet = createFaucet(ledger)
  const fund = (address: Parameters<typeof faucet.fund>[0], octas: bigint) => faucet.fund(address, octas)
  const { markets } = await seedMarket({
    ...scale,
    ledger,
    clock,
    fund,
    modules: demoModules(),
    marketplaces: demoMarketplaces(),
    nowMicros: NOW_MICROS,
    seed: 'hostile',
  })
  return { ledger, markets, writer: new HistoryWriter(ledger, clock, demoModules()), fund }
}

/** The whole program in a process of its own, which ends when it takes more memory than it may. */
function runIndexer(environment: Readonly<Record<string, string>>) {
  const child = fork(INDEXER, [], { execArgv: [`--max-old-space-size=${HEAP_MB}`], env: environment, stdio: 'ignore' })
  return {
    child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/**
 * Counts items that have not been tried yet: documents, images, list items and rankings. Failed ones are retried in
 * minutes, and hours.
 */
async function waiting({ pool }: Store): Promise<number> {
  const { rows } = await pool.query<{ waiting: string }>(`
    select (select count(*) from market.metadata where status = 'pending' and attempts = 0)
      + (select count(*) from market.images where status = 'pending' and attempts = 0)
      + (select count(*) from market.token_list_item_queue) + (select count(*) from market.rarity_queue) as waiting`)
  return Number(rows[0]?.waiting)
}

async function untilIdle(store: Store, version: bigint, indexer: ReturnType<typeof runIndexer>): Promise<void> {
  for (;;) {
    expect([indexer.child.exitCode, indexer.child.signalCode]).toEqual([null, null])
    const { rows } = await store.pool.query('select next_version from chain.checkpoints')
    if (BigInt(rows[0]?.next_version ?? 0n) > version && (await waiting(store)) === 0) return
    await delay(50)
  }
}

/** Everything that is shown of some collections. */
async function shown({ pool }: Store, collections: readonly string[]) {
  const rows = async (text: string) => (await pool.query(text, [collections])).rows
  return {
    cards: await rows('select * from market.token_list_items where collection_id = any($1) order by token_data_id'),
    ranks: await rows('select * from market.token_rarity where collection_id = any($1) order by token_data_id'),
    figures: await rows('select * from market.collection_stats where collection_id = any($1) order by collection_id'),
    sales: await rows('select * from market.sales where collection_id = any($1) order by version, event_index'),
    images: await rows(`select i.src, i.status, i.width from market.images i join market.metadata m on m.image = i.src
      join chain.current_token_datas_v2 t on t.token_uri = m.uri where t.collection_id = any($1) order by i.src, t.token_data_id`),
  }
}

test('hostile accounts do not affect the rest of the market', { timeout: 240_000 }, async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const store = stack.use(connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' }))
  const { ledger, markets, writer, fund } = await smallMarket()
  const localnet = stack.use(await startLocalnet(readLocalnetConfig(LOCALNET_ENVIRONMENT), { ledger }))
  const collections = markets.map(({ demo }) => demo)
  const art = stack.use(await startArtHost({ host: '127.0.0.1', port: 0, collections, walletScript: '' }))
  const indexer = stack.use(
    runIndexer({
      ...localEnvironment(localnet, database.databaseUrl),
      IPFS_GATEWAYS: art.gateway,
      MEDIA_ALLOWED_HOSTS: '',
    }),
  )
  const honest = markets.map(({ id }) => id)
  await untilIdle(store, ledger.head.version, indexer)
  const before = await shown(store, honest)
  expect(before.cards.length).toBe(36)
  expect(before.ranks.length).toBe(36)
  expect(before.images.every(({ status }) => status === 'ready')).toBe(true)

  const hostile = playHostile(writer, fund, HOSTILE_SCALES.small)
  await untilIdle(store, ledger.head.version, indexer)
  expect(await shown(store, honest)).toEqual(before)
  expect(await readDeadLetters(store, 10)).toEqual([])
  const strange = await shown(store, hostile)
  const supply = HOSTILE_SCALES.small.heavy + 9 * HOSTILE_SCALES.small.others + 1
  expect(strange.cards).toHaveLength(supply)
  // Payments to themselves are flagged as such.
  expect(strange.sales.map((sale) => sale.is_wash)).toEqual([true, true])
})
