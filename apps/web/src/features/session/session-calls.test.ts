import type { ApiClient } from '@opal/contract/client'
import type { SignInAnswer, SignInInput } from '@opal/contract/session'
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { ForeignSignInError, openSession } from './session-calls.ts'

const YOU = `0x${'a'.repeat(64)}`
const who = {
  walletAddress: YOU,
  network: 'mainnet',
  page: { host: 'opal.example', origin: 'https://opal.example' },
} as const
const INPUT: SignInInput = {
  domain: 'opal.example',
  uri: 'https://opal.example',
  address: YOU,
  chainId: 'aptos:mainnet',
  statement: 'Sign in to Opal.',
  version: '1',
  nonce: 'n0nce',
  issuedAt: '2026-11-22T10:00:00.000Z',
  expirationTime: '2026-11-22T10:05:00.000Z',
}
const SESSION = { walletAddress: YOU, expiresAt: '1' }

/** Signs in where the API asks for this. */
async function signInto(input: SignInInput) {
  const sign = vi.fn(async () => ({ signature: '0x1' }) as unknown as SignInAnswer)
  const api = vi.fn(async ({ id }: { id: string }) => (id === 'begin-sign-in' ? { input, message: '' } : SESSION))
  const opened = await openSession(api as unknown as ApiClient, who, sign).catch((error: unknown) => error)
  return { opened, asked: sign.mock.calls.length, calls: api.mock.calls.length }
}

// @feature account.sign-in
it('has the wallet sign a message for this page, wallet and network', async () => {
  expect(await signInto(INPUT)).toEqual({ opened: SESSION, asked: 1, calls: 2 })
})

// @feature account.sign-in
it('asks no wallet for a sign-in to another site, wallet or network', async () => {
  const changed = fc.constantFrom<keyof SignInInput>('domain', 'uri', 'address', 'chainId')
  const other = fc.constantFrom(
    'rival.example',
    'https://rival.example',
    'opal.example.rival.example',
    'OPAL.example',
    '',
  )
  await fc.assert(
    fc.asyncProperty(changed, other, async (field, value) => {
      const { opened, asked, calls } = await signInto({ ...INPUT, [field]: value } as SignInInput)
      expect(opened).toBeInstanceOf(ForeignSignInError)
      expect([asked, calls]).toEqual([0, 1])
    }),
  )
})
