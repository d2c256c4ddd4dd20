import { startLedgerNode } from '@opal/chain/testing/ledger-node'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type Clocks, followSettlingTime } from './settling-time.ts'

const MAINNET = 1
const START_MS = 1_700_000_000_000
const TOLERANCE_MS = 30_000

/** A machine whose clock can be wrong, and a node that knows the time. */
function machine() {
  const lines: { readonly level: number; readonly msg: string; readonly aheadSeconds?: number }[] = []
  const real = { ms: START_MS, wrongByMs: 0 }
  const clocks: Clocks = { wall: () => real.ms + real.wrongByMs, monotonic: () => real.ms - START_MS + 5_000 }
  const follow = (NODE_URL?: string, OPAL_NETWORK = 'mainnet') => {
    const config = readConfig({ OPAL_NETWORK, DATABASE_URL: 'postgres://opal@127.0.0.1/opal', NODE_URL })
    return followSettlingTime(config, pino({}, { write: (line) => void lines.push(JSON.parse(line)) }), clocks)
  }
  const micros = () => BigInt(real.ms) * 1_000n
  const node = (chainId = MAINNET) => startLedgerNode(() => 41, chainId, micros)
  return { real, lines, follow, node, micros }
}

test('wherever the clock jumps, orders are settled by it only as far as the chain may be', async () => {
  const { real, follow, node, micros } = machine()
  await using chain = await node()
  using time = follow(chain.url)
  expect(time.now()).toBeNull()
  await expect.poll(() => time.now()).toBe(micros())
  const step = fc.record({
    passMs: fc.integer({ min: 0, max: 3_600_000 }),
    wrongByMs: fc.oneof(fc.integer({ min: -60_000, max: 60_000 }), fc.integer({ min: -1e12, max: 1e12 })),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      for (const { passMs, wrongByMs } of steps) {
        real.ms += passMs
        real.wrongByMs = wrongByMs
        const aheadMs = Math.min(wrongByMs, TOLERANCE_MS)
        expect(time.now()).toBe(BigInt(real.ms + aheadMs) * 1_000n)
      }
    }),
  )
})

test('a clock that is ahead when the indexer starts is noticed as well, and logged once', async () => {
  const { real, lines, follow, node, micros } = machine()
  real.wrongByMs = 8 * 3_600_000
  await using chain = await node()
  using time = follow(chain.url)
  await expect.poll(() => time.now()).toBe(micros() + 30_000_000n)
  real.ms += 1_000
  expect(time.now()).toBe(micros() + 30_000_000n)
  real.wrongByMs = 0
  expect([time.now(), time.now()]).toEqual([micros(), micros()])
  expect(lines.map(({ level, msg, aheadSeconds }) => [level, msg, aheadSeconds])).toEqual([
    [50, 'the clock of this machine is ahead of the chain: orders end by the chain', 28_800],
    [30, 'the clock of this machine is right again', undefined],
  ])
})

test('a node that is behind holds nothing back once the stream has brought something newer', async () => {
  const { real, follow, micros } = machine()
  await using late = await startLedgerNode(
    () => 41,
    MAINNET,
    () => BigInt(START_MS - 3_600_000) * 1_000n,
  )
  using time = follow(late.url)
  await expect.poll(() => time.now()).toBe(micros() - 3_570_000_000n)
  real.ms += 10_000
  time.observe(micros() - 1_000_000n)
  time.observe(micros() - 9_000_000_000n)
  expect(time.now()).toBe(micros())
})

test.each([
  ['no node is configured', () => undefined, 'mainnet'],
  ['the node has never answered', () => 'http://127.0.0.1:1/v1', 'mainnet'],
  ['the node is of another chain', (url: string) => url, 'testnet'],
  ['the chain is local, whose time may stand still', (url: string) => url, 'local'],
])('the clock alone decides where %s, however old what the stream brings is', async (_, urlOf, network) => {
  const { real, follow, node, micros } = machine()
  await using chain = await node()
  using time = follow(urlOf(chain.url), network)
  real.wrongByMs = 3_600_000
  await expect.poll(() => time.now()).toBe(micros() + 3_600_000_000n)
  time.observe(BigInt(START_MS - 1e11) * 1_000n)
  expect(time.now()).toBe(micros() + 3_600_000_000n)
})
