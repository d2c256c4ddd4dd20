import {
  Account,
  type AccountAuthenticator,
  AccountAuthenticatorAbstraction,
  AccountAuthenticatorMultiKey,
  AccountAuthenticatorSingleKey,
  AnyPublicKey,
  AnySignature,
  type Aptos,
  FederatedKeylessPublicKey,
  generateSignedTransaction,
  KeylessPublicKey,
  KeylessSignature,
  MultiKey,
  MultiKeyAccount,
  MultiKeySignature,
  Secp256r1PrivateKey,
  type SimpleTransaction,
  WebAuthnSignature,
} from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SIGNED_TRANSACTION } from '../rest/requests/signed-body.ts'
import type { Localnet } from '../start.ts'
import { createRestClient } from '../testing/rest-client.ts'
import { connectSdk, startTestLocalnet } from '../testing/start-localnet.ts'

const account = Account.generate()
let localnet: Localnet
let aptos: Aptos
let transaction: SimpleTransaction
beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  const { accountAddress: sender } = account
  await aptos.fundAccount({ accountAddress: sender, amount: 1_000_000_000, options: { waitForIndexer: false } })
  transaction = await aptos.transferCoinTransaction({ sender, recipient: sender, amount: 1 })
})
afterAll(() => localnet[Symbol.asyncDispose]())

const keyless = new KeylessPublicKey('https://accounts.google.com', new Uint8Array(32))
const federated = new FederatedKeylessPublicKey(account.accountAddress, keyless)
const { ephemeralCertificate, expiryDateSecs, ephemeralPublicKey, ephemeralSignature } =
  KeylessSignature.getSimulationSignature()
const jwtHeader = JSON.stringify({ alg: 'RS256', kid: 'a-key', typ: 'JWT' })
const keylessSignature = new KeylessSignature({
  jwtHeader,
  ephemeralCertificate,
  expiryDateSecs,
  ephemeralPublicKey,
  ephemeralSignature,
})
const passkey = Secp256r1PrivateKey.generate().publicKey()
const passkeySignature = new WebAuthnSignature(new Uint8Array(64), new Uint8Array(37), new Uint8Array(20))
const multi = new MultiKey({
  publicKeys: [new AnyPublicKey(keyless), new AnyPublicKey(account.publicKey)],
  signaturesRequired: 1,
})
const multiSignature = new MultiKeySignature({ signatures: [new AnySignature(keylessSignature)], bitmap: [0] })

/** Past the SDK's own look at the signature, which asks a network for keyless settings. */
function submit(senderAuthenticator: AccountAuthenticator) {
  const bytes = generateSignedTransaction({ transaction, senderAuthenticator })
  return createRestClient(localnet).post('/transactions', Uint8Array.from(bytes), SIGNED_TRANSACTION)
}

it.each([
  ['keyless', new AccountAuthenticatorSingleKey(new AnyPublicKey(keyless), new AnySignature(keylessSignature))],
  [
    'federated keyless',
    new AccountAuthenticatorSingleKey(new AnyPublicKey(federated), new AnySignature(keylessSignature)),
  ],
  ['multi-key with a keyless signer', new AccountAuthenticatorMultiKey(multi, multiSignature)],
  ['passkey', new AccountAuthenticatorSingleKey(new AnyPublicKey(passkey), new AnySignature(passkeySignature))],
  ['abstracted', new AccountAuthenticatorAbstraction('0x1::any::authenticate', new Uint8Array(32), new Uint8Array(8))],
])('a %s signature is rejected as unsupported on this chain', async (_name, senderAuthenticator) => {
  expect(await submit(senderAuthenticator)).toMatchObject({
    status: 400,
    body: {
      message: 'Invalid transaction: Type: Validation Code: FEATURE_UNDER_GATING',
      error_code: 'vm_error',
      vm_error_code: 26,
    },
  })
})

it('a multi-key with an unused keyless key is simulated and accepted', async () => {
  const plain = Account.generate()
  const publicKeys = [new AnyPublicKey(keyless), new AnyPublicKey(passkey), new AnyPublicKey(plain.publicKey)]
  const multiKey = new MultiKey({ publicKeys, signaturesRequired: 1 })
  const signer = new MultiKeyAccount({ multiKey, signers: [plain] })
  const { accountAddress: sender } = signer
  await aptos.fundAccount({ accountAddress: sender, amount: 100_000_000, options: { waitForIndexer: false } })
  const transfer = await aptos.transferCoinTransaction({ sender, recipient: sender, amount: 1 })
  const [simulated] = await aptos.transaction.simulate.simple({ signerPublicKey: multiKey, transaction: transfer })
  expect(simulated).toMatchObject({ success: true })
  const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction: transfer })
  expect(await aptos.waitForTransaction({ transactionHash: hash })).toMatchObject({ success: true })
})

it('a key of one kind with a signature of another is rejected', async () => {
  const mixed = new AccountAuthenticatorSingleKey(
    new AnyPublicKey(account.publicKey),
    new AnySignature(keylessSignature),
  )
  expect(await submit(mixed)).toMatchObject({ body: { message: expect.stringContaining('INVALID_SIGNATURE') } })
})
