// @vitest-environment happy-dom
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import { priceAt } from '@opal/domain/prices/listing-terms'
import { planBatch } from '@opal/marketplaces/aggregator/plan-batch'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { expectedTrade } from './expected-trade.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import type { CorrectTrade } from './testing/correct-trades.ts'
import { NATIVE, PLACE, SIGNER } from './testing/trade-fixtures.ts'
import { facts, kind, tradeOf, verdict } from './testing/trade-verdict.ts'

// @feature trade.payload-checked
describe('checking the tokens of an answer before the wallet is asked', () => {
  it.each(['list', 'transfer', 'accept-bid', 'token-bid'] as const)(
    '%s: refuses another edition than the chosen one, and one where none was chosen',
    async (kind) => {
      let tried = 0
      await fc.assert(
        fc.asyncProperty(facts, fc.bigInt(0n, 9n), async (random, version) => {
          const trade = await tradeOf(kind, { ...random, isOld: true })
          if (trade === null) return
          const ofVersion = trade.answer.items.map((item) => ({
            ...item,
            names: item.names && { ...item.names, propertyVersion: String(version) },
          }))
          const lie = { ...trade.answer, items: ofVersion }
          const isChosen = JSON.stringify(ofVersion) === JSON.stringify(trade.answer.items)
          if (!isChosen) expect(() => expectedTrade(trade.draft, lie, SIGNER, PLACE)).toThrow(PayloadRefusedError)
          const unnamed = JSON.parse(JSON.stringify(trade.draft), (key, value: unknown) =>
            key === 'propertyVersion' ? undefined : value,
          ) as CorrectTrade['draft']
          expect(() => expectedTrade(unnamed, lie, SIGNER, PLACE)).toThrow(PayloadRefusedError)
          tried += 1
        }),
      )
      expect(tried).toBeGreaterThan(0)
    },
  )

  it('buy: refuses another edition than the chosen one under the same listing, and what names two', async () => {
    let tried = 0
    const version = fc.bigInt(0n, 5n)
    await fc.assert(
      fc.asyncProperty(facts, version, version, version, async (random, chosen, named, listed) => {
        const trade = await tradeOf('buy', { ...random, isOld: true })
        if (trade?.draft.call !== 'buy') return
        const { answer } = trade
        const body = {
          ...trade.draft.body,
          items: trade.draft.body.items.map((item) => ({ ...item, propertyVersion: String(chosen) })),
        }
        const items = answer.items.map((item) => ({
          ...item,
          names: item.names && { ...item.names, propertyVersion: String(named) },
          listing: item.listing && { ...item.listing, propertyVersion: String(listed) },
        }))
        const check = () => expectedTrade({ call: 'buy', body }, { ...answer, items }, SIGNER, PLACE)
        if (named === chosen && listed === chosen) expect(check).not.toThrow()
        else expect(check).toThrow(PayloadRefusedError)
        tried += 1
      }),
      { numRuns: 300 },
    )
    expect(tried).toBeGreaterThan(0)
  })

  it.each(['list-on-terms', 'update-terms'] as const)(
    '%s: accepts no falling price that a listing could have left before it is placed, however long it falls',
    async (kind) => {
      const from = 4_000_000_000
      const tried = { accepted: 0, refused: 0 }
      const lasting = fc.oneof(fc.integer({ min: 1, max: 7_200 }), fc.integer({ min: 1, max: 10 ** 7 }))
      vi.useFakeTimers({ toFake: ['Date'] })
      try {
        await fc.assert(
          fc.asyncProperty(facts, lasting, fc.integer({ min: -1_000, max: 20_000 }), async (random, seconds, ago) => {
            vi.setSystemTime((from + ago) * 1_000)
            const trade = await tradeOf(kind, { ...random, marketplaces: [NATIVE] })
            if (trade?.draft.call !== 'list' && trade?.draft.call !== 'update-price') return
            const { draft, answer } = trade
            const [price] = draft.body.items.map((item) => BigInt(item.price))
            const end = draft.body.terms?.fall?.endPrice
            if (price === undefined || end === undefined) throw new Error('nothing falls')
            const times = { fromSeconds: String(from), untilSeconds: String(from + seconds) }
            const terms = { ...draft.body.terms, fall: { endPrice: end, ...times } }
            const falling = { ...draft, body: { ...draft.body, terms } } as ChosenDraft
            const fall = { endOctas: BigInt(end), fromSeconds: BigInt(from), untilSeconds: BigInt(from + seconds) }
            // The wallet has two minutes.
            const later = BigInt(from + ago + 120)
            const isAccepted = !isRefused(falling, answer)
            if (isAccepted) expect(priceAt(price, fall, later)).toBe(price)
            if (later <= fall.fromSeconds) expect(isAccepted).toBe(true)
            tried[isAccepted ? 'accepted' : 'refused'] += 1
          }),
          { numRuns: 300 },
        )
      } finally {
        vi.useRealTimers()
      }
      expect(tried.accepted > 0 && tried.refused > 0).toBe(true)
    },
  )

  // @feature bid.expiry
  it.each(['token-bid', 'collection-bid'] as const)(
    '%s: refuses a bid that stays open where the dialog said when it expires, and the reverse',
    async (kind) => {
      const tried = new Set<boolean>()
      await fc.assert(
        fc.asyncProperty(facts, async (random) => {
          const trade = await tradeOf(kind, random)
          if (trade?.draft.call !== kind) return
          const { isEndless = false, ...draft } = trade.draft
          expect(await verdict(trade)).toBe('accepted')
          const other = isEndless ? draft : { ...draft, isEndless: true as const }
          expect(await verdict({ ...trade, draft: other })).toBe('refused')
          tried.add(isEndless)
        }),
      )
      expect(tried.size).toBe(2)
    },
  )

  // A v1 token is bought by its names: an address given with them could be made a listing once the page has looked.
  it.each(['buy', 'sweep', 'relist', 'delist'] as const)(
    '%s: names no seller that the answer says, on any marketplaces',
    async (kind) => {
      const stranger = parseAddress('0x57a4937')
      let tried = 0
      await fc.assert(
        fc.asyncProperty(facts, async (random) => {
          const trade = await tradeOf(kind, random)
          if (trade === null) return
          const items = trade.answer.items.map((item) => ({
            ...item,
            listing: item.listing && { ...item.listing, seller: stranger },
          }))
          const expected = expectedTrade(trade.draft, { ...trade.answer, items }, SIGNER, PLACE)
          if (expected.kind !== 'batch') throw new Error('a trade of listings is a batch')
          const named = JSON.stringify(planBatch(expected.intent, PLACE), (_, value: unknown) =>
            typeof value === 'bigint' ? String(value) : value,
          )
          expect(named).not.toContain('57a4937')
          tried += 1
        }),
        { numRuns: 300 },
      )
      expect(tried).toBeGreaterThan(0)
    },
  )

  it('sweep: buys nothing dearer than the highest price of its filter, nor on another marketplace than the filter names', async () => {
    const places = fc.option(fc.constantFrom(...PLACE.marketplaces.map(({ adapter }) => adapter.id)), {
      nil: undefined,
    })
    const tried = new Set<string>()
    await fc.assert(
      fc.asyncProperty(facts, places, fc.bigInt(-2n, 2n), async (random, marketplace, more) => {
        const trade = await tradeOf('sweep', random)
        if (trade?.draft.call !== 'sweep') return
        const listings = trade.answer.items.flatMap(({ listing }) => listing ?? [])
        const dearest = listings.reduce(
          (most, { priceOctas }) => (BigInt(priceOctas) > most ? BigInt(priceOctas) : most),
          0n,
        )
        const filter = { priceTop: String(dearest + more), ...(marketplace !== undefined && { marketplace }) }
        const draft = { ...trade.draft, body: { ...trade.draft.body, filter } }
        const isWithin =
          more >= 0n && listings.every((one) => marketplace === undefined || one.marketplace === marketplace)
        const expected = isWithin ? 'accepted' : 'refused'
        expect(await verdict({ ...trade, draft })).toBe(expected)
        tried.add(expected)
      }),
      { numRuns: 200 },
    )
    expect(tried.size).toBe(2)
  })

  // @feature accept.instant-sell
  it('accept-bid: takes a token from its listing on whichever marketplace, for a bid on any', async () => {
    const places = fc.constantFrom(...PLACE.marketplaces.map(({ adapter }) => adapter.id))
    const elsewhere = new Set<boolean>()
    await fc.assert(
      fc.asyncProperty(facts, places, async (random, marketplace) => {
        const trade = await tradeOf('accept-bid', random)
        if (trade === null) return
        const items = trade.answer.items.map((item, at) => ({
          ...item,
          listing: listedAt(item, marketplace, String(at)),
        }))
        const expected = expectedTrade(trade.draft, { ...trade.answer, items }, SIGNER, PLACE)
        expect(expected).toMatchObject({
          intent: { sales: items.map((_, at) => ({ listing: { marketplace, listingId: String(at) } })) },
        })
        elsewhere.add(items.some(({ offer }) => offer?.marketplace !== marketplace))
      }),
    )
    expect(elsewhere).toContain(true)
  })

  it('refuses names that do not belong to the token', async () => {
    await fc.assert(
      fc.asyncProperty(kind, facts, async (kind, random) => {
        const trade = await tradeOf(kind, { ...random, isOld: true })
        if (trade === null) return
        const items = trade.answer.items.map((item) => ({
          ...item,
          names: item.names && { ...item.names, token: 'Old #9', collection: 'New' },
        }))
        const isNamed = !['cancel-bid', 'cancel-pool-bid', 'pool-deposit', 'pool-withdrawal'].includes(kind)
        if (isNamed) expect(await verdict({ ...trade, answer: { ...trade.answer, items } }), kind).toBe('refused')
      }),
    )
  })
})

function isRefused(draft: ChosenDraft, answer: TradeAnswer): boolean {
  try {
    expectedTrade(draft, answer, SIGNER, PLACE)
    return false
  } catch (error) {
    if (error instanceof PayloadRefusedError) return true
    throw error
  }
}

/** The listing of an item that is for sale on a marketplace. */
function listedAt({ names }: TradeItem, marketplace: string, listingId: string): TradeItem['listing'] {
  const { propertyVersion = '0' } = names ?? {}
  return { marketplace, listingId, seller: SIGNER, priceOctas: '5', propertyVersion }
}
