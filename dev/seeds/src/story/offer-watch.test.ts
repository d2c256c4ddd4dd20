import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import { createSettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { DAY_MICROS } from '@opal/domain/time'
import { expect, test } from 'vitest'
import { demoMarketplaces } from '../market/demo-marketplaces.ts'
import { demoModules } from '../market/demo-modules.ts'
import { MARKET_SCALES } from '../market/market-scale.ts'
import { seedMarket } from '../market/seed-market.ts'
import { OfferWatch, type ReadLedger } from './offer-watch.ts'

const NOW_MICROS = 1_780_000_000_000_000n

test('finds every open offer again, however much happened since, and reads none that have long ended', async () => {
  const clock = createSettableClock(NOW_MICROS - 3n * DAY_MICROS)
  await using ledger = await createLedger({ dataDir: null, clock, modules: demoModules() })
  const faucet = createFaucet(ledger)
  const { markets } = await seedMarket({
    ...MARKET_SCALES.small,
    ledger,
    clock,
    modules: demoModules(),
    marketplaces: demoMarketplaces(),
    fund: (address, octas) => faucet.fund(address, octas),
    nowMicros: NOW_MICROS,
    seed: 'offers',
  })
  const placed = markets.flatMap(({ offers }) => [...offers].map(({ id }) => id))
  expect(placed.length).toBeGreaterThan(3)
  const seenAfter = async (versions: bigint, days: bigint) => {
    const watch = new OfferWatch(aged(ledger, versions, days), demoMarketplaces())
    await watch.catchUp()
    return markets.flatMap((market) => watch.of(market).map(({ offerId }) => offerId))
  }
  for (const days of [0n, 1n, 27n]) {
    expect(await seenAfter(days * 2_000n, days)).toEqual(expect.arrayContaining(placed))
  }
  expect(await seenAfter(10n, 31n)).toEqual([])
})

/** Returns a chain as it is so many days later, when a block of so many other transactions was committed. */
function aged(ledger: Ledger, versions: bigint, days: bigint): ReadLedger {
  const { head } = ledger
  const timestampMicros = head.timestampMicros + days * DAY_MICROS
  const last = { firstVersion: head.version + 1n, lastVersion: head.version + versions, timestampMicros }
  const blockHeight = head.blockHeight + 1n
  return {
    head: { ...head, blockHeight, version: last.lastVersion, timestampMicros },
    transactionByVersion: (version) => ledger.transactionByVersion(version),
    blockByHeight: (height) => (height === blockHeight ? { ...last, height } : ledger.blockByHeight(height)),
  }
}
