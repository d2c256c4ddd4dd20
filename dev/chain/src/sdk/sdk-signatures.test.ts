import {
  Account,
  type Aptos,
  Ed25519PrivateKey,
  type InputEntryFunctionData,
  MultiEd25519Account,
  MultiEd25519PublicKey,
  MultiKey,
  MultiKeyAccount,
  SigningSchemeInput,
  type UserTransactionResponse,
} from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { connectSdk, startTestLocalnet } from '../testing/start-localnet.ts'

const FUNDED_OCTAS = 10_000_000_000
const ed25519Keys = [1, 2, 3].map(() => Ed25519PrivateKey.generate())
const anyAccounts = [
  Account.generate(),
  Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa }),
  Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false }),
]

/** Every kind of account that the SDK signs for without a service, and what the node calls its signature. */
const KINDS: readonly (readonly [name: string, account: Account, kind: string])[] = [
  ['ed25519', Account.generate(), 'ed25519_signature'],
  [
    'single-key ed25519',
    Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false }),
    'single_key_signature',
  ],
  ['single-key secp256k1', Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa }), 'single_key_signature'],
  [
    'multi-ed25519',
    new MultiEd25519Account({
      publicKey: new MultiEd25519PublicKey({ publicKeys: ed25519Keys.map((key) => key.publicKey()), threshold: 2 }),
      signers: ed25519Keys.slice(1),
    }),
    'multi_ed25519_signature',
  ],
  [
    'multi-key',
    new MultiKeyAccount({
      multiKey: new MultiKey({ publicKeys: anyAccounts.map((one) => one.publicKey), signaturesRequired: 2 }),
      signers: anyAccounts.slice(1),
    }),
    'multi_key_signature',
  ],
]
/** A token of the first standard is handed over by two signatures: that is what the chain has for several signers. */
const CREATOR = Account.generate()
const [COLLECTION, TOKEN] = ['Hands', 'Hand #1']

let localnet: Localnet
let aptos: Aptos
beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  for (const account of [CREATOR, ...KINDS.map(([, one]) => one)]) {
    const { accountAddress } = account
    await aptos.fundAccount({ accountAddress, amount: FUNDED_OCTAS, options: { waitForIndexer: false } })
  }
  const flags = Array.from({ length: 5 }, () => true)
  await run({
    function: '0x3::token::create_collection_script',
    functionArguments: [COLLECTION, 'Two hands', 'ipfs://hands', 0, flags.slice(2)],
  })
  const royalty = [CREATOR.accountAddress, 100, 5]
  await run({
    function: '0x3::token::create_token_script',
    functionArguments: [COLLECTION, TOKEN, 'One hand', 1_000, 0, 'ipfs://1', ...royalty, flags, [], [], []],
  })
})
afterAll(() => localnet[Symbol.asyncDispose]())

async function run(data: InputEntryFunctionData): Promise<void> {
  const transaction = await aptos.transaction.build.simple({ sender: CREATOR.accountAddress, data })
  const { hash } = await aptos.signAndSubmitTransaction({ signer: CREATOR, transaction })
  await aptos.waitForTransaction({ transactionHash: hash })
}
async function done({ hash }: { hash: string }): Promise<UserTransactionResponse> {
  return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse
}
const transferOne: InputEntryFunctionData = {
  function: '0x1::aptos_account::transfer',
  functionArguments: [parseAddress('0xb0b'), 1],
}
const handOver: InputEntryFunctionData = {
  function: '0x3::token::direct_transfer_script',
  functionArguments: [CREATOR.accountAddress, COLLECTION, TOKEN, 0, 1],
}

describe.each(KINDS)('%s', (_name, account, kind) => {
  it('signs alone', async () => {
    const transaction = await aptos.transaction.build.simple({ sender: account.accountAddress, data: transferOne })
    const { signature } = await done(await aptos.signAndSubmitTransaction({ signer: account, transaction }))
    expect(signature?.type).toBe(kind.startsWith('ed') || kind.startsWith('multi_ed') ? kind : 'single_sender')
  })

  it.each(KINDS.map(([name, payer]) => [name, payer] as const))('lets %s pay its gas', async (_payer, payer) => {
    const sender = account.accountAddress
    const transaction = await aptos.transaction.build.simple({ sender, data: transferOne, withFeePayer: true })
    const senderAuthenticator = aptos.transaction.sign({ signer: account, transaction })
    const feePayerAuthenticator = aptos.transaction.signAsFeePayer({ signer: payer, transaction })
    const parts = { transaction, senderAuthenticator, feePayerAuthenticator }
    const { signature } = await done(await aptos.transaction.submit.simple(parts))
    expect(signature).toMatchObject({ type: 'fee_payer_signature', sender: { type: kind } })
  })

  it.each([false, true])('signs as the second of two, someone else paying: %s', async (withFeePayer) => {
    const payer = KINDS[0]?.[1] as Account
    const transaction = await aptos.transaction.build.multiAgent({
      sender: CREATOR.accountAddress,
      secondarySignerAddresses: [account.accountAddress],
      data: handOver,
      withFeePayer,
    })
    // The payer signs first: its address is then part of what the others sign.
    const paid = withFeePayer
      ? { feePayerAuthenticator: aptos.transaction.signAsFeePayer({ signer: payer, transaction }) }
      : {}
    const submitted = await aptos.transaction.submit.multiAgent({
      transaction,
      senderAuthenticator: aptos.transaction.sign({ signer: CREATOR, transaction }),
      additionalSignersAuthenticators: [aptos.transaction.sign({ signer: account, transaction })],
      ...paid,
    })
    const { signature, events } = await done(submitted)
    expect(signature).toMatchObject({
      type: withFeePayer ? 'fee_payer_signature' : 'multi_agent_signature',
      secondary_signers: [{ type: kind }],
    })
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^0x3::token::.*Deposit/)]),
    )
  })

  it('is simulated with its public key and without one', async () => {
    const transaction = await aptos.transaction.build.simple({ sender: account.accountAddress, data: transferOne })
    // The SDK itself knows no simulation with a multi-ed25519 key.
    const known = account instanceof MultiEd25519Account ? [] : [account.publicKey]
    for (const signerPublicKey of [...known, undefined]) {
      const parts = { transaction, ...(signerPublicKey === undefined ? {} : { signerPublicKey }) }
      const [simulated] = await aptos.transaction.simulate.simple(parts)
      expect(simulated).toMatchObject({ success: true, vm_status: 'Executed successfully' })
    }
  })
})

it('a signature of one of several that is not the signer’s refuses the whole transaction', async () => {
  const [thief, second] = [Account.generate(), KINDS[2]?.[1] as Account]
  const transaction = await aptos.transaction.build.multiAgent({
    sender: CREATOR.accountAddress,
    secondarySignerAddresses: [second.accountAddress],
    data: handOver,
  })
  const submitted = aptos.transaction.submit.multiAgent({
    transaction,
    senderAuthenticator: aptos.transaction.sign({ signer: CREATOR, transaction }),
    additionalSignersAuthenticators: [aptos.transaction.sign({ signer: thief, transaction })],
  })
  await expect(submitted).rejects.toThrow(/INVALID_AUTH_KEY/)
})
