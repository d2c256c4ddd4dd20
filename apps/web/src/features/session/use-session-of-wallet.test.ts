import { expect, it } from 'vitest'
import { outlivesWallet } from './use-session-of-wallet.ts'

const on = { wrongNetwork: false }

it('keeps the session until its wallet has reconnected', () => {
  for (const status of ['waiting', 'restoring', 'disconnected'] as const) {
    expect(outlivesWallet('0xa', { ...on, status, address: null, was: null })).toBe(true)
  }
})

it('keeps the session of the connected wallet', () => {
  expect(outlivesWallet('0xa', { ...on, status: 'connected', address: '0xa', was: null })).toBe(true)
})

it('ends it when another wallet connects', () => {
  expect(outlivesWallet('0xa', { ...on, status: 'connected', address: '0xb', was: '0xa' })).toBe(false)
  expect(outlivesWallet('0xa', { ...on, status: 'connected', address: '0xb', was: null })).toBe(false)
})

it('ends it when the wallet disconnects', () => {
  expect(outlivesWallet('0xa', { ...on, status: 'disconnected', address: null, was: '0xa' })).toBe(false)
})

it('does nothing for a visitor', () => {
  expect(outlivesWallet(null, { ...on, status: 'connected', address: '0xb', was: '0xa' })).toBe(true)
})

// @feature wallet.network-change
it('ends it on another network', () => {
  const away = { status: 'connected', address: '0xa', was: '0xa', wrongNetwork: true } as const
  expect(outlivesWallet('0xa', away)).toBe(false)
  expect(outlivesWallet(null, away)).toBe(true)
})
