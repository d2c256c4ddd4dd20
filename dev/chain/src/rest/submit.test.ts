import { Account, type Ed25519Account, Serializer } from '@aptos-labs/ts-sdk'
import { parseAddress, toShortAddress } from '@opal/domain/address'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { createRestClient, type RestClient } from '../testing/rest-client.ts'
import { signTransfer, type TransferOptions } from '../testing/sign-transfer.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'
import { SIGNED_TRANSACTION } from './requests/signed-body.ts'

let localnet: Localnet
let node: RestClient
let sender: Ed25519Account

beforeAll(async () => {
  localnet = await startTestLocalnet()
  node = createRestClient(localnet)
  sender = Account.generate()
  localnet.fund(parseAddress(sender.accountAddress.toString()), 1_000_000_000n)
  localnet.ledger.commitBlock()
})
afterAll(() => localnet[Symbol.asyncDispose]())

const submit = (bytes: Uint8Array<ArrayBuffer>) => node.post('/transactions', bytes, SIGNED_TRANSACTION)
const sequenceOf = async () => {
  const { body } = await node.get<{ sequence_number: string }>(`/accounts/${sender.accountAddress}`)
  return BigInt(body.sequence_number)
}

describe('rejected transactions', () => {
  it.each([
    ['a wrong chain id', { chainId: 1 }, 'BAD_CHAIN_ID'],
    ['a past expiry', { expirationSeconds: 1n }, 'TRANSACTION_EXPIRED'],
    ['a gas price below the minimum', { gasUnitPrice: 1n }, 'GAS_UNIT_PRICE_BELOW_MIN_BOUND'],
  ])('%s has the VM’s code', async (_name, options: TransferOptions, code) => {
    const { status, body } = await node.post(
      '/transactions',
      signTransfer(sender, { sequence: await sequenceOf(), ...options }),
      SIGNED_TRANSACTION,
    )
    expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'vm_error' })
    expect(body.message).toBe(`Invalid transaction: Type: Validation Code: ${code}`)
    expect(body.vm_error_code).toEqual(expect.any(Number))
  })

  it('a signature of another account has the VM’s code', async () => {
    const { privateKey } = Account.generate()
    const thief = Account.fromPrivateKey({ privateKey, address: sender.accountAddress, legacy: true })
    const { body } = await submit(signTransfer(thief, { sequence: await sequenceOf() }))
    expect(body.message).toBe('Invalid transaction: Type: Validation Code: INVALID_AUTH_KEY')
  })

  it('a sequence number that was used is too old', async () => {
    const bytes = signTransfer(sender, { sequence: await sequenceOf() })
    expect((await submit(bytes)).status).toBe(202)
    localnet.ledger.commitBlock()
    const again = await submit(bytes)
    expect(again.body.message).toBe('Invalid transaction: Type: Validation Code: SEQUENCE_NUMBER_TOO_OLD')
  })

  it('a valid signature is refused in a simulation', async () => {
    const { status, body } = await node.post(
      '/transactions/simulate',
      signTransfer(sender, { sequence: await sequenceOf() }),
      SIGNED_TRANSACTION,
    )
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        message: 'Simulated transactions must not have a valid signature',
        error_code: 'invalid_input',
        vm_error_code: null,
      },
    })
  })
})

describe('a submitted transaction', () => {
  beforeEach(() => localnet.blocks.pause())

  it('is pending, and wait_by_hash resolves once it is committed', async () => {
    const { status, body: pending } = await node.post(
      '/transactions',
      signTransfer(sender, { sequence: await sequenceOf() }),
      SIGNED_TRANSACTION,
    )
    expect(status).toBe(202)
    expect(pending).toMatchObject({
      type: 'pending_transaction',
      sender: toShortAddress(parseAddress(sender.accountAddress.toString())),
      payload: { function: '0x1::aptos_account::transfer', type: 'entry_function_payload' },
      signature: { type: 'ed25519_signature' },
    })
    expect(pending).not.toHaveProperty('version')
    expect((await node.get(`/transactions/by_hash/${pending.hash}`)).body).toEqual(pending)
    const waiting = node.get(`/transactions/wait_by_hash/${pending.hash}`)
    localnet.blocks.resume()
    const { body: committed } = await waiting
    expect(committed).toMatchObject({ type: 'user_transaction', hash: pending.hash, success: true })
    expect((await node.get(`/transactions/by_version/${committed.version}`)).body).toEqual(committed)
  })

  it('is pending when no block comes within the second that wait_by_hash waits', async () => {
    const { body: pending } = await submit(signTransfer(sender, { sequence: await sequenceOf() }))
    const asked = performance.now()
    const { status, body } = await node.get(`/transactions/wait_by_hash/${pending.hash}`)
    expect({ status, body }).toEqual({ status: 200, body: pending })
    expect(performance.now() - asked).toBeGreaterThan(900)
    localnet.ledger.commitBlock()
  })

  it('can be replaced while pending only by one with a higher gas price', async () => {
    const sequence = await sequenceOf()
    expect((await submit(signTransfer(sender, { sequence }))).status).toBe(202)
    const same = await submit(signTransfer(sender, { sequence, expirationSeconds: 8_888_888_888n }))
    expect(same).toMatchObject({ status: 400, body: { error_code: 'invalid_transaction_update' } })
    const better = await submit(signTransfer(sender, { sequence, gasUnitPrice: 150n }))
    expect(better.status).toBe(202)
  })

  it('in a batch is rejected by its index', async () => {
    localnet.blocks.resume()
    const sequence = await sequenceOf()
    const list = [
      signTransfer(sender, { sequence }),
      signTransfer(sender, { sequence, chainId: 9 }),
      signTransfer(sender, { sequence: sequence + 1n }),
    ]
    const writer = new Serializer()
    writer.serializeU32AsUleb128(list.length)
    for (const bytes of list) writer.serializeFixedBytes(bytes)
    const { status, body } = await node.post(
      '/transactions/batch',
      Uint8Array.from(writer.toUint8Array()),
      SIGNED_TRANSACTION,
    )
    expect(status).toBe(206)
    expect(body.transaction_failures).toEqual([
      { transaction_index: 1, error: expect.objectContaining({ error_code: 'vm_error' }) },
    ])
  })
})
