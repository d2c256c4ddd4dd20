import { verifySignInSignature } from '@aptos-labs/siwa'
import { Ed25519Account, Ed25519PrivateKey } from '@aptos-labs/ts-sdk'
import { expect, test } from 'vitest'
import { prepareSignIn, signIn } from './sign-in.ts'

const key = new Ed25519Account({ privateKey: new Ed25519PrivateKey(new Uint8Array(32).fill(5)) })
const held = { name: 'Dee', address: key.accountAddress.toStringLong(), key }
const place = { host: '127.0.0.1:3000', href: 'http://127.0.0.1:3000/airdrop' }

test('sign-in fills the bound fields and its signature verifies', async () => {
  const request = prepareSignIn({ domain: place.host, nonce: 'n1', statement: 'Welcome' }, held.address, place)
  expect(request.foreignDomain).toBe(false)
  expect(request.input).toMatchObject({
    address: held.address,
    uri: place.href,
    version: '1',
    chainId: 'aptos:localnet',
  })
  const output = signIn(request, held)
  expect(await verifySignInSignature({ ...output, publicKey: key.publicKey })).toMatchObject({ valid: true })
})

test('a sign-in to another domain is marked', () => {
  expect(prepareSignIn({ domain: 'bank.example', nonce: 'n' }, held.address, place).foreignDomain).toBe(true)
})
