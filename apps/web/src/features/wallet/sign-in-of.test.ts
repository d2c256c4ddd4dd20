import {
  type AptosSignInInput,
  type AptosSignInOutput,
  createSignInMessage,
  createSignInSigningMessage,
} from '@aptos-labs/siwa'
import { Ed25519Account, Ed25519PrivateKey } from '@aptos-labs/ts-sdk'
import { signIn } from '@opal/contract/session'
import { expect, it } from 'vitest'
import { WalletRejectedError } from '../../entities/wallet/wallet-session.ts'
import { signInOf } from './sign-in-of.ts'

const key = new Ed25519Account({ privateKey: new Ed25519PrivateKey(new Uint8Array(32).fill(7)) })
const address = key.accountAddress.toStringLong()
const input = {
  domain: '127.0.0.1:3000',
  address,
  statement: 'Sign in.',
  uri: 'http://127.0.0.1:3000',
  version: '1',
  chainId: 'aptos:localnet',
  nonce: 'n',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-01T00:05:00.000Z',
} as const

function walletThat(answer: (input: AptosSignInInput) => Promise<{ status: string; args?: AptosSignInOutput }>) {
  return { features: { 'aptos:signIn': { signIn: answer as never } } }
}

async function approve(asked: AptosSignInInput) {
  const filled = { ...asked, notBefore: undefined } as unknown as AptosSignInOutput['input']
  const signature = key.sign(createSignInSigningMessage(createSignInMessage(filled)))
  const account = { publicKey: key.publicKey } as unknown as AptosSignInOutput['account']
  return { status: 'Approved', args: { account, input: filled, signature, type: 'ed25519' } }
}

it('converts a wallet’s response to the body of the API call', async () => {
  const answer = await signInOf(walletThat(approve))?.(input)
  expect(signIn.body.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ version: '2', type: 'ed25519', input })
})

it('returns null for a wallet without sign-in', () => {
  expect(signInOf(null)).toBeNull()
  expect(signInOf({ features: {} })).toBeNull()
})

it('distinguishes a decline from a failure', async () => {
  const declining = [
    async () => ({ status: 'Rejected' }),
    async () => Promise.reject(new Error('User rejected the request')),
  ]
  for (const answer of declining) {
    await expect(signInOf(walletThat(answer))?.(input)).rejects.toThrow(WalletRejectedError)
  }
  const broken = signInOf(walletThat(() => Promise.reject('the wallet is locked')))
  await expect(broken?.(input)).rejects.toThrow('the wallet is locked')
})
