import { describe, expect, it } from 'vitest'
import { explainFailure } from './explain-failure.ts'

// @feature trade.failures
describe('explainFailure', () => {
  it('says that a listing is gone in the words of the buy dialog', () => {
    expect(
      explainFailure('Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist'),
    ).toEqual({
      code: 'listing-gone',
      sentence: 'Token is already sold or delisted',
    })
  })

  it('says that the money does not suffice', () => {
    expect(explainFailure('Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins').code).toBe(
      'insufficient-balance',
    )
  })

  it('tells a bid or a claim that is gone from a listing that is gone', () => {
    expect(explainFailure('Move abort in 0xabc::token_offer: ENO_TOKEN_OFFER(0x60001): no offer').code).toBe(
      'offer-gone',
    )
    expect(explainFailure('Move abort in 0xabc::listing: ENO_LISTING(0x60001): no listing').code).toBe('listing-gone')
    expect(explainFailure('Move abort in 0x3::token_transfers: ETOKEN_OFFER_NOT_EXIST(0x60001): none').code).toBe(
      'nothing-to-claim',
    )
  })

  it('gives the contract’s own words where it knows no better', () => {
    expect(explainFailure('Move abort in 0x584b::listing: ESUSPENDED(0x7): Trading is suspended').sentence).toContain(
      'Trading is suspended',
    )
    expect(explainFailure('SOME_NEW_STATUS').sentence).toContain('SOME_NEW_STATUS')
  })
})
