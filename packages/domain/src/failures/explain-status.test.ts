import { describe, expect, it } from 'vitest'
import { explainStatus, parseMoveAbort } from './explain-status.ts'

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

// @feature trade.price-held
it.each([
  POOR,
  'Move abort in 0x1::fungible_asset: EINSUFFICIENT_BALANCE(0x10004): Insufficient balance',
  'Move abort in 0x1::coin: 0x10006',
])(
  'says that the sale of a listed token brings too little, where its script finds less than its least: %s',
  (status) => {
    expect(explainStatus(status, 'bid-with-listing')).toMatchObject({
      kind: 'price-changed',
      sentence: expect.stringContaining('The sale would bring less than you agreed to'),
    })
    for (const subject of ['bid', 'listing', 'token'] as const)
      expect(explainStatus(status, subject)?.sentence).toBe('Not enough APT in your wallet.')
  },
)

it('says of the sale of a listed token that the wallet cannot pay the network fee, or that bid or listing is gone', () => {
  const fee = explainStatus('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 'bid-with-listing')
  expect(fee?.sentence).toBe('Not enough APT in your wallet for the network fee.')
  const gone = explainStatus('Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002)', 'bid-with-listing')
  expect(gone?.sentence).toBe('The bid was taken or canceled already, or the token was sold or delisted.')
})
