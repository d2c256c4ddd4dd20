import type { ApiClient } from '@opal/contract/client'
import { expect, it, vi } from 'vitest'
import { findWalletOfPath, missingWallet } from './find-wallet-of-path.ts'

const named = `0x${'a'.repeat(64)}`
const { signal } = new AbortController()
const answering = (walletAddress: string | null) => vi.fn(async () => ({ name: '', walletAddress }))

// @feature route.portfolio
it.each([
  ['0xA', `0x${'0'.repeat(63)}a`, 0],
  ['0x0f', `0x${'0'.repeat(63)}f`, 0],
  [`0x${'a'.repeat(60)}`, `0x0000${'a'.repeat(60)}`, 0],
  ['0x12', null, 0],
  ['0X12', null, 0],
  ['0XA', `0x${'0'.repeat(63)}a`, 0],
  [`0x${'a'.repeat(59)}`, null, 0],
  ['A'.repeat(64), named, 0],
  ['a'.repeat(63), null, 0],
  ['alice.apt', named, 1],
  ['shop.Alice.apt', named, 1],
  ['alice', null, 0],
  ['favicon.ico', null, 0],
  ['a b.apt', null, 0],
  ['0xzz', null, 0],
  [`0x${'a'.repeat(65)}`, null, 0],
])('/%s is the wallet %s', async (segment, wallet, asked) => {
  const api = answering(named)
  expect(await findWalletOfPath(api as unknown as ApiClient, segment, signal)).toBe(wallet)
  expect(api).toHaveBeenCalledTimes(asked)
})

// @feature route.portfolio
it('returns null for a name without a wallet', async () => {
  expect(await findWalletOfPath(answering(null) as unknown as ApiClient, 'nobody.apt', signal)).toBeNull()
})

// @feature route.not-found
it.each([
  ['0x12', /incomplete/],
  ['0X12', /incomplete/],
  ['nobody.apt', /^No wallet has this name/],
  ['nowhere', /^There’s no page or wallet here/],
  ['0xzz', /^There’s no page or wallet here/],
])('says of %s why it is no wallet', (segment, sentence) => {
  expect(missingWallet(segment)).toMatch(sentence)
})
