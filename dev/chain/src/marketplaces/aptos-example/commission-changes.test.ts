import { ZERO_ADDRESS } from '@opal/domain/address'
import type { CommissionChange } from '@opal/domain/prices/commission'
import { applyRate } from '@opal/domain/prices/rates'
import { testSeed } from '@opal/domain/testing/effort/config'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { opalAdapter } from '@opal/marketplaces/opal/adapter'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SELLER, TradeFixture } from '../testing/trade-fixture.ts'

const PRICE = 1_000_003n
const WEEK_MICROS = 604_800n * 1_000_000n

/* Our own package tells all by one event; the family tells that something changed, and the write set what. */
const DEPLOYMENTS = [
  ['our own package', opalAdapter, opalAdapter.contracts.local],
  ['the package of the family on mainnet', opalAdapter, opalAdapter.contracts.mainnet],
  ...MARKETPLACES.filter(({ isNative, decodeCommission }) => !isNative && decodeCommission !== undefined).map(
    (adapter) => [`${adapter.displayName}, of the family too,`, adapter, adapter.contracts.local] as const,
  ),
] as const

describe.each(DEPLOYMENTS)('a change of the commission at %s', (_what, adapter, contracts) => {
  it('is decoded to the rate that the contract will apply', () => {
    const rates = fc.tuple(fc.bigInt({ min: 0n, max: 15n }), fc.bigInt({ min: 1_000n, max: 1_000_000n }))
    fc.assert(
      fc.property(fc.array(rates, { minLength: 1, maxLength: 4 }), (changes) => {
        const { marketFixture, admin, schedule, send, terms } = opened(adapter, contracts)
        for (const [numerator, denominator] of changes) {
          send(admin, 'set_percentage_rate_commission', [schedule, String(denominator), String(numerator)])
          const [settled] = marketFixture.view(`${marketFixture.module}::commission`, [], [schedule, PRICE]) as [bigint]
          expect(applyRate(PRICE, commissionOf(terms(), { priceOctas: PRICE, placedAtMicros: null }))).toBe(settled)
        }
      }),
      { seed: testSeed, numRuns: 20 },
    )
  })

  it('ignores a schedule that another account created', () => {
    const { send, changes } = opened(adapter, contracts)
    send(SELLER, 'init_entry', [SELLER, '0', '0', '100', '1'])
    expect(changes).toEqual([])
  })
})

describe('a higher commission of our own package', () => {
  it('applies a week later, to new orders only', () => {
    const { marketFixture, admin, schedule, send, terms, changes } = opened(opalAdapter, opalAdapter.contracts.local)
    const at = marketFixture.peek().nowMicros
    send(admin, 'set_percentage_rate_commission', [schedule, '100', '4'])
    const taken = (nowMicros: bigint, placedAtMicros: bigint | null) =>
      applyRate(PRICE, commissionOf(terms(nowMicros), { priceOctas: PRICE, placedAtMicros }))
    const due = at + WEEK_MICROS
    expect(changes).toHaveLength(1)
    expect(taken(due - 1_000_000n, null)).toBe((PRICE * 15n) / 1_000n)
    expect(taken(due + 1_000_000n, null)).toBe((PRICE * 4n) / 100n)
    expect(taken(due + 2_000_000n, due + 1_000_000n)).toBe((PRICE * 4n) / 100n)
    expect(taken(due + 2_000_000n, due - 1_000_000n)).toBe((PRICE * 15n) / 1_000n)
  })
})

describe('a fixed commission of the family', () => {
  it('is decoded as an amount, until a rate replaces it', () => {
    const { admin, schedule, send, changes } = opened(opalAdapter, opalAdapter.contracts.mainnet)
    send(admin, 'set_fixed_rate_commission', [schedule, '2500'])
    send(admin, 'set_percentage_rate_commission', [schedule, '100', '2'])
    expect(changes.map(({ fixedOctas, rate }) => [fixedOctas, rate.numerator])).toEqual([
      [2_500n, 0n],
      [null, 2n],
    ])
  })
})

function opened(adapter: typeof opalAdapter, contracts: MarketplaceContracts | null) {
  const fixture = new TradeFixture(adapter, 1, null, 'v2', contracts)
  const { chain } = fixture
  const { packageAddress, feeScheduleAddress } = fixture.contracts
  const module = `${packageAddress}::fee_schedule`
  const changes: CommissionChange[] = []
  const send = (sender: typeof packageAddress, name: string, functionArguments: readonly unknown[]) => {
    const call = { function: `${module}::${name}`, typeArguments: [], functionArguments } as never
    const transaction = chain.execute(sender, call)
    changes.push(...decodeMarketEvents(transaction, [{ adapter, contracts: fixture.contracts }]).commissions)
  }
  const terms = (nowMicros = chain.peek().nowMicros): MarketplaceContracts => ({
    ...fixture.contracts,
    commissionHistory: { changes, nowMicros },
  })
  const marketFixture = Object.assign(chain, { module })
  return {
    marketFixture,
    admin: packageAddress,
    schedule: feeScheduleAddress ?? ZERO_ADDRESS,
    send,
    terms,
    changes,
  }
}
