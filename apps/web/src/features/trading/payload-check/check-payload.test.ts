// @vitest-environment happy-dom
import type { WirePayload } from '@opal/contract/trading/trade'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KINDS } from './testing/correct-trades.ts'
import { checked, facts, kind, tradeOf, verdict } from './testing/trade-verdict.ts'

const ATTACKER = `0x${'a7'.repeat(32)}`

type Leaf = string | number | boolean | null
type Tree = Leaf | readonly Tree[]

/** Every way to change one leaf, or to drop one entry of a list. */
function changes(tree: Tree): readonly Tree[] {
  if (Array.isArray(tree)) {
    const list = tree as readonly Tree[]
    if (list.length === 0) return [[0]]
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

/** Returns every list and object in a value. */
function parts(value: unknown): readonly object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(parts)] : []
}

/** Replaces whatever is in a value, at any depth. */
function spoil(value: object): void {
  for (const part of parts(value)) for (const key of Object.keys(part)) Reflect.set(part, key, ATTACKER)
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

  it('returns what the page composed: nothing else of the answer, nor any later change of it, is in there', async () => {
    const further = fc.dictionary(fc.string({ minLength: 1 }), fc.string())
    await fc.assert(
      fc.asyncProperty(kind, facts, further, async (kind, random, extra) => {
        const trade = structuredClone(await tradeOf(kind, random))
        if (trade?.answer.payload == null) return
        const honest = structuredClone(trade.answer.payload)
        const payload = { ...extra, ...trade.answer.payload }
        const composed = await checked({ ...trade, answer: { ...trade.answer, payload } })
        spoil(payload)
        spoil(trade)
        expect(composed).toEqual(honest)
        expect(parts(composed).every((part) => Object.isFrozen(part))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('refuses a correct response to another request: other tokens, orders, prices, receivers, terms', async () => {
    await fc.assert(
      fc.asyncProperty(kind, kind, facts, facts, async (oneKind, otherKind, one, other) => {
        const [chosen, answered] = [await tradeOf(oneKind, one), await tradeOf(otherKind, other)]
        if (chosen === null || answered === null) return
        // Whether a pool pays the bid that is cancelled, the answer says, not the choice.
        const isSame =
          JSON.stringify(chosen.draft) === JSON.stringify(answered.draft) ||
          JSON.stringify(chosen.answer.payload) === JSON.stringify(answered.answer.payload)
        const isSubset =
          oneKind === otherKind &&
          JSON.stringify(chosen.draft).includes(String(other.priceOctas)) &&
          one.nth === other.nth
        // A sweep takes whatever is offered of the collection, at any marketplace, within its budget.
        const isSwept =
          oneKind === 'sweep' && ['sweep', 'buy'].includes(otherKind) && other.priceOctas <= one.priceOctas
        if (isSame || isSubset || isSwept) return
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
})
