import { Account, type Aptos, type InputEntryFunctionData, type UserTransactionResponse } from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { connectSdk, startTestLocalnet } from '../testing/start-localnet.ts'

const [COLLECTION, TOKEN] = ['Tides', 'Tide #1']
let localnet: Localnet
let aptos: Aptos
const creator = Account.generate()
const friend = Account.generate()
const id = [creator.accountAddress, COLLECTION, TOKEN, 0] as const

beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  for (const { accountAddress } of [creator, friend]) {
    await aptos.fundAccount({ accountAddress, amount: 10_000_000_000, options: { waitForIndexer: false } })
  }
})
afterAll(() => localnet[Symbol.asyncDispose]())

/** The ABI is asked of the node: the SDK ships none for tokens of the first standard. */
async function call(
  name: InputEntryFunctionData['function'],
  functionArguments: InputEntryFunctionData['functionArguments'],
  signer: Account = creator,
): Promise<UserTransactionResponse> {
  const data = { function: name, functionArguments }
  const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data })
  const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction })
  return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse
}
/** Returns an account's balance of the token, read from the table of its store. */
async function held(account: Account): Promise<string | null> {
  const store = await aptos.getAccountResource<{ tokens: { handle: string } }>({
    accountAddress: account.accountAddress,
    resourceType: '0x3::token::TokenStore',
  })
  const [owner, collection, name] = id
  const key = { token_data_id: { creator: owner.toString(), collection, name }, property_version: '0' }
  const data = { key_type: '0x3::token::TokenId', value_type: '0x3::token::Token', key }
  const item = aptos.getTableItem<{ amount: string }>({ handle: store.tokens.handle, data })
  return item.then(({ amount }) => amount).catch(() => null)
}

it('0x3::token::create_collection_script and create_token_script', async () => {
  const flags = [true, true, true]
  const made = await call('0x3::token::create_collection_script', [COLLECTION, 'Water', 'ipfs://water', 0, flags])
  expect(made.events.map(({ type }) => type)).toContainEqual(expect.stringMatching(/^0x3::token::CreateCollection/))
  const royalty = [creator.accountAddress, 100, 5]
  const token = [COLLECTION, TOKEN, 'High', 3, 0, 'ipfs://1', ...royalty, [...flags, true, true]]
  const burnable = [['TOKEN_BURNABLE_BY_OWNER'], [Uint8Array.of(1)], ['bool']]
  await call('0x3::token::create_token_script', [...token, ...burnable])
  expect(await held(creator)).toBe('3')
})

it('0x3::token::mint_script', async () => {
  await call('0x3::token::mint_script', [creator.accountAddress, COLLECTION, TOKEN, 2])
  expect(await held(creator)).toBe('5')
})

it('0x3::token_transfers::offer_script, claim_script and cancel_offer_script', async () => {
  await call('0x3::token_transfers::offer_script', [friend.accountAddress, ...id, 2])
  expect(await held(creator)).toBe('3')
  await call('0x3::token_transfers::claim_script', [creator.accountAddress, ...id], friend)
  expect(await held(friend)).toBe('2')
  await call('0x3::token_transfers::offer_script', [creator.accountAddress, ...id, 1], friend)
  expect(await held(friend)).toBe('1')
  await call('0x3::token_transfers::cancel_offer_script', [creator.accountAddress, ...id], friend)
  expect(await held(friend)).toBe('2')
})

it('0x3::token::opt_in_direct_transfer and transfer_with_opt_in', async () => {
  const transfer = [...id, friend.accountAddress, 1]
  await expect(call('0x3::token::transfer_with_opt_in', transfer)).rejects.toThrow(/Move abort in 0x3::token/)
  await call('0x3::token::opt_in_direct_transfer', [true], friend)
  await call('0x3::token::transfer_with_opt_in', transfer)
  expect([await held(creator), await held(friend)]).toEqual(['2', '3'])
})

it('0x3::token::burn', async () => {
  await call('0x3::token::burn', [...id, 1], friend)
  expect(await held(friend)).toBe('2')
})
