import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demoAccounts } from '../accounts/demo-cast.ts'
import type { DemoCollection } from '../art/demo-collection.ts'
import { demoMarketplaces } from '../market/demo-marketplaces.ts'
import { MARKET_SCALES } from '../market/market-scale.ts'
import { participants } from '../market/seed-market.ts'
import { createRandom } from '../random.ts'
import { type DemoNetwork, start } from '../start.ts'
import type { Intention } from './decide-story.ts'
import { startStory } from './start-story.ts'
import { Story } from './story.ts'

let network: DemoNetwork
beforeAll(async () => {
  const ports = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0, blockDelayMs: 40 }
  const localnet = { host: '127.0.0.1', ...ports, dataDir: null, logLevel: 'silent' as const }
  network = await start({ localnet, artPort: 0, story: false, scale: 'small' })
}, 60_000)
afterAll(() => network[Symbol.asyncDispose]())

test('submits successful transactions, and none for a visitor', async () => {
  const { ledger, nodeUrl } = network.localnet
  const before = ledger.head.version
  const [washed, ...others] = MARKET_SCALES.small.collections.map((one, index): DemoCollection => {
    return index === 0 ? { ...one, market: { ...one.market, fate: 'washed' } } : one
  })
  if (washed === undefined) throw new Error('the small market has no collection')
  const { ring } = participants({ collections: [washed] })
  const faucet = createFaucet(ledger)
  for (const { trader } of ring) faucet.fund(trader.address, 5_000n * OCTAS_PER_APT)
  const story = new Story({
    ledger,
    nodeUrl,
    marketplaces: demoMarketplaces(),
    collections: [washed, ...others],
    random: createRandom('a story'),
  })
  const visitors = new Set(demoAccounts().map(({ name }) => name))
  const washers = ring.map(({ trader }) => trader.name)
  const kinds = new Map<Intention, string[]>([
    ['trade', []],
    ['quote', []],
    ['wash', []],
  ])
  for (let turn = 0; turn < 10; turn += 1) {
    for (const [intention, did] of kinds) {
      const demo = intention === 'wash' ? washed : ([washed, ...others][turn % 3] ?? washed)
      const done = await story.turn({ demo, intention })
      if (done === null) continue
      expect(done.status, `${done.who}: ${done.did}`).toBe('Executed successfully')
      expect(visitors.has(done.who)).toBe(false)
      expect(washers.includes(done.who)).toBe(intention === 'wash')
      did.push(done.did.split(' ')[0] ?? '')
    }
  }
  // Wash traders buy at the floor and sell to each other.
  expect(kinds.get('wash')?.slice(0, 5)).toEqual(['buy', 'list', 'buy', 'list', 'buy'])
  for (const [intention, did] of kinds) expect(did.length, intention).toBeGreaterThan(2)
  expect(new Set([...kinds.values()].flat()).size).toBeGreaterThanOrEqual(3)
  expect(ledger.head.version).toBeGreaterThan(before)
}, 60_000)

test('a story in a hurry goes on while the transactions before are not in a block', async () => {
  const { ledger, nodeUrl, blocks } = network.localnet
  const fetched = vi.spyOn(globalThis, 'fetch')
  const submitted = () =>
    fetched.mock.calls.filter(([url, init]) => /transactions$/.test(String(url)) && init?.body).length
  blocks.pause()
  const before = ledger.head.version
  const story = startStory({
    ledger,
    nodeUrl,
    marketplaces: demoMarketplaces(),
    collections: MARKET_SCALES.small.collections,
    turns: 40,
    random: createRandom('in a hurry'),
    log: pino({ level: 'silent' }),
    everyMs: 20,
  })
  await vi.waitFor(() => expect(submitted()).toBeGreaterThanOrEqual(3), { timeout: 20_000 })
  expect(ledger.head.version).toBe(before)
  blocks.resume()
  await story[Symbol.asyncDispose]()
  expect(ledger.head.version).toBeGreaterThanOrEqual(before + 2n)
}, 60_000)
