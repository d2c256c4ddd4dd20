import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '../accounts/demo-cast.ts'
import { demoMarketplaces } from '../market/demo-marketplaces.ts'
import { MARKET_SCALES } from '../market/market-scale.ts'
import { createRandom } from '../random.ts'
import { type DemoNetwork, start } from '../start.ts'
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
  const story = new Story({
    ledger,
    nodeUrl,
    marketplaces: demoMarketplaces(),
    collections: MARKET_SCALES.small.collections,
    random: createRandom('a story'),
  })
  const visitors = new Set(demoAccounts().map(({ name }) => name))
  const kinds = new Set<string>()
  for (let turn = 0; turn < 30; turn += 1) {
    const done = await story.turn()
    if (done === null) continue
    expect(done.status, `${done.who}: ${done.did}`).toBe('Executed successfully')
    expect(visitors.has(done.who)).toBe(false)
    kinds.add(done.did.split(' ')[0] ?? '')
  }
  expect(ledger.head.version).toBeGreaterThan(before)
  expect(kinds.size).toBeGreaterThanOrEqual(3)
}, 60_000)
