import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import { createSettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoArtist, demoTraders } from '../../accounts/demo-cast.ts'
import { HEIRLOOMS } from '../../art/heirlooms.ts'
import { drawToken } from '../../art/token-art.ts'
import { demoModules } from '../demo-modules.ts'
import { HistoryWriter } from '../history-writer.ts'
import { Heirlooms } from './heirlooms.ts'

const START_MICROS = 1_780_000_000_000_000n
const people = demoTraders().map((trader) => ({ trader, acts: true, balance: 0n }))

describe.each(HEIRLOOMS.map((collection) => [collection.name, collection] as const))('%s', (_name, collection) => {
  let ledger: Ledger
  beforeAll(async () => {
    const clock = createSettableClock(START_MICROS)
    ledger = await createLedger({ dataDir: null, clock, modules: demoModules() })
    const faucet = createFaucet(ledger)
    for (const { address } of [...demoTraders(), demoArtist(collection.slug)]) faucet.fund(address, OCTAS_PER_APT)
    ledger.commitBlock()
    const heirlooms = new Heirlooms(new HistoryWriter(ledger, clock, demoModules()), collection, people)
    heirlooms.issue(START_MICROS + 1_000_000n)
    heirlooms.offer()
    ledger.commitBlock()
  })

  const calls = () =>
    Array.from({ length: Number(ledger.head.version) + 1 }, (_, version) =>
      ledger.transactionByVersion(BigInt(version)),
    )
      .filter((one) => one?.user !== undefined)
      .map((one) => [one?.user?.request?.payload?.entryFunctionPayload?.entryFunctionIdStr, one?.info?.vmStatus])

  test('executes every step', () => {
    expect(calls().filter(([, status]) => status !== 'Executed successfully')).toEqual([])
    expect(calls().filter(([name]) => name === '0x3::token::create_token_script')).toHaveLength(collection.supply)
  })

  test('gives every visitor account one to claim, and one an offer to cancel', () => {
    const offered = calls().filter(([name]) => name === '0x3::token_transfers::offer_script').length
    const claimed = calls().filter(([name]) => name === '0x3::token_transfers::claim_script').length
    expect(offered - claimed).toBe(7)
  })

  test('draws its images', () => {
    expect(drawToken(collection, collection.cover)).toContain('<svg')
    expect(collection.cover).toBeLessThanOrEqual(collection.supply)
  })
})
