import {
  Account,
  type AnyRawTransaction,
  Ed25519Account,
  Ed25519PrivateKey,
  generateSignedTransaction,
  MultiEd25519Account,
  MultiEd25519PublicKey,
  MultiKey,
  MultiKeyAccount,
  SigningSchemeInput,
  SimpleTransaction,
} from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '../ledger/testing/test-chain.ts'
import type { Localnet } from '../start.ts'
import { createRestClient, type RestClient } from '../testing/rest-client.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'
import { readUnsigned } from './json/json-request.ts'
import { SIGNED_TRANSACTION } from './requests/signed-body.ts'

const NO_SEQUENCE = (1n << 64n) - 1n

let localnet: Localnet
let node: RestClient
const sender = Account.generate()
beforeAll(async () => {
  localnet = await startTestLocalnet()
  node = createRestClient(localnet)
  localnet.fund(parseAddress(sender.accountAddress.toString()), 1_000_000_000n)
  localnet.ledger.commitBlock()
})
afterAll(() => localnet[Symbol.asyncDispose]())

const transfer = (sequence: number, from: Account = sender) => ({
  sender: from.accountAddress.toString(),
  sequence_number: String(sequence),
  max_gas_amount: '10000',
  gas_unit_price: '100',
  expiration_timestamp_secs: '16725225600',
  payload: {
    type: 'entry_function_payload',
    function: '0x1::aptos_account::transfer',
    type_arguments: [],
    arguments: ['0xb0b', '7'],
  },
})
async function messageOf(request: object): Promise<string> {
  const { status, body } = await node.post<string>('/transactions/encode_submission', JSON.stringify(request))
  expect(status).toBe(200)
  return body
}

describe('transactions described in JSON', () => {
  it('encode_submission returns the bytes to sign, and the signed transaction is accepted in JSON', async () => {
    const request = transfer(0)
    const signature = {
      type: 'ed25519_signature',
      public_key: sender.publicKey.toString(),
      signature: sender.sign(await messageOf(request)).toString(),
    }
    const { status, body } = await node.post('/transactions', JSON.stringify({ ...request, signature }))
    expect({ status, body }).toMatchObject({ status: 202, body: { type: 'pending_transaction', sequence_number: '0' } })
    localnet.ledger.commitBlock()
    const { body: committed } = await node.get(`/transactions/by_hash/${body.hash}`)
    expect(committed).toMatchObject({ success: true, payload: request.payload, signature })
  })

  it('a secp256k1 single key signature is accepted in JSON', async () => {
    const account = Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa })
    localnet.fund(parseAddress(account.accountAddress.toString()), 1_000_000_000n)
    localnet.ledger.commitBlock()
    const request = transfer(0, account)
    const signature = {
      type: 'single_key_signature',
      public_key: { type: 'secp256k1_ecdsa', value: account.publicKey.publicKey.toString() },
      signature: { type: 'secp256k1_ecdsa', value: account.sign(await messageOf(request)).signature.toString() },
    }
    expect((await node.post('/transactions', JSON.stringify({ ...request, signature }))).status).toBe(202)
  })

  it('a multi-key signature is rendered as it was sent, and accepted again', async () => {
    const keys = Array.from({ length: 3 }, () => Ed25519PrivateKey.generate())
    const publicKeys = keys.map((key) => key.publicKey())
    const owners = [keys[0], keys[2]].map(
      (privateKey) => new Ed25519Account({ privateKey: privateKey as Ed25519PrivateKey }),
    )
    const accounts = [
      new MultiEd25519Account({
        publicKey: new MultiEd25519PublicKey({ publicKeys, threshold: 2 }),
        signers: keys.slice(1),
      }),
      new MultiKeyAccount({ multiKey: new MultiKey({ publicKeys, signaturesRequired: 2 }), signers: owners }),
    ]
    for (const account of accounts) {
      localnet.fund(parseAddress(account.accountAddress.toString()), 1_000_000_000n)
      localnet.ledger.commitBlock()
      const { transaction } = readUnsigned(transfer(0, account), localnet.ledger)
      const signed = generateSignedTransaction({
        transaction,
        senderAuthenticator: account.signTransactionWithAuthenticator(transaction),
      })
      localnet.blocks.pause()
      const { body } = await node.post('/transactions', Uint8Array.from(signed), SIGNED_TRANSACTION)
      const again = await node.post(
        '/transactions',
        JSON.stringify({ ...transfer(0, account), signature: body.signature }),
      )
      expect(again).toMatchObject({ status: 202, body: { hash: body.hash } })
      localnet.blocks.resume()
    }
  })

  it('several signers and a fee payer are accepted in JSON', async () => {
    const [second, payer] = [Account.generate(), Account.generate()]
    for (const account of [second, payer]) localnet.fund(addressOf(account), 1_000_000_000n)
    localnet.ledger.commitBlock()
    const { transaction } = readUnsigned(transfer(1), localnet.ledger)
    const withPayer = new SimpleTransaction(transaction.rawTransaction, payer.accountAddress)
    const part = (account: Ed25519Account, message: AnyRawTransaction) => ({
      type: 'ed25519_signature',
      public_key: account.publicKey.toString(),
      signature: account.signTransaction(message).toString(),
    })
    const none = { secondary_signer_addresses: [], secondary_signers: [] }
    const fee = {
      type: 'fee_payer_signature',
      sender: part(sender, withPayer),
      ...none,
      fee_payer_address: payer.accountAddress.toString(),
      fee_payer_signer: part(payer, withPayer),
    }
    const paid = await node.post('/transactions', JSON.stringify({ ...transfer(1), signature: fee }))
    expect(paid).toMatchObject({ status: 202, body: { signature: { type: 'fee_payer_signature' } } })
    localnet.ledger.commitBlock()
    expect((await node.get(`/transactions/by_hash/${paid.body.hash}`)).body).toMatchObject({ success: true })
    const several = { type: 'multi_agent_signature', sender: fee.sender, ...none, secondary_signer_addresses: ['0x1'] }
    const uneven = await node.post('/transactions', JSON.stringify({ ...transfer(2), signature: several }))
    expect(uneven).toMatchObject({ status: 400, body: { error_code: 'invalid_input' } })
  })

  it('a nonce in place of a sequence number is parsed and rendered', async () => {
    const soon = String(BigInt(Math.floor(Date.now() / 1_000)) + 60n)
    const request = { ...transfer(0), replay_protection_nonce: '77', expiration_timestamp_secs: soon }
    const signature = {
      type: 'ed25519_signature',
      public_key: sender.publicKey.toString(),
      signature: sender.sign(await messageOf(request)).toString(),
    }
    const { status, body } = await node.post('/transactions', JSON.stringify({ ...request, signature }))
    expect({ status, body }).toMatchObject({ status: 202, body: { replay_protection_nonce: '77' } })
    localnet.ledger.commitBlock()
    const { body: committed } = await node.get(`/transactions/by_hash/${body.hash}`)
    expect(committed).toMatchObject({
      success: true,
      replay_protection_nonce: '77',
      sequence_number: String(NO_SEQUENCE),
    })
    const summaries = await node.get<object[]>(`/accounts/${sender.accountAddress}/transaction_summaries`)
    expect(summaries.body.map((summary) => (summary as { replay_protector: object }).replay_protector)).toEqual([
      { SequenceNumber: '0' },
      { SequenceNumber: '1' },
      { Nonce: '77' },
    ])
  })

  it('a batch in JSON is accepted, and an invalid item is reported by its index', async () => {
    const request = transfer(2)
    const signature = {
      type: 'ed25519_signature',
      public_key: sender.publicKey.toString(),
      signature: sender.sign(await messageOf(request)).toString(),
    }
    const good = { ...request, signature }
    const bad = await node.post('/transactions/batch', JSON.stringify([good, { ...good, max_gas_amount: 'much' }]))
    expect(bad).toMatchObject({ status: 400, body: { message: expect.stringContaining('at position 1: ') } })
    const taken = await node.post('/transactions/batch', JSON.stringify([good]))
    expect(taken).toMatchObject({ status: 202, body: { transaction_failures: [] } })
    localnet.ledger.commitBlock()
    const refused = await node.post('/transactions/batch', JSON.stringify([{ ...good, sequence_number: '9' }]))
    expect(refused).toMatchObject({
      status: 206,
      body: { transaction_failures: [{ transaction_index: 0, error: { error_code: 'vm_error' } }] },
    })
  })

  it.each([
    'sequence_number',
    'max_gas_amount',
    'gas_unit_price',
    'expiration_timestamp_secs',
    'replay_protection_nonce',
  ])('a JSON number as %s is refused, its digits are accepted', async (field) => {
    const answers = [1, '1'].map((value) =>
      node.post('/transactions/encode_submission', JSON.stringify({ ...transfer(1), [field]: value })),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 200])
  })

  it('a simulation accepts JSON with an empty signature', async () => {
    const signature = {
      type: 'ed25519_signature',
      public_key: sender.publicKey.toString(),
      signature: `0x${'00'.repeat(64)}`,
    }
    const { body } = await node.post('/transactions/simulate', JSON.stringify({ ...transfer(3), signature }))
    expect(body).toMatchObject([{ success: true, vm_status: 'Executed successfully' }])
  })

  it.each([
    [{ ...transfer(1), signature: { type: 'ed25519_signature', public_key: '0x00', signature: '0x00' } }],
    [{ ...transfer(1), signature: { type: 'keyless_signature' } }],
    [{ ...transfer(1), max_gas_amount: '99999999999999999999' }],
    [{ ...transfer(1), payload: { ...transfer(1).payload, function: '0x1::no::where' } }],
    [{ ...transfer(1), payload: { ...transfer(1).payload, arguments: ['0xb0b', 'many'] } }],
    [{}],
  ])('%j is refused as invalid input', async (body) => {
    const answer = await node.post('/transactions', JSON.stringify(body))
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_input', vm_error_code: null } })
    expect(answer.body.message).toMatch(/^Failed to create SignedTransaction from SubmitTransactionRequest: ./)
  })
})
