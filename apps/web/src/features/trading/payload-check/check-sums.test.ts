// @vitest-environment happy-dom
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPayload } from './check-payload.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { KINDS } from './testing/correct-trades.ts'
import { NATIVE, PLACE, SIGNER } from './testing/trade-fixtures.ts'
import { facts, tradeOf, verdict } from './testing/trade-verdict.ts'

/** Trades that cost their price, which limits their total. */
const PURCHASES: ReadonlySet<(typeof KINDS)[number]> = new Set([
  ...(['buy', 'sweep', 'token-bid', 'collection-bid'] as const),
  ...(['pool-bid', 'set-bid', 'pool-deposit'] as const),
])

/** Orders that are placed on our own marketplace alone. */
const ONLY_NATIVE: ReadonlySet<(typeof KINDS)[number]> = new Set(['list-on-terms', 'relist', 'pool-bid', 'set-bid'])

/** Trades whose price is split, now or when what is listed is sold. */
const SPLIT = ['accept-bid', 'list', 'list-on-terms', 'update-price', 'update-terms', 'relist'] as const

// @feature trade.payload-checked
describe('checking the sums of an answer before the wallet is asked', () => {
  it.each([...PURCHASES])(
    '%s: refuses a total above the sum of the prices, also with a matching limit',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(facts, fc.bigInt(1n, 10n ** 12n), async (random, more) => {
          const trade = await tradeOf(kind, random)
          if (trade === null) return
          const { split } = trade.answer
          const answer: TradeAnswer = {
            ...trade.answer,
            split: { ...split, totalOctas: String(BigInt(split.totalOctas) + more) },
          }
          expect(await verdict({ ...trade, answer })).toBe('refused')
        }),
      )
    },
  )

  it.each(['buy', 'sweep', 'accept-bid'] as const)('%s: refuses a false claim about the price guard', async (kind) => {
    const claims = ['call', 'script', 'aggregator', 'none', null] as const
    await fc.assert(
      fc.asyncProperty(facts, fc.constantFrom(...claims), async (random, priceGuard) => {
        const trade = await tradeOf(kind, random)
        if (trade === null || trade.answer.priceGuard === priceGuard) return
        expect(await verdict({ ...trade, answer: { ...trade.answer, priceGuard } })).toBe('refused')
      }),
    )
  })

  it.each(['buy', 'sweep'] as const)('%s: refuses a wrong sum of prices', async (kind) => {
    await fc.assert(
      fc.asyncProperty(facts, fc.bigInt(-1_000_000_000n, 1_000_000_000n), async (random, off) => {
        const trade = await tradeOf(kind, random)
        const sum = BigInt(trade?.answer.split.priceOctas ?? 0) + off
        if (trade === null || off === 0n || sum < 0n) return
        const split = { ...trade.answer.split, priceOctas: String(sum) }
        expect(await verdict({ ...trade, answer: { ...trade.answer, split } })).toBe('refused')
      }),
    )
  })

  it.each(KINDS.filter((one) => !PURCHASES.has(one)))(
    '%s: refuses octas that are said to be received and paid in one trade, which no limit holds',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(facts, fc.bigInt(1n, 10n ** 12n), fc.boolean(), async (random, more, isAll) => {
          const trade = await tradeOf(kind, random)
          if (trade === null) return
          const { split, items } = trade.answer
          const gas = BigInt(split.gasOctas)
          // All that is received, or some more, is said to be paid.
          const moved = isAll ? BigInt(split.receivedOctas) : more
          const received = isAll ? BigInt(split.receivedOctas) : BigInt(split.receivedOctas) + more
          if (moved === 0n) return
          const lie = { ...split, totalOctas: String(gas + moved), receivedOctas: String(received) }
          const unpaid = items.map((item) => ({ ...item, sellerOctas: isAll ? '0' : item.sellerOctas }))
          expect(await verdict({ ...trade, answer: { ...trade.answer, split: lie, items: unpaid } })).toBe('refused')
        }),
      )
    },
  )

  it.each(SPLIT)('%s: refuses any other split of the price than what the limit holds', async (kind) => {
    const parts = ['priceOctas', 'sellerOctas', 'commissionOctas', 'royaltyOctas'] as const
    await fc.assert(
      fc.asyncProperty(
        facts,
        fc.constantFrom(...parts),
        fc.bigInt(-(10n ** 9n), 10n ** 9n),
        async (random, part, off) => {
          const trade = await tradeOf(kind, random)
          const changed = BigInt(trade?.answer.split[part] ?? 0) + off
          if (trade === null || off === 0n || changed < 0n) return
          const split = { ...trade.answer.split, [part]: String(changed) }
          expect(await verdict({ ...trade, answer: { ...trade.answer, split } })).toBe('refused')
        },
      ),
    )
  })

  // @feature list.proceeds-held
  it.each(['list', 'list-on-terms', 'relist'] as const)(
    '%s: on our own marketplace refuses other proceeds than the call holds, whatever parts they are explained by',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(facts, fc.bigInt(1n, 10n ** 9n), fc.boolean(), async (random, off, isMore) => {
          const trade = await tradeOf(kind, { ...random, marketplaces: random.marketplaces.map(() => NATIVE) })
          const [first, ...others] = trade?.answer.items ?? []
          if (trade === null || first === undefined) return
          const { split } = trade.answer
          const more = isMore ? off % (BigInt(first.priceOctas ?? 0) / 10n) : -(off % BigInt(first.sellerOctas ?? 0))
          if (more === 0n) return
          const seller = BigInt(split.sellerOctas) + more
          const lie = {
            ...split,
            sellerOctas: String(seller),
            commissionOctas: '0',
            royaltyOctas: String(BigInt(split.priceOctas) - seller),
          }
          const items = [{ ...first, sellerOctas: String(BigInt(first.sellerOctas ?? 0) + more) }, ...others]
          expect(await verdict({ ...trade, answer: { ...trade.answer, split: lie, items } })).toBe('refused')
        }),
      )
    },
  )

  it.each(SPLIT)('%s: refuses an item without what it brings', async (kind) => {
    await fc.assert(
      fc.asyncProperty(facts, async (random) => {
        const trade = await tradeOf(kind, random)
        if (trade === null) return
        const items = trade.answer.items.with(0, { ...(trade.answer.items[0] as TradeItem), sellerOctas: null })
        expect(await verdict({ ...trade, answer: { ...trade.answer, items } })).toBe('refused')
      }),
    )
  })

  // @feature trade.placing-fee
  it.each(['list', 'list-on-terms', 'relist', 'token-bid', 'collection-bid', 'pool-bid', 'set-bid'] as const)(
    '%s: accepts the placing fee of our own marketplace and no more, at no other marketplace',
    async (kind) => {
      const accepted = new Set<bigint>()
      const fees = fc.bigInt(0n, 100_000_000n)
      await fc.assert(
        fc.asyncProperty(facts, fees, fc.constantFrom(-1n, 0n, 1n), fc.boolean(), async (random, fee, off, isNamed) => {
          const trade = await tradeOf(kind, random)
          if (trade === null) return
          const [first] = random.marketplaces
          const count = ['list', 'list-on-terms', 'relist'].includes(kind) ? random.marketplaces.length : 1
          const isNative = ONLY_NATIVE.has(kind) || first === NATIVE
          const due = isNative ? fee * BigInt(count) : 0n
          const taken = off === -1n ? 0n : due + off
          const { split } = trade.answer
          const paid = {
            ...split,
            totalOctas: String(BigInt(split.totalOctas) + taken),
            ...(isNamed && { placingFeeOctas: String(taken) }),
          }
          const answer = { ...trade.answer, split: paid }
          const check = checkPayload(trade.draft, answer, SIGNER, { ...PLACE, placingFeeOctas: fee }, () =>
            Promise.reject(new PayloadRefusedError('a composed script')),
          )
          // A sum that is not named is refused, whatever the fee.
          if (taken > due || (taken > 0n && !isNamed)) await expect(check).rejects.toThrow('costs more')
          else {
            await expect(check).resolves.toBeDefined()
            accepted.add(taken)
          }
        }),
        { numRuns: 300 },
      )
      expect(accepted.size).toBeGreaterThan(1)
    },
  )
})
