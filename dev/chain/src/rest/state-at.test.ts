import { Account } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FAUCET_ADDRESS } from '../ledger/state/accounts.ts'
import { COIN_SUPPLY_HANDLE, COIN_SUPPLY_KEY } from '../ledger/state/apt-state.ts'
import { addressOf } from '../ledger/testing/test-chain.ts'
import { createCallSigner } from '../ledger/transactions/sign-call.ts'
import { FRAMEWORK_MODULES } from '../modules/framework-modules.ts'
import type { Localnet } from '../start.ts'
import { createRestClient, type RestClient } from '../testing/rest-client.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'

const APT = '0x1::aptos_coin::AptosCoin'
const BOB = '0xb0b'
const BALANCE = { function: '0x1::coin::balance', type_arguments: [APT], arguments: [BOB] }

let localnet: Localnet
let node: RestClient
/** Versions after which the receiver had 1, 3 and 6 octas. */
let versions: bigint[]

beforeAll(async () => {
  localnet = await startTestLocalnet()
  node = createRestClient(localnet)
  localnet.blocks.pause()
  localnet.fund(parseAddress(BOB), 1n)
  localnet.fund(parseAddress(BOB), 2n)
  localnet.ledger.commitBlock()
  const { version } = localnet.ledger.head
  localnet.fund(parseAddress(BOB), 3n)
  localnet.ledger.commitBlock()
  // A block ends with its checkpoint: the two transfers stand before it.
  versions = [version - 2n, version - 1n, localnet.ledger.head.version]
})
afterAll(() => localnet[Symbol.asyncDispose]())

it('every state endpoint answers for an earlier version, also within a block', async () => {
  for (const [index, version] of versions.entries()) {
    const octas = [1, 3, 6][index] ?? Number.NaN
    const at = `?ledger_version=${version}`
    expect((await node.get(`/accounts/${BOB}/balance/${APT}${at}`)).body).toBe(octas)
    expect((await node.post(`/view${at}`, JSON.stringify(BALANCE))).body).toEqual([String(octas)])
    const account = await node.get<{ sequence_number: string }>(`/accounts/${FAUCET_ADDRESS}${at}`)
    expect(account.body.sequence_number).toBe(String(index + 1))
    const type = '0x1::account::Account'
    const { body } = await node.get<{ data: object }>(`/accounts/${FAUCET_ADDRESS}/resource/${type}${at}`)
    expect(body.data).toMatchObject({ sequence_number: String(index + 1) })
    const all = await node.get<{ type: string; data: object }[]>(`/accounts/${FAUCET_ADDRESS}/resources${at}`)
    expect(all.body.find((resource) => resource.type === type)?.data).toEqual(body.data)
  }
})

it('a table item has its value of that version: the coin supply', async () => {
  const body = JSON.stringify({ key_type: 'address', value_type: 'u128', key: JSON.parse(COIN_SUPPLY_KEY) })
  const item = `/tables/${COIN_SUPPLY_HANDLE}/item`
  const owner = Account.generate()
  localnet.fund(addressOf(owner), 1_000_000_000n)
  localnet.ledger.commitBlock()
  const register = { functionId: '0x1::managed_coin::register', typeArguments: [APT], args: [] }
  const envelope = { sequenceNumber: 0n, expirationSeconds: 16_725_225_600n }
  localnet.ledger.submit(createCallSigner(FRAMEWORK_MODULES).sign(owner, { ...register, ...envelope }))
  localnet.ledger.commitBlock()
  const { version } = localnet.ledger.head
  const before = await node.post<string>(item, body)
  localnet.fund(addressOf(owner), 7n)
  localnet.ledger.commitBlock()
  expect(BigInt((await node.post<string>(item, body)).body)).toBe(BigInt(before.body) + 7n)
  expect((await node.post<string>(`${item}?ledger_version=${version}`, body)).body).toBe(before.body)
})

it('a balance is zero before its account was created', async () => {
  expect((await node.get(`/accounts/${BOB}/balance/${APT}?ledger_version=0`)).body).toBe(0)
  const store = `/accounts/${FAUCET_ADDRESS}/resource/0x1::account::Account?ledger_version=0`
  expect((await node.get(store)).status).toBe(200)
})

it('error messages name the requested version', async () => {
  const { body } = await node.get('/accounts/0xdecaf/resource/0x1::object::ObjectCore?ledger_version=1')
  expect(body.message).toMatch(/ and Ledger version\(1\)$/)
})
