import { expect, it } from 'vitest'
import { outlivesWallet } from './use-session-of-wallet.ts'

const on = { wrongNetwork: false }

it('a session goes on while its wallet is still to be found again', () => {
  for (const status of ['waiting', 'restoring', 'disconnected'] as const) {
    expect(outlivesWallet('0xa', { ...on, status, address: null, was: null })).toBe(true)
  }
})

it('a session goes on beside its own wallet', () => {
  expect(outlivesWallet('0xa', { ...on, status: 'connected', address: '0xa', was: null })).toBe(true)
})

it('another wallet ends it', () => {
  expect(outlivesWallet('0xa', { ...on, status: 'connected', address: '0xb', was: '0xa' })).toBe(false)
  expect(outlivesWallet('0xa', { ...on, status: 'connected', address: '0xb', was: null })).toBe(false)
})

it('letting the wallet go ends it', () => {
  expect(outlivesWallet('0xa', { ...on, status: 'disconnected', address: null, was: '0xa' })).toBe(false)
})

it('where nobody is signed in there is nothing to end', () => {
  expect(outlivesWallet(null, { ...on, status: 'connected', address: '0xb', was: '0xa' })).toBe(true)
})

// @feature wallet.network-change
it('another network ends it', () => {
  const away = { status: 'connected', address: '0xa', was: '0xa', wrongNetwork: true } as const
  expect(outlivesWallet('0xa', away)).toBe(false)
  expect(outlivesWallet(null, away)).toBe(true)
})
