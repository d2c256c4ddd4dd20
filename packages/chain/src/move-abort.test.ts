import { describe, expect, it } from 'vitest'
import { frameworkSentence, parseMoveAbort, saysNotEnoughApt, saysOrderIsGone } from './move-abort.ts'

const POOR = 'Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction'

describe('parseMoveAbort', () => {
  it('reads module, code, name and text', () => {
    expect(parseMoveAbort(POOR)).toEqual({
      location: '0x1::coin',
      code: 0x10006n,
      reason: 'EINSUFFICIENT_BALANCE',
      text: 'Not enough coins to complete transaction',
    })
  })

  it('reads an abort whose module publishes no names', () => {
    expect(parseMoveAbort('Move abort in 0x0d520d::listing: 0x60001')).toEqual({
      location: '0xd520d::listing',
      code: 0x60001n,
      reason: null,
      text: '',
    })
  })

  it('finds the abort inside a failed argument', () => {
    const status =
      'Failed to construct argument: Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist at this address'
    expect(parseMoveAbort(status)?.reason).toBe('EOBJECT_DOES_NOT_EXIST')
  })

  it.each(['Executed successfully', 'Out of gas', 'TRANSACTION_EXPIRED', ''])('finds none in "%s"', (status) => {
    expect(parseMoveAbort(status)).toBeNull()
  })
})

describe('what people are told', () => {
  it('has a sentence for what any contract can meet', () => {
    expect(frameworkSentence(POOR)).toMatch(/not enough APT/i)
    expect(frameworkSentence('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE')).toMatch(/network fee/)
  })

  it('leaves a marketplace its own failures', () => {
    expect(
      frameworkSentence('Move abort in 0xabc::coin_listing: ENOT_SELLER(0x50006): The entity is not the seller.'),
    ).toBeNull()
  })

  it('knows when an order is gone, by the marketplace or by its object', () => {
    expect(saysOrderIsGone('Move abort in 0xabc::listing: ENO_LISTING(0x60001): There exists no listing.')).toBe(true)
    expect(saysOrderIsGone('Move abort in 0x1::object: 0x60002')).toBe(true)
    expect(saysOrderIsGone(POOR)).toBe(false)
  })

  it('knows when the wallet cannot pay, the price or the fee', () => {
    expect(saysNotEnoughApt(POOR)).toBe(true)
    expect(saysNotEnoughApt('Move abort in 0x1::fungible_asset: EINSUFFICIENT_BALANCE(0x10004): Insufficient')).toBe(
      true,
    )
    expect(saysNotEnoughApt('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE')).toBe(true)
    expect(saysNotEnoughApt('Move abort in 0xabc::shop: EPOOR(0x10006): no')).toBe(false)
    expect(saysNotEnoughApt('Executed successfully')).toBe(false)
  })
})
