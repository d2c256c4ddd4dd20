import { describe, expect, it } from 'vitest'
import { explainFailure } from './explain-failure.ts'

const BUY = { kind: 'buy', call: '0x1::coin_listing::purchase' }
const GONE = 'Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist'

// @feature trade.failures
describe('explainFailure', () => {
  it.each([
    ['Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist', 'already sold'],
    ['Move abort in 0x1::object: 0x60002', 'already sold'],
    ['Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins', 'Not enough APT'],
    ['INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 'Not enough APT'],
    ['MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', 'Not enough APT'],
    ['Out of gas', 'ran out of gas'],
    ['TRANSACTION_EXPIRED', 'expired before it could run'],
  ])('explains how to resolve %s', (vmStatus, expected) => {
    expect(explainFailure(BUY, vmStatus)).toContain(expected)
    expect(explainFailure(BUY, vmStatus)).toContain('Only the gas fee was charged.')
  })

  it.each([
    ['buy', 'already sold or delisted'],
    ['delist', 'already sold or delisted'],
    ['accept-bid', 'This bid was already accepted or canceled.'],
    ['cancel-bid', 'This bid was already accepted or canceled.'],
    ['claim', 'There’s nothing to claim'],
    ['list', 'This token no longer exists.'],
    ['collection-bid', 'This collection does not exist.'],
    ['of an older visit', 'already sold or delisted'],
  ])('names the missing order by the kind of trade: %s', (kind, expected) => {
    expect(explainFailure({ kind, call: '0x1::any::call' }, GONE)).toContain(expected)
  })

  it('names both orders where a sale cancels a listing first', () => {
    const sentence = explainFailure({ kind: 'accept-bid', call: 'script' }, GONE)
    expect(sentence).toContain('The bid was taken or canceled already, or the token was sold or delisted.')
  })

  it('does not call a token sold because the aborting module has "listing" in its name', () => {
    const sentence = explainFailure(
      BUY,
      'Move abort in 0x584b::coin_listing: ENOT_SELLER(0x50003): Only the seller may',
    )
    expect(sentence).not.toContain('already sold')
    expect(sentence).toContain('Only the wallet that listed this can do that.')
  })

  it('says of an unknown failure that it failed, without the words of the chain', () => {
    const expected = 'The transaction failed. Only the gas fee was charged.'
    expect(explainFailure(BUY, 'Move abort in 0xbeef::shop: ECLOSED(0x1): closed')).toBe(expected)
    expect(explainFailure(BUY, 'SOMETHING_NEW')).toBe(expected)
    expect(explainFailure(BUY, GONE)).not.toContain('0x60002')
  })
})
