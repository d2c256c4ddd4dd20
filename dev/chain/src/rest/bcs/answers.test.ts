import { Account, Deserializer, SignedTransaction } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COIN_SUPPLY_HANDLE, COIN_SUPPLY_KEY } from '../../ledger/state/apt-state.ts'
import { accessPath } from '../../ledger/state/state-key.ts'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import type { Localnet } from '../../start.ts'
import { createRestClient, type RestClient } from '../../testing/rest-client.ts'
import { signTransfer } from '../../testing/sign-transfer.ts'
import { startTestLocalnet } from '../../testing/start-localnet.ts'
import { SIGNED_TRANSACTION } from '../requests/signed-body.ts'

const accept = 'application/x-bcs'
const sender = Account.generate()
const signed = signTransfer(sender)
let localnet: Localnet
let node: RestClient
/** Of the transfer. */
let version: bigint
let hash: string

beforeAll(async () => {
  localnet = await startTestLocalnet()
  node = createRestClient(localnet)
  localnet.blocks.pause()
  localnet.fund(addressOf(sender), 1_000_000_000n)
  localnet.ledger.commitBlock()
  hash = localnet.ledger.submit(signed).hash
  localnet.ledger.commitBlock()
  version = localnet.ledger.head.version - 1n
})
afterAll(() => localnet[Symbol.asyncDispose]())

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${localnet.nodeUrl}${path}`, { ...init, headers: { ...init.headers, accept } })
}
async function read(path: string, body?: object): Promise<Deserializer> {
  const headers = { 'content-type': 'application/json' }
  const response = await ask(path, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) })
  expect({ path, status: response.status, type: response.headers.get('content-type') }).toEqual({
    path,
    status: 200,
    type: accept,
  })
  return new Deserializer(new Uint8Array(await response.arrayBuffer()))
}
const address = (reader: Deserializer) => parseAddress(Buffer.from(reader.deserializeFixedBytes(32)).toString('hex'))
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

/** Walks over a TransactionOnChainData of the transfer. */
function expectTransfer(reader: Deserializer, state = { version, isCommitted: true }): void {
  expect(reader.deserializeU64()).toBe(state.version)
  expect(reader.deserializeUleb128AsU32()).toBe(0)
  expect(Buffer.from(SignedTransaction.deserialize(reader).bcsToBytes())).toEqual(Buffer.from(signed))
  expect(reader.deserializeUleb128AsU32()).toBe(0) // TransactionInfo::V0
  expect(reader.deserializeU64()).toBeGreaterThan(0n)
  expect(reader.deserializeUleb128AsU32()).toBe(0) // ExecutionStatus::Success
  expect(hex(reader.deserializeBytes())).toBe(hash)
  for (let left = 2; left > 0; left -= 1) expect(reader.deserializeBytes()).toHaveLength(32)
  expect([reader.deserializeBool(), reader.deserializeBool()]).toEqual([false, false])
  expectEvents(reader)
  expect(reader.deserializeBytes()).toHaveLength(32)
  expectWriteSet(reader)
}

function expectEvents(reader: Deserializer): void {
  const count = reader.deserializeUleb128AsU32()
  expect(count).toBeGreaterThan(0)
  for (let left = count; left > 0; left -= 1) {
    if (reader.deserializeUleb128AsU32() === 0) {
      reader.deserializeU64()
      address(reader)
      reader.deserializeU64()
    }
    skipStructTag(reader)
    reader.deserializeBytes()
  }
}

function skipStructTag(reader: Deserializer): void {
  if (reader.deserializeUleb128AsU32() !== 7) return
  reader.deserializeFixedBytes(32)
  reader.deserializeStr()
  reader.deserializeStr()
  for (let left = reader.deserializeUleb128AsU32(); left > 0; left -= 1) skipStructTag(reader)
}

function expectWriteSet(reader: Deserializer): void {
  expect(reader.deserializeUleb128AsU32()).toBe(0)
  const written: string[] = []
  for (let left = reader.deserializeUleb128AsU32(); left > 0; left -= 1) {
    const kind = reader.deserializeUleb128AsU32()
    const at = address(reader)
    const path = Buffer.from(reader.deserializeBytes())
    if (kind === 0 && at === addressOf(sender) && path.equals(accessPath('0x1::account::Account')))
      written.push('account')
    if (reader.deserializeUleb128AsU32() !== 2) reader.deserializeBytes()
  }
  expect(written).toEqual(['account'])
}

it('encodes a transaction by version and by hash as TransactionData with its signed bytes', async () => {
  for (const path of [
    `/transactions/by_version/${version}`,
    `/transactions/by_hash/${hash}`,
    `/transactions/wait_by_hash/${hash}`,
  ]) {
    const reader = await read(path)
    expect(reader.deserializeUleb128AsU32()).toBe(0)
    expectTransfer(reader)
    expect(reader.remaining()).toBe(0)
  }
})

it('encodes lists of transactions as vectors', async () => {
  for (const path of [`/transactions?start=${version}&limit=1`, `/accounts/${sender.accountAddress}/transactions`]) {
    const reader = await read(path)
    expect(reader.deserializeUleb128AsU32()).toBe(1)
    expectTransfer(reader)
    expect(reader.remaining()).toBe(0)
  }
  for (const kind of [0n, version - 1n, version + 1n]) await read(`/transactions?start=${kind}&limit=1`)
})

it('encodes a pending transaction as its signed bytes, and a submission as nothing', async () => {
  const bytes = signTransfer(sender, { sequence: 1n })
  const headers = { 'content-type': SIGNED_TRANSACTION }
  const submitted = await ask('/transactions', { method: 'POST', headers, body: bytes })
  expect({ status: submitted.status, length: (await submitted.arrayBuffer()).byteLength }).toEqual({
    status: 202,
    length: 0,
  })
  const pending = localnet.ledger.submit(bytes)
  const reader = await read(`/transactions/by_hash/${pending.hash}`)
  expect(reader.deserializeUleb128AsU32()).toBe(1)
  expect(Buffer.from(SignedTransaction.deserialize(reader).bcsToBytes())).toEqual(Buffer.from(bytes))
})

it('encodes a simulation as one transaction', async () => {
  const unsigned = Uint8Array.from(signTransfer(sender, { sequence: 1n }))
  unsigned.fill(0, unsigned.length - 64)
  const headers = { 'content-type': SIGNED_TRANSACTION }
  const response = await ask('/transactions/simulate', { method: 'POST', headers, body: unsigned })
  expect(response.headers.get('x-aptos-gas-used')).toMatch(/^[1-9]\d*$/)
  const reader = new Deserializer(new Uint8Array(await response.arrayBuffer()))
  reader.deserializeU64()
  expect(reader.deserializeUleb128AsU32()).toBe(0)
  expect(Buffer.from(SignedTransaction.deserialize(reader).bcsToBytes())).toEqual(Buffer.from(unsigned))
})

it('reports the rejected transactions of a batch with the node’s codes', async () => {
  const [good, foreign] = [signTransfer(sender, { sequence: 2n }), signTransfer(sender, { chainId: 9 })]
  const body = Uint8Array.from(Buffer.concat([Uint8Array.of(2), good, foreign]))
  const headers = { 'content-type': SIGNED_TRANSACTION }
  const response = await ask('/transactions/batch', { method: 'POST', headers, body })
  expect(response.status).toBe(206)
  const reader = new Deserializer(new Uint8Array(await response.arrayBuffer()))
  expect(reader.deserializeUleb128AsU32()).toBe(1)
  expect(reader.deserializeStr()).toContain('BAD_CHAIN_ID')
  expect(reader.deserializeUleb128AsU32()).toBe(14) // VmError
  expect([reader.deserializeBool(), reader.deserializeU64(), reader.deserializeU64()]).toEqual([true, 23n, 1n])
})

it('encodes blocks with and without transactions', async () => {
  const { blockHeight } = localnet.ledger.head
  const reader = await read(`/blocks/by_version/${version}?with_transactions=true`)
  expect(reader.deserializeU64()).toBe(blockHeight)
  expect(reader.deserializeBytes()).toHaveLength(32)
  reader.deserializeU64()
  expect([reader.deserializeU64(), reader.deserializeU64()]).toEqual([version - 1n, version + 1n])
  expect([reader.deserializeBool(), reader.deserializeUleb128AsU32()]).toEqual([true, 3])
  const bare = await read(`/blocks/by_height/${blockHeight}`)
  expect(bare.remaining()).toBe(8 + 33 + 24 + 1)
  await read('/blocks/by_height/0?with_transactions=true')
})

it('encodes an account, its resources, one of them and its events', async () => {
  const account = await read(`/accounts/${sender.accountAddress}`)
  expect(hex(account.deserializeBytes())).toBe(sender.accountAddress.toString())
  expect(account.deserializeU64()).toBe(1n)
  const resource = await read(`/accounts/${sender.accountAddress}/resource/0x1::account::Account`)
  expect(hex(resource.deserializeBytes())).toBe(sender.accountAddress.toString())
  const unknown = await read('/accounts/0xdecaf')
  expect([hex(unknown.deserializeBytes()), unknown.deserializeU64()]).toEqual([parseAddress('0xdecaf'), 0n])
  const all = await read('/accounts/0x1/resources')
  const { body } = await node.get<object[]>('/accounts/0x1/resources')
  expect(all.deserializeUleb128AsU32()).toBe(body.length)
  const events = await read('/accounts/0x1/events/3?start=0&limit=1')
  expect([events.deserializeUleb128AsU32(), events.deserializeU64(), events.deserializeUleb128AsU32()]).toEqual([
    1,
    1n,
    0,
  ])
})

it('encodes ledger, gas, modules, summaries and positions in blocks', async () => {
  const ledger = await read('')
  expect([ledger.deserializeU8(), ledger.deserializeStr()]).toEqual([4, '2'])
  expect((await read('/estimate_gas_price')).deserializeU64()).toBe(100n)
  expect((await read('/accounts/0x1/module/coin')).deserializeU32()).toBe(0x0b_eb_1c_a1)
  expect((await read('/accounts/0x1/modules')).deserializeUleb128AsU32()).toBeGreaterThan(5)
  const summary = await read(`/accounts/${sender.accountAddress}/transaction_summaries`)
  expect([summary.deserializeUleb128AsU32(), summary.deserializeUleb128AsU32()]).toEqual([1, 0])
  expect([address(summary), summary.deserializeU64()]).toEqual([addressOf(sender), version])
  expect([hex(summary.deserializeBytes()), summary.deserializeUleb128AsU32(), summary.deserializeU64()]).toEqual([
    hash,
    1,
    0n,
  ])
  const places = await read(`/transactions/auxiliary_info?start_version=${version}&limit=1`)
  expect([places.deserializeUleb128AsU32(), places.deserializeUleb128AsU32(), places.deserializeU32()]).toEqual([
    1, 1, 1,
  ])
})

it('encodes a view with structs, a balance and table items', async () => {
  const chainId = await read('/view', { function: '0x1::chain_id::get' })
  expect([chainId.deserializeUleb128AsU32(), chainId.deserializeUleb128AsU32(), chainId.deserializeU8()]).toEqual([
    1, 1, 4,
  ])
  const balance = await read(`/accounts/${sender.accountAddress}/balance/0x1::aptos_coin::AptosCoin`)
  expect(balance.deserializeU64()).toBeGreaterThan(0n)
  const key = JSON.parse(COIN_SUPPLY_KEY) as string
  const raw = await read(`/tables/${COIN_SUPPLY_HANDLE}/raw_item`, { key: `0x${key.slice(2).padStart(64, '0')}` })
  const item = await read(`/tables/${COIN_SUPPLY_HANDLE}/item`, { key_type: 'address', value_type: 'u128', key })
  expect(raw.deserializeU128()).toBe(item.deserializeU128())
})

it('answers errors in JSON, and refuses BCS where only JSON exists', async () => {
  const notFound = await ask('/transactions/by_version/999999')
  expect(await notFound.json()).toMatchObject({ error_code: 'transaction_not_found' })
  const headers = { 'content-type': 'application/json' }
  const encode = await ask('/transactions/encode_submission', { method: 'POST', headers, body: '{}' })
  expect({ status: encode.status, body: await encode.json() }).toMatchObject({
    status: 400,
    body: { error_code: 'bcs_not_supported' },
  })
  const raw = await node.post(`/tables/${COIN_SUPPLY_HANDLE}/raw_item`, '{"key":"0x00"}')
  expect(raw).toMatchObject({ status: 403, body: { error_code: 'api_disabled' } })
})

it.each([
  ['application/x-bcs, application/json', true],
  ['text/html, application/x-bcs;q=0.9', true],
  ['application/json, application/x-bcs', false],
  ['*/*', false],
])('answers in BCS for Accept %s: %s', async (accepted, isBcs) => {
  const response = await fetch(localnet.nodeUrl, { headers: { accept: accepted } })
  await response.arrayBuffer()
  expect(response.headers.get('content-type')?.startsWith(accept)).toBe(isBcs)
})
