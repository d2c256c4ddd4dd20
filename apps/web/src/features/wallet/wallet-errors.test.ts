import { describe, expect, it } from 'vitest'
import { connectErrorText, isDeclined, isExpired } from './wallet-errors.ts'

describe('errors of wallets', () => {
  it('distinguish a decline from a failure', () => {
    expect(isDeclined('User has rejected the request')).toBe(true)
    expect(isDeclined(new Error('Request was denied by the user'))).toBe(true)
    expect(isDeclined('INSUFFICIENT_BALANCE')).toBe(false)
    expect(isDeclined(undefined)).toBe(false)
  })

  it('become Connection Refused without a message', () => {
    for (const error of ['', '[object Object]', '{}', {}, null, new Error('')]) {
      expect(connectErrorText(error)).toBe('Connection Refused')
    }
    expect(connectErrorText('Wallet is locked')).toBe('Wallet is locked')
  })
})

it.each([
  ['Invalid transaction: Type: Validation Code: TRANSACTION_EXPIRED', true],
  ['Transaction expired', true],
  ['User has rejected the request', false],
])('detects transactions that were signed too late: %s', (text, late) => {
  expect(isExpired(new Error(text))).toBe(late)
  expect(isExpired(text)).toBe(late)
})
