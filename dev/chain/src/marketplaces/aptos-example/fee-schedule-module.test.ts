import { type Address, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { opalAdapter } from '@opal/marketplaces/opal/adapter'
import { describe, expect, it } from 'vitest'
import { ARTIST, BUYER, SELLER, TradeFixture } from '../testing/trade-fixture.ts'

const PRICE = 100_000n
const SELLER_SHORT = toShortAddress(SELLER)

/* As the family's source has it: the package that is live on mainnet. */
describe('the fee schedule', () => {
  it('lets its owner, the package, change rate, fees and recipient, with an event each', () => {
    const { fixture, admin, schedule, send } = opened()
    send(admin, 'set_percentage_rate_commission', [schedule, '100', '10'])
    send(admin, 'set_fixed_rate_listing_fee', [schedule, '7'])
    send(admin, 'set_fixed_rate_bidding_fee', [schedule, '9'])
    const { events } = send(admin, 'set_fee_address', [schedule, ARTIST])
    expect(events.map(({ data, sequenceNumber }) => [data, sequenceNumber])).toEqual([
      [{ updated_resource: 'fee_address' }, 3n],
    ])
    expect(ask(fixture, 'fee_address', [schedule])).toEqual(['0xa1'])
    expect(ask(fixture, 'commission', [schedule, PRICE])).toEqual([10_000n])
    expect(ask(fixture, 'listing_fee', [schedule, PRICE])).toEqual([7n])
    expect(ask(fixture, 'bidding_fee', [schedule, PRICE])).toEqual([9n])
  })

  it('charges the listing fee to the seller', () => {
    const { fixture, admin, schedule, send } = opened()
    send(admin, 'set_fixed_rate_listing_fee', [schedule, '7'])
    const before = fixture.balanceOf(SELLER)
    fixture.trade(SELLER, { kind: 'list', token: firstToken(fixture), priceOctas: PRICE })
    expect(fixture.balanceOf(SELLER)).toBe(before - 7n)
    expect(fixture.balanceOf(admin)).toBe(7n)
  })

  it('caps a fixed commission at the remaining price, though the event has the whole', () => {
    const { fixture, admin, schedule, send } = opened()
    send(admin, 'set_fixed_rate_commission', [schedule, '250000'])
    const token = firstToken(fixture)
    const [placed] = fixture.trade(SELLER, { kind: 'list', token, priceOctas: PRICE })
    const { listingId } = placed as unknown as { listingId: Address }
    const listing = { listingId, token, seller: SELLER, priceOctas: PRICE }
    const before = fixture.balanceOf(SELLER)
    const [filled] = fixture.trade(BUYER, { kind: 'buy', listing })
    expect(filled).toMatchObject({ commissionOctas: 95_000n, royaltyOctas: 5_000n })
    expect(fixture.balanceOf(admin)).toBe(95_000n)
    expect(fixture.balanceOf(SELLER)).toBe(before)
  })

  it('aborts a sale into a token offer instead of capping the commission', () => {
    const { fixture, admin, schedule, send } = opened()
    send(admin, 'set_fixed_rate_commission', [schedule, '250000'])
    const token = firstToken(fixture)
    const terms = { token, priceOctas: PRICE, expiresAtSeconds: 4_000_000_000n }
    const [placed] = fixture.trade(BUYER, { kind: 'place-token-offer', ...terms })
    const { offerId } = placed as unknown as { offerId: Address }
    const offer = { offerId, buyer: BUYER, priceOctas: PRICE }
    expect(() => fixture.trade(SELLER, { kind: 'accept-token-offer', offer, token })).toThrowError(
      expect.objectContaining({ reason: 'EINSUFFICIENT_BALANCE' }),
    )
  })

  it.each([
    ['someone else', BUYER, 'set_fixed_rate_listing_fee', ['7'], 'ENOT_OWNER', 0x50004n],
    ['a rate above one', null, 'set_percentage_rate_commission', ['10', '11'], 'EEXCEEDS_MAXIMUM', 0x10003n],
    ['a rate of nothing', null, 'set_percentage_rate_commission', ['0', '0'], 'EDENOMINATOR_IS_ZERO', 0x20002n],
  ] as const)('refuses %s', (_what, sender, name, args, reason, abortCode) => {
    const { admin, schedule, send } = opened()
    expect(() => send(sender ?? admin, name, [schedule, ...args])).toThrowError(
      expect.objectContaining({ reason, abortCode }),
    )
  })

  it('sends its fees to no address of the chain itself, in our own package', () => {
    const fixture = new TradeFixture(opalAdapter, 1, null)
    const { packageAddress: admin, feeScheduleAddress } = fixture.contracts
    const send = (name: string, functionArguments: readonly string[]) =>
      fixture.chain.execute(admin, {
        function: `${admin}::fee_schedule::${name}`,
        typeArguments: [],
        functionArguments,
      })
    const refused = expect.objectContaining({ reason: 'ERESERVED_ADDRESS', abortCode: 0x10007n })
    for (const reserved of ['0x0', '0x1', '0xa']) {
      expect(() => send('set_fee_address', [feeScheduleAddress ?? '', reserved])).toThrowError(refused)
      expect(() => send('empty', [reserved])).toThrowError(refused)
    }
    send('set_fee_address', [feeScheduleAddress ?? '', '0xb'])
  })

  it('announces the account that our own package is offered to until that accepts', () => {
    const fixture = new TradeFixture(opalAdapter, 1, null)
    const { packageAddress: admin, feeScheduleAddress: schedule } = fixture.contracts
    const send = (sender: Address, name: string, ...more: readonly (string | boolean)[]) =>
      fixture.chain
        .execute(sender, {
          function: `${admin}::fee_schedule::${name}`,
          typeArguments: [],
          functionArguments: [schedule ?? '', ...more],
        })
        .events.map(({ data }) => data)
    expect(send(admin, 'propose_owner', SELLER)).toEqual([expect.objectContaining({ proposed_owner: SELLER_SHORT })])
    expect(send(admin, 'set_paused', true)).toEqual([expect.objectContaining({ proposed_owner: SELLER_SHORT })])
    expect(send(SELLER, 'accept_owner')).toContainEqual(
      expect.objectContaining({ owner: SELLER_SHORT, proposed_owner: '0x0' }),
    )
  })

  it('can be created by any account, with event handles of its own', () => {
    const { fixture, send } = opened()
    const { changes } = send(SELLER, 'init_entry', [SELLER, '1', '2', '100', '3'])
    const events = changes.find((change) => change.kind === 'write-resource' && change.type.endsWith('::EventsV1'))
    const own = events?.kind === 'write-resource' ? events.address : ZERO_ADDRESS
    expect(ask(fixture, 'commission', [own, PRICE])).toEqual([3_000n])
    expect(ask(fixture, 'listing_fee', [own, PRICE])).toEqual([2n])
    expect(fixture.ownerOf({ standard: 'v2', tokenDataId: own })).toBe(SELLER)
  })
})

describe('listing some and repricing others in one call', () => {
  it('emits one event per item, the new listing first', () => {
    const { fixture, schedule } = opened()
    const [first, second] = fixture.tokens
    const [placed] = fixture.trade(SELLER, { kind: 'list', token: firstToken(fixture), priceOctas: 1n })
    const { listingId } = placed as unknown as { listingId: Address }
    const events = fixture.send(SELLER, {
      function: `${fixture.contracts.packageAddress}::marketplace_scripts::list_and_update_fixed_price_many`,
      typeArguments: [APT_COIN_TYPE],
      functionArguments: [[second?.tokenDataId ?? ''], schedule, ['20'], ['1'], [listingId], ['30']],
    })
    expect(events.map((event) => [event.kind, event.priceOctas, 'token' in event && event.token.tokenDataId])).toEqual([
      ['listing-placed', 20n, second?.tokenDataId],
      ['listing-placed', 30n, first?.tokenDataId],
    ])
  })
})

function opened() {
  const fixture = new TradeFixture(
    opalAdapter,
    2,
    { numerator: 5n, denominator: 100n },
    'v2',
    opalAdapter.contracts.mainnet,
  )
  const { packageAddress: admin, feeScheduleAddress } = fixture.contracts
  const schedule = feeScheduleAddress ?? ZERO_ADDRESS
  const send = (sender: Address, name: string, functionArguments: readonly string[]) =>
    fixture.chain.execute(sender, { function: `${admin}::fee_schedule::${name}`, typeArguments: [], functionArguments })
  return { fixture, admin, schedule, send }
}

function ask(fixture: TradeFixture, name: string, args: readonly (Address | bigint)[]) {
  return fixture.chain.view(`${fixture.contracts.packageAddress}::fee_schedule::${name}`, [], args)
}

function firstToken(fixture: TradeFixture) {
  const [token] = fixture.tokens
  if (token === undefined) throw new TypeError('The fixture has no token.')
  return token
}
