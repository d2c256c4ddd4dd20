import { Ed25519Account, Ed25519PrivateKey, Ed25519Signature } from '@aptos-labs/ts-sdk'
import { expect, test } from 'vitest'
import { demoAccounts, demoTraders } from './demo-cast.ts'

test('has forty traders with distinct names and addresses', () => {
  const traders = demoTraders()
  expect(traders).toHaveLength(40)
  expect(new Set(traders.map(({ name }) => name)).size).toBe(40)
  expect(new Set(traders.map(({ address }) => address)).size).toBe(40)
})

test('derives the address of a demo key, and signs as the SDK does', () => {
  const [trader] = demoTraders()
  const account = new Ed25519Account({ privateKey: new Ed25519PrivateKey(trader?.privateKey ?? '', true) })
  expect(account.accountAddress.toStringLong()).toBe(trader?.address)
  const message = new TextEncoder().encode('a listing')
  const signature = new Ed25519Signature(trader?.sign(message) ?? '')
  expect(account.publicKey.verifySignature({ message, signature })).toBe(true)
})

test('offers the first traders to visitors', () => {
  const names = demoTraders().map(({ name }) => name)
  expect(demoAccounts().map(({ name }) => name)).toEqual(names.slice(0, demoAccounts().length))
})
