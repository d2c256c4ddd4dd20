import { Account, type Aptos, type Ed25519Account, U64, type UserTransactionResponse } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { APT_COIN_TYPE, type EntryFunctionPayload } from '@opal/domain/payload'
import { composeScript, type ModuleSource } from '@opal/marketplaces/aggregator/compose-script'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { scriptOf } from '../testing/compose.ts'
import { connectSdk, startTestLocalnet } from '../testing/start-localnet.ts'

let localnet: Localnet
let aptos: Aptos
let sender: Ed25519Account

beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  sender = Account.generate()
  const options = { waitForIndexer: false }
  await aptos.fundAccount({ accountAddress: sender.accountAddress, amount: 1_000_000_000, options })
})
afterAll(() => localnet[Symbol.asyncDispose]())

/** Modules as the SDK reads them from the node. */
const moduleOf: ModuleSource = async (moduleId) => {
  const [accountAddress = '', moduleName = ''] = moduleId.split('::')
  const { bytecode, abi } = await aptos.getAccountModule({ accountAddress, moduleName })
  const functions = (abi?.exposed_functions ?? []).map(({ name, visibility, params }) => ({
    name,
    isPublic: visibility === 'public',
    parameters: params,
  }))
  return { bytecode: Buffer.from(bytecode.slice(2), 'hex'), functions }
}

const [one, two] = [parseAddress('0xa11ce'), parseAddress('0xb0b')]
const transfer = (to: string, octas: string): EntryFunctionPayload => ({
  function: '0x1::aptos_account::transfer',
  typeArguments: [],
  functionArguments: [to, octas],
})
const balance = async (address: string) =>
  (
    await aptos.view<[string]>({
      payload: { function: '0x1::coin::balance', typeArguments: [APT_COIN_TYPE], functionArguments: [address] },
    })
  )[0]

async function build(calls: readonly EntryFunctionPayload[]) {
  const { bytecode, args } = scriptOf(await composeScript(calls, moduleOf))
  const data = { bytecode, functionArguments: args as never }
  return aptos.transaction.build.simple({ sender: sender.accountAddress, data })
}

describe('scripts through the official SDK', () => {
  it("compose calls from the node's bytecode, simulate, sign and wait", async () => {
    const transaction = await build([transfer(one, '7'), transfer(two, '8')])
    const [simulated] = await aptos.transaction.simulate.simple({ signerPublicKey: sender.publicKey, transaction })
    expect(simulated?.success).toBe(true)
    const pending = await aptos.signAndSubmitTransaction({ signer: sender, transaction })
    const done = (await aptos.waitForTransaction({ transactionHash: pending.hash })) as UserTransactionResponse
    expect(done.payload).toMatchObject({
      type: 'script_payload',
      type_arguments: [],
      code: {
        bytecode: expect.stringMatching(/^0xa11ceb0b/),
        abi: { name: 'main', is_entry: true, params: ['&signer', 'address', 'u64', 'address', 'u64'] },
      },
    })
    expect([await balance(one), await balance(two)]).toEqual(['7', '8'])
  })

  it('revert all calls when one aborts', async () => {
    const transaction = await build([transfer(one, '5'), transfer(two, '5000000000')])
    const pending = await aptos.signAndSubmitTransaction({ signer: sender, transaction })
    const options = { checkSuccess: false }
    const done = await aptos.waitForTransaction({ transactionHash: pending.hash, options })
    expect(done).toMatchObject({ success: false, vm_status: expect.stringContaining('EINSUFFICIENT_BALANCE') })
    expect(await balance(one)).toBe('7')
  })

  it('are accepted in JSON, with arguments typed by the bytecode', async () => {
    const transaction = await build([transfer(one, '1')])
    const { code, args } = {
      code: scriptOf(await composeScript([transfer(one, '1')], moduleOf)).bytecode,
      args: [one, '1'],
    }
    const request = {
      sender: sender.accountAddress.toString(),
      sequence_number: String(transaction.rawTransaction.sequence_number),
      max_gas_amount: '20000',
      gas_unit_price: '100',
      expiration_timestamp_secs: String(transaction.rawTransaction.expiration_timestamp_secs),
      payload: {
        type: 'script_payload',
        code: { bytecode: Buffer.from(code).toString('hex') },
        type_arguments: [],
        arguments: args,
      },
    }
    const post = (path: string, body: object) =>
      fetch(`${localnet.nodeUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const message = (await (await post('/transactions/encode_submission', request)).json()) as string
    const signature = {
      type: 'ed25519_signature',
      public_key: sender.publicKey.toString(),
      signature: sender.sign(message).toString(),
    }
    const answer = await post('/transactions', { ...request, signature })
    const pending = (await answer.json()) as { hash: string; payload: unknown }
    expect(answer.status).toBe(202)
    expect(pending.payload).toMatchObject({
      type: 'script_payload',
      arguments: [expect.stringMatching(/^0x0*a11ce$/), '1'],
    })
    await aptos.waitForTransaction({ transactionHash: pending.hash })
    expect(await balance(one)).toBe('8')
  })

  it.each([
    ['no bytecode', { code: { bytecode: '0x' } }, /invalid transaction script bytecode/],
    ['too few arguments', {}, /expected 2 arguments/],
  ])('reject %s', async (_, wrong, reason) => {
    const { bytecode } = scriptOf(await composeScript([transfer(one, '1')], moduleOf))
    const code = { bytecode: Buffer.from(bytecode).toString('hex') }
    const answer = await fetch(`${localnet.nodeUrl}/transactions/encode_submission`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        sender: sender.accountAddress.toString(),
        sequence_number: '0',
        max_gas_amount: '20000',
        gas_unit_price: '100',
        expiration_timestamp_secs: '4000000000',
        payload: { type: 'script_payload', code, arguments: [], ...wrong },
      }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error_code: 'invalid_input', message: expect.stringMatching(reason) })
  })

  it('accept plain arguments as the SDK types them', async () => {
    const { bytecode } = scriptOf(await composeScript([transfer(two, '1')], moduleOf))
    const transaction = await aptos.transaction.build.simple({
      sender: sender.accountAddress,
      data: { bytecode, functionArguments: [Account.generate().accountAddress, new U64(3)] },
    })
    const pending = await aptos.signAndSubmitTransaction({ signer: sender, transaction })
    const done = (await aptos.waitForTransaction({ transactionHash: pending.hash })) as UserTransactionResponse
    expect(done.payload).toMatchObject({ arguments: [expect.stringMatching(/^0x/), '3'] })
  })

  it('run sponsored and orderless', async () => {
    const payer = Account.generate()
    const options = { waitForIndexer: false }
    await aptos.fundAccount({ accountAddress: payer.accountAddress, amount: 100_000_000, options })
    const { bytecode, args } = scriptOf(await composeScript([transfer(two, '11')], moduleOf))
    const data = { bytecode, functionArguments: args as never }
    const sponsored = await aptos.transaction.build.simple({ sender: sender.accountAddress, withFeePayer: true, data })
    const senderAuthenticator = aptos.transaction.sign({ signer: sender, transaction: sponsored })
    const feePayerAuthenticator = aptos.transaction.signAsFeePayer({ signer: payer, transaction: sponsored })
    const signed = { transaction: sponsored, senderAuthenticator, feePayerAuthenticator }
    const first = await aptos.transaction.submit.simple(signed)
    await aptos.waitForTransaction({ transactionHash: first.hash })

    const orderless = { replayProtectionNonce: 77 }
    const transaction = await aptos.transaction.build.simple({
      sender: sender.accountAddress,
      data,
      options: orderless,
    })
    const second = await aptos.signAndSubmitTransaction({ signer: sender, transaction })
    await aptos.waitForTransaction({ transactionHash: second.hash })
    expect(await balance(two)).toBe('30')
  })

  it('are returned in BCS as they were signed', async () => {
    const transaction = await build([transfer(one, '1')])
    const pending = await aptos.signAndSubmitTransaction({ signer: sender, transaction })
    await aptos.waitForTransaction({ transactionHash: pending.hash })
    const accept = { accept: 'application/x-bcs' }
    const answer = await fetch(`${localnet.nodeUrl}/transactions/by_hash/${pending.hash}`, { headers: accept })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.status).toBe(200)
    expect(bytes.includes(Buffer.from(transaction.rawTransaction.bcsToBytes()))).toBe(true)
  })
})
