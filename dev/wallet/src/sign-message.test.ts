import { Ed25519Account, Ed25519PrivateKey } from '@aptos-labs/ts-sdk'
import { expect, test } from 'vitest'
import { messageToSign, signMessageFields } from './sign-message.ts'

const key = new Ed25519Account({ privateKey: new Ed25519PrivateKey(new Uint8Array(32).fill(9)) })
const held = { name: 'Cy', address: key.accountAddress.toStringLong(), key }
const origin = { origin: 'http://127.0.0.1:3000', chainId: 4 }

test('builds the full message from the requested fields, in the order of the standard', () => {
  expect(messageToSign({ message: 'hi', nonce: '1' }, held.address, origin).fullMessage).toBe(
    'APTOS\nmessage: hi\nnonce: 1',
  )
  const all = { message: 'hi', nonce: '1', address: true, application: true, chainId: true }
  expect(messageToSign(all, held.address, origin)).toEqual({
    address: held.address,
    application: origin.origin,
    chainId: 4,
    message: 'hi',
    nonce: '1',
    prefix: 'APTOS',
    fullMessage: `APTOS\naddress: ${held.address}\napplication: http://127.0.0.1:3000\nchainId: 4\nmessage: hi\nnonce: 1`,
  })
})

test('signs the full message', () => {
  const signed = signMessageFields(messageToSign({ message: 'höhe', nonce: '2' }, held.address, origin), held)
  const message = new TextEncoder().encode(signed.fullMessage)
  expect(key.publicKey.verifySignature({ message, signature: signed.signature as never })).toBe(true)
})
