import type { Address } from '@opal/domain/address'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiContext } from '../context.ts'
import { BLANK_ITEM, type PlannedItem, REASONS } from './plan/trade-plan.ts'
import { NOTHING_BUILT } from './prepare-trade.ts'
import {
  askNode,
  excludeFailing,
  explainFailure,
  explainSimulation,
  findFailures,
  type SimulatedTrade,
} from './simulate.ts'

const REASON = { code: 'simulation-failed', sentence: 'It would fail.' }

/** Finds the failing among so many items, counting the parts that are tried. */
async function find(count: number, failing: ReadonlySet<number>) {
  let tried = 0
  const items = Array.from({ length: count }, (_, at) => at)
  const found = await findFailures(items, async (part) => {
    tried += 1
    return part.some((item) => failing.has(item)) ? REASON : null
  })
  return { found: [...found.keys()].sort((one, other) => one - other), tried }
}

it('finds exactly the items that fail, and tries few parts for it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 30 }), fc.infiniteStream(fc.boolean()), async (count, draws) => {
      const failing = new Set(Array.from({ length: count }, (_, at) => at).filter(() => draws.next().value === true))
      const { found, tried } = await find(count, failing)
      expect(found).toEqual([...failing])
      expect(tried).toBeLessThanOrEqual(count + 6)
    }),
    { seed: 20_261_122 },
  )
})

it('finds one of thirty by ten simulations, wherever it is', async () => {
  for (let at = 0; at < 30; at += 1) {
    const { found, tried } = await find(30, new Set([at]))
    expect(found).toEqual([at])
    expect(tried).toBeLessThanOrEqual(10)
  }
})

it('finds nothing where only the whole fails', async () => {
  expect(await find(30, new Set())).toEqual({ found: [], tried: 2 })
})

// @feature shell.visitor
it('leaves out nothing where the wallet cannot pay the fee, as that of a visitor cannot', async () => {
  const simulated = { success: false, vmStatus: 'MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS' }
  const items = [LISTED, { ...LISTED, tokenDataId: `0x${'2'.repeat(64)}` }]
  const whole = { items, answer: { balanceOctas: 0n, simulated } } as unknown as SimulatedTrade
  const prepare = () => Promise.reject(new Error('prepared again'))
  const preparation = { wallet: '0x0' as Address, prepare }
  expect(await excludeFailing({} as ApiContext, preparation, items as PlannedItem[], whole)).toBe(whole)
})

it('waits no second time for a node that did not answer while the trade was built', async () => {
  let asked = 0
  const balanceOctas = async () => {
    asked += 1
    return 5n
  }
  const context = { node: { balanceOctas } } as unknown as ApiContext
  const unanswered = { balanceOctas: null, simulated: null, refusal: REASONS.nodeUnavailable }
  expect(await askNode(context, '0x0' as Address, { ...NOTHING_BUILT, refusal: REASONS.nodeUnavailable })).toEqual(
    unanswered,
  )
  expect(asked).toBe(0)
  const refused = { ...NOTHING_BUILT, refusal: { code: 'not-offered', sentence: 'No.' } }
  expect((await askNode(context, '0x0' as Address, refused)).balanceOctas).toBe(5n)
  expect((await askNode(context, '0x0' as Address, NOTHING_BUILT)).balanceOctas).toBe(5n)
})

const TOKEN = { ...BLANK_ITEM, tokenDataId: `0x${'1'.repeat(64)}` as const } as PlannedItem
const LISTED = { ...TOKEN, listing: {} } as PlannedItem
const BID = { ...TOKEN, offer: {} } as PlannedItem
const explain = (vmStatus: string, items = [LISTED]) => explainFailure(vmStatus, items)

// @feature trade.failures
describe('explainFailure', () => {
  it('says that a listing is gone in the words of the buy dialog', () => {
    expect(explain('Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist')).toEqual({
      code: 'listing-gone',
      sentence: 'Token is already sold or delisted',
    })
  })

  // One abort of the framework's says of anything that it is not there.
  it.each([
    ['a listing', [LISTED], 'listing-gone', 'Token is already sold or delisted'],
    ['several listings', [LISTED, LISTED], 'listing-gone', 'Token is already sold or delisted'],
    ['a bid', [BID], 'offer-gone', 'This bid was already accepted or canceled.'],
    ['bids, one for a listed token', [BID, { ...BID, listing: LISTED.listing }], 'offer-gone', 'The bid was taken or'],
    ['a token', [TOKEN], 'simulation-failed', 'This token no longer exists.'],
    ['a collection', [BLANK_ITEM], 'simulation-failed', 'This collection does not exist.'],
  ])('says what is missing of what was acted on: %s', (_, items, code, words) => {
    for (const missing of [
      'EOBJECT_DOES_NOT_EXIST(0x60002): none',
      '0x60002',
      'ERESOURCE_DOES_NOT_EXIST(0x60007): no',
    ]) {
      const reason = explain(`Move abort in 0x1::object: ${missing}`, items)
      expect(reason.code).toBe(code)
      expect(reason.sentence).toContain(words)
    }
    // Unambiguous errors are not reinterpreted.
    expect(explain('Move abort in 0xabc::token_offer: ENO_TOKEN_OFFER(0x60001): none', items).code).toBe('offer-gone')
  })

  // A simulation takes the gas that the balance pays for as the limit.
  it.each(['MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', 'max gas units below min transaction gas units'])(
    'says of %s that the money does not suffice for the fee',
    (vmStatus) => {
      expect(explain(vmStatus)).toEqual({
        code: 'insufficient-balance',
        sentence: 'Not enough APT in your wallet for the network fee.',
      })
    },
  )

  it('says that the money does not suffice', () => {
    expect(explain('Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins').code).toBe(
      'insufficient-balance',
    )
  })

  it('distinguishes gas that the wallet cannot pay for from a transaction that takes too much of it', () => {
    const explainGas = (vmStatus: string, balanceOctas: bigint | null) =>
      explainSimulation({ balanceOctas }, { vmStatus, gasUsed: 5n, gasUnitPrice: 100n }, [LISTED]).code
    for (const words of ['Out of gas', 'OUT_OF_GAS']) {
      expect([500n, 599n].map((balance) => explainGas(words, balance))).toEqual([
        'insufficient-balance',
        'insufficient-balance',
      ])
      expect([600n, 100_000n, null].map((balance) => explainGas(words, balance))).toEqual([
        'simulation-failed',
        'simulation-failed',
        'simulation-failed',
      ])
    }
    expect(explainGas('Execution limit reached', 500n)).toBe('simulation-failed')
    for (const balance of [0n, 1n, null]) {
      expect(explainGas('MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', balance)).toBe('insufficient-balance')
    }
  })

  it('tells a bid or a claim that is gone from a listing that is gone', () => {
    expect(explain('Move abort in 0xabc::token_offer: ENO_TOKEN_OFFER(0x60001): no offer').code).toBe('offer-gone')
    expect(explain('Move abort in 0xabc::listing: ENO_LISTING(0x60001): no listing').code).toBe('listing-gone')
    expect(explain('Move abort in 0x3::token_transfers: ETOKEN_OFFER_NOT_EXIST(0x60001): none').code).toBe(
      'nothing-to-claim',
    )
  })

  it('gives the contract’s own words where it knows no better', () => {
    expect(explain('Move abort in 0x584b::listing: ESUSPENDED(0x7): Trading is suspended').sentence).toContain(
      'Trading is suspended',
    )
    expect(explain('SOME_NEW_STATUS').sentence).toContain('SOME_NEW_STATUS')
  })
})
