import { Account, Deserializer, SigningSchemeInput } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COIN_SUPPLY_HANDLE, COIN_SUPPLY_KEY } from '../ledger/apt-state.ts'
import type { Localnet } from '../start.ts'
import { createRestClient, type RestClient } from '../testing/rest-client.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'

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
  it('encode_submission says what to sign, and the signed transaction is taken in JSON', async () => {
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

  it('a single key of secp256k1 signs in JSON too', async () => {
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

  it('a simulation takes JSON with an empty signature', async () => {
    const signature = {
      type: 'ed25519_signature',
      public_key: sender.publicKey.toString(),
      signature: `0x${'00'.repeat(64)}`,
    }
    const { body } = await node.post('/transactions/simulate', JSON.stringify({ ...transfer(1), signature }))
    expect(body).toMatchObject([{ success: true, vm_status: 'Executed successfully' }])
  })

  it.each([
    [{ ...transfer(1), signature: { type: 'ed25519_signature', public_key: '0x00', signature: '0x00' } }],
    [{ ...transfer(1), signature: { type: 'keyless_signature' } }],
    [{ ...transfer(1), max_gas_amount: '99999999999999999999' }],
    [{ ...transfer(1), payload: { ...transfer(1).payload, function: '0x1::no::where' } }],
    [{ ...transfer(1), payload: { ...transfer(1).payload, arguments: ['0xb0b', 'many'] } }],
    [{}],
  ])('%j is refused as input that cannot be', async (body) => {
    const answer = await node.post('/transactions', JSON.stringify(body))
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_input', vm_error_code: null } })
  })
})

describe('answers in BCS', () => {
  const bcs = { accept: 'application/x-bcs', 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${localnet.nodeUrl}${path}`, { method: 'POST', headers: bcs, body: JSON.stringify(body) })
  const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

  it('of a view: a vector of the values, each in BCS', async () => {
    const body = { function: '0x1::chain_id::get', type_arguments: [], arguments: [] }
    const response = await post('/view', body)
    expect(response.headers.get('content-type')).toBe('application/x-bcs')
    expect([...(await bytesOf(response))]).toEqual([1, 1, 4])
  })

  it('of a balance: a u64', async () => {
    const path = `/accounts/${sender.accountAddress}/balance/0x1::aptos_coin::AptosCoin`
    const response = await fetch(`${localnet.nodeUrl}${path}`, { headers: { accept: bcs.accept } })
    const octas = new Deserializer(await bytesOf(response)).deserializeU64()
    expect(octas).toBe(await node.get<number>(path).then(({ body }) => BigInt(body)))
  })

  it('of a raw table item; asked for JSON, the endpoint sends to the other one', async () => {
    const path = `/tables/${COIN_SUPPLY_HANDLE}/raw_item`
    const key = `0x${BigInt(JSON.parse(COIN_SUPPLY_KEY)).toString(16).padStart(64, '0')}`
    const supply = new Deserializer(await bytesOf(await post(path, { key }))).deserializeU128()
    expect(supply).toBe(BigInt(String(localnet.ledger.tableItem(COIN_SUPPLY_HANDLE, COIN_SUPPLY_KEY))))
    expect((await post(path, { key: '0x00' })).status).toBe(404)
    expect(await node.post(path, JSON.stringify({ key }))).toMatchObject({
      status: 403,
      body: { error_code: 'api_disabled' },
    })
  })

  it('of what is described in JSON alone are refused', async () => {
    const response = await fetch(`${localnet.nodeUrl}/transactions`, { headers: { accept: bcs.accept } })
    expect(response.status).toBe(406)
  })
})
