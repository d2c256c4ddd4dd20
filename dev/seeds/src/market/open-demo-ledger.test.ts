import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { parseAddress } from '@opal/domain/address'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoMarketplaces } from './demo-marketplaces.ts'
import { demoModules } from './demo-modules.ts'
import { MARKET_SCALES } from './market-scale.ts'
import { type DemoLedger, openDemoLedger } from './open-demo-ledger.ts'
import { seedMarket } from './seed-market.ts'

const GENESIS_MICROS = 1_780_000_000_000_000n
const HISTORY_MICROS = 3n * 86_400_000_000n

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-ledger-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

async function seed({ ledger, clock, genesisMicros }: DemoLedger, onProgress: (share: number) => void = () => {}) {
  const faucet = createFaucet(ledger)
  await seedMarket({
    ...MARKET_SCALES.small,
    ledger,
    clock,
    modules: demoModules(),
    marketplaces: demoMarketplaces(),
    fund: (address, octas) => faucet.fund(address, octas),
    nowMicros: genesisMicros + HISTORY_MICROS,
    seed: 'opened',
    onProgress,
  })
}

function stateHash(ledger: Ledger): string {
  const { info } = ledger.transactionByVersion(ledger.head.version) ?? {}
  return `${ledger.head.version} ${Buffer.from(info?.accumulatorRootHash ?? []).toString('hex')}`
}

test('completes an interrupted market as if uninterrupted', async () => {
  const whole = await openDemoLedger(null, GENESIS_MICROS)
  await seed(whole)
  {
    const broken = await openDemoLedger(dataDir, GENESIS_MICROS)
    const breakOff = (share: number) => {
      if (share > 0.5) throw new Error('the power is gone')
    }
    await expect(seed(broken, breakOff)).rejects.toThrow('the power is gone')
    await broken.ledger[Symbol.asyncDispose]()
  }
  const again = await openDemoLedger(dataDir, GENESIS_MICROS + 5_000_000n)
  expect(again.state).toBe('empty')
  await seed(again)
  expect(stateHash(again.ledger)).toBe(stateHash(whole.ledger))
  await again.ledger[Symbol.asyncDispose]()
  await using reopened = (await openDemoLedger(dataDir, GENESIS_MICROS)).ledger
  expect(stateHash(reopened)).toBe(stateHash(whole.ledger))
})

test('leaves a chain without the demo unchanged', async () => {
  const stranger = parseAddress(`0x${'77'.repeat(32)}`)
  const first = await openDemoLedger(dataDir, GENESIS_MICROS)
  createFaucet(first.ledger).fund(stranger, 5n)
  first.ledger.commitBlock()
  const before = stateHash(first.ledger)
  await first.ledger[Symbol.asyncDispose]()
  const second = await openDemoLedger(dataDir, GENESIS_MICROS)
  expect(second.state).toBe('foreign')
  expect(stateHash(second.ledger)).toBe(before)
  await second.ledger[Symbol.asyncDispose]()
})
