// @vitest-environment happy-dom
import type { TradeAnswer, TradeItem, WirePayload } from '@opal/contract/trading/trade'
import { NotOfferedError } from '@opal/domain/errors'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPayload } from './check-payload.ts'
import { expectedTrade } from './expected-trade.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { type CorrectTrade, correctTrade, KINDS } from './testing/correct-trades.ts'
import { NATIVE, PLACE, SIGNER, type TradeFacts } from './testing/trade-fixtures.ts'

const ATTACKER = `0x${'a7'.repeat(32)}`
const others = PLACE.marketplaces
  .filter(({ adapter, contracts }) => !adapter.isNative && contracts.status === 'active')
  .map(({ adapter }) => adapter.id)

const facts: fc.Arbitrary<TradeFacts> = fc.record({
  nth: fc.integer({ min: 1, max: 4 }),
  priceOctas: fc.bigInt(100_000n, 10n ** 12n),
  marketplaces: fc.array(fc.constantFrom(NATIVE, ...others), { minLength: 1, maxLength: 3 }),
  isOld: fc.boolean(),
  receiver: fc.constantFrom(`0x${'b1'.repeat(32)}`, `0x${'b2'.repeat(32)}`),
  isBestEffort: fc.boolean(),
})
const kind = fc.constantFrom(...KINDS)
/** Trades that cost their price, which limits their total. */
const PURCHASES: ReadonlySet<(typeof KINDS)[number]> = new Set(['buy', 'sweep', 'token-bid', 'collection-bid'])

/** Null where the marketplaces do not offer it in one call. */
async function tradeOf(...asked: Parameters<typeof correctTrade>): Promise<CorrectTrade | null> {
  try {
    return await correctTrade(...asked)
  } catch (error) {
    if (error instanceof NotOfferedError || error instanceof TypeError) return null
    throw error
  }
}

async function verdict({ draft, answer }: CorrectTrade): Promise<'accepted' | 'refused'> {
  try {
    await checkPayload(draft, answer, SIGNER, PLACE, () => Promise.reject(new PayloadRefusedError('a composed script')))
    return 'accepted'
  } catch (error) {
    if (error instanceof PayloadRefusedError) return 'refused'
    throw error
  }
}

type Leaf = string | number | boolean | null
type Tree = Leaf | readonly Tree[]

/** Every way to change one leaf, or to drop one entry of a list. */
function changes(tree: Tree): readonly Tree[] {
  if (Array.isArray(tree)) {
    const list = tree as readonly Tree[]
    const inside = list.flatMap((leaf, at) => changes(leaf).map((changed) => list.with(at, changed)))
    return [...inside, ...list.map((_, at) => list.toSpliced(at, 1)), [...list, ...list.slice(-1)]]
  }
  if (tree === null) return [ATTACKER]
  if (typeof tree === 'boolean') return [!tree]
  if (typeof tree === 'number') return [tree + 1]
  const text = tree as string
  if (/^0x/.test(text)) return [ATTACKER]
  return /^\d+$/.test(text) ? [String(BigInt(text) + 1n), '18446744073709551615'] : [`${text}!`]
}

/** Payloads that a hostile API gives instead. */
function swapped(payload: WirePayload): readonly WirePayload[] {
  const stolen = {
    function: '0x1::aptos_account::transfer',
    typeArguments: [],
    functionArguments: [ATTACKER, '1'],
  } as const
  const all: WirePayload[] = [
    { ...stolen, typeArguments: [], functionArguments: [...stolen.functionArguments] },
    {
      function: '0x1::object::transfer',
      typeArguments: ['0x4::token::Token'],
      functionArguments: [ATTACKER, ATTACKER],
    },
    { type: 'script', bytes: '0xa11ceb0b0000' },
  ]
  if ('bytes' in payload) {
    const limit = payload.bytes.slice(0, -16)
    return [
      ...all,
      { type: 'script', bytes: `${limit as '0x'}ffffffffffffffff` },
      { type: 'script', bytes: `${payload.bytes}00` },
    ]
  }
  const { function: id, typeArguments, functionArguments } = payload
  const name = id.slice(id.indexOf('::'))
  all.push({ ...payload, function: `${ATTACKER}${name}` as typeof id })
  if (typeArguments.length > 0) all.push({ ...payload, typeArguments: ['0xbad::coin::Coin'] })
  if (/_for_at_(most|least)$/.test(id)) {
    all.push({
      ...payload,
      function: id.replace(/_for_at_(most|least)$/, '') as typeof id,
      functionArguments: functionArguments.slice(0, -1),
    })
  }
  for (const changed of changes(functionArguments as Tree))
    all.push({ ...payload, functionArguments: changed as typeof functionArguments })
  return all
}

// @feature trade.payload-checked
describe('checking a payload before the wallet is asked', () => {
  it.each(KINDS)('%s: accepts the payload of the choice', async (kind) => {
    const accepted = new Set<string>()
    await fc.assert(
      fc.asyncProperty(facts, async (random) => {
        const trade = await tradeOf(kind, random)
        if (trade === null) return
        expect(await verdict(trade)).toBe('accepted')
        accepted.add(random.isOld ? 'v1' : 'v2')
      }),
    )
    expect(accepted.size).toBeGreaterThan(0)
  })

  it.each(KINDS)('%s: refuses a payload with any other argument, function, package, coin or limit', async (kind) => {
    let tried = 0
    await fc.assert(
      fc.asyncProperty(facts, async (random) => {
        const trade = await tradeOf(kind, random)
        if (trade?.answer.payload == null) return
        for (const payload of swapped(trade.answer.payload)) {
          tried += 1
          expect(await verdict({ ...trade, answer: { ...trade.answer, payload } }), JSON.stringify(payload)).toBe(
            'refused',
          )
        }
      }),
      { numRuns: 30 },
    )
    expect(tried).toBeGreaterThan(30)
  })

  it('refuses a correct response to another request: other tokens, orders, prices, receivers, terms', async () => {
    await fc.assert(
      fc.asyncProperty(kind, kind, facts, facts, async (oneKind, otherKind, one, other) => {
        const [chosen, answered] = [await tradeOf(oneKind, one), await tradeOf(otherKind, other)]
        if (chosen === null || answered === null) return
        const isSame =
          JSON.stringify([chosen.draft, chosen.answer.payload]) ===
          JSON.stringify([answered.draft, answered.answer.payload])
        const isSubset =
          oneKind === otherKind &&
          JSON.stringify(chosen.draft).includes(String(other.priceOctas)) &&
          one.nth === other.nth
        if (isSame || isSubset) return
        expect(
          await verdict({ draft: chosen.draft, answer: answered.answer }),
          JSON.stringify([chosen.draft, answered.draft]),
        ).toBe('refused')
      }),
      { numRuns: 400 },
    )
  })

  it('refuses a correct response to the same trade with one fact changed', async () => {
    await fc.assert(
      fc.asyncProperty(kind, facts, fc.constantFrom('price', 'token', 'receiver'), async (kind, random, what) => {
        const changed =
          what === 'price'
            ? { ...random, priceOctas: random.priceOctas + (kind === 'accept-bid' ? -1n : 1n) }
            : what === 'token'
              ? { ...random, nth: random.nth + 4 }
              : { ...random, receiver: ATTACKER }
        const [chosen, answered] = [await tradeOf(kind, random), await tradeOf(kind, changed)]
        if (chosen === null || answered === null) return
        if (JSON.stringify(chosen.draft) === JSON.stringify(answered.draft)) return
        expect(await verdict({ draft: chosen.draft, answer: answered.answer })).toBe('refused')
      }),
      { numRuns: 300 },
    )
  })

  it.each(['buy', 'sweep', 'token-bid', 'collection-bid'] as const)(
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
    '%s: refuses octas that are said to be received and paid at once, which no limit holds',
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

  it('accept-bid: refuses any other split of the price than what the limit holds', async () => {
    const parts = ['priceOctas', 'sellerOctas', 'commissionOctas', 'royaltyOctas'] as const
    await fc.assert(
      fc.asyncProperty(
        facts,
        fc.constantFrom(...parts),
        fc.bigInt(-(10n ** 9n), 10n ** 9n),
        async (random, part, off) => {
          const trade = await tradeOf('accept-bid', random)
          const changed = BigInt(trade?.answer.split[part] ?? 0) + off
          if (trade === null || off === 0n || changed < 0n) return
          const split = { ...trade.answer.split, [part]: String(changed) }
          expect(await verdict({ ...trade, answer: { ...trade.answer, split } })).toBe('refused')
        },
      ),
    )
  })

  it('accept-bid: refuses an item without what it brings', async () => {
    await fc.assert(
      fc.asyncProperty(facts, async (random) => {
        const trade = await tradeOf('accept-bid', random)
        if (trade === null) return
        const items = trade.answer.items.with(0, { ...(trade.answer.items[0] as TradeItem), sellerOctas: null })
        expect(await verdict({ ...trade, answer: { ...trade.answer, items } })).toBe('refused')
      }),
    )
  })

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

  // @feature trade.placing-fee
  it.each(['list', 'relist', 'token-bid', 'collection-bid'] as const)(
    '%s: accepts the placing fee of our own marketplace and no more, at no other marketplace',
    async (kind) => {
      const accepted = new Set<bigint>()
      const fees = fc.bigInt(0n, 100_000_000n)
      await fc.assert(
        fc.asyncProperty(facts, fees, fc.constantFrom(-1n, 0n, 1n), fc.boolean(), async (random, fee, off, isNamed) => {
          const trade = await tradeOf(kind, random)
          if (trade === null) return
          const [first] = random.marketplaces
          const count = kind === 'relist' || kind === 'list' ? random.marketplaces.length : 1
          const due = kind === 'relist' || first === NATIVE ? fee * BigInt(count) : 0n
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

  it('refuses names that do not belong to the token', async () => {
    await fc.assert(
      fc.asyncProperty(kind, facts, async (kind, random) => {
        const trade = await tradeOf(kind, { ...random, isOld: true })
        if (trade === null) return
        const items = trade.answer.items.map((item) => ({
          ...item,
          names: item.names && { ...item.names, tokenName: 'Old #9', collectionName: 'New' },
        }))
        const isNamed = !['cancel-bid'].includes(kind)
        if (isNamed) expect(await verdict({ ...trade, answer: { ...trade.answer, items } }), kind).toBe('refused')
      }),
    )
  })
})
