import { describe, expect, it } from 'vitest'
import { connectErrorText, isDeclined, isExpired } from './wallet-errors.ts'

describe('errors of wallets', () => {
  it.each([
    'User has rejected the request',
    'The user rejected the request.',
    'User cancelled',
    'Request was denied by the user',
    'Rejected by user',
    'You declined in your wallet.',
    'Rejected',
    'Transaction rejected',
    'Request canceled',
  ])('say that the user declined: %s', (text) => {
    expect(isDeclined(text)).toBe(true)
    expect(isDeclined(new Error(text))).toBe(true)
  })

  // A trade that is taken for declined is forgotten, though the wallet may have sent it.
  it.each([
    'INSUFFICIENT_BALANCE',
    'Transaction was rejected by the mempool',
    'Move abort in 0x1::market: ELISTING_CANCELED',
    'PERMISSION_DENIED: the user’s offer was denied',
    'Simulation failed: the offer of this user was cancelled',
    'The operation was cancelled',
    'context canceled',
    'Request cancelled after 30 s',
    'Access denied (403)',
    undefined,
  ])('say anything else: %s', (text) => {
    expect(isDeclined(text)).toBe(false)
    expect(isDeclined(new Error(text))).toBe(false)
  })

  // @feature wallet.connect-failed
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
