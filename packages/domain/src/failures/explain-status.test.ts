import { describe, expect, it } from 'vitest'
import { parseMoveAbort } from './explain-status.ts'

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
      location: '0x0d520d::listing',
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
