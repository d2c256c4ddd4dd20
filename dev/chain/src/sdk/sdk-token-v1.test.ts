import {
  Account,
  type Aptos,
  type Ed25519Account,
  type EntryFunctionArgumentTypes,
  type SimpleEntryFunctionArgumentTypes,
  type UserTransactionResponse,
  type WriteSetChange,
} from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { connectSdk, startTestLocalnet } from '../testing/start-localnet.ts'

const COLLECTION = 'Lanterns'
type Arguments = (EntryFunctionArgumentTypes | SimpleEntryFunctionArgumentTypes)[]

let localnet: Localnet
let aptos: Aptos
let creator: Ed25519Account
let friend: Ed25519Account

beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  creator = Account.generate()
  friend = Account.generate()
  for (const { accountAddress } of [creator, friend]) {
    await aptos.fundAccount({ accountAddress, amount: 10_000_000_000, options: { waitForIndexer: false } })
  }
})
afterAll(() => localnet[Symbol.asyncDispose]())

/** Builds a call with the node's ABI, signs and submits it, and waits. */
async function call(
  name: `${string}::${string}`,
  functionArguments: Arguments,
  signer = creator,
): Promise<UserTransactionResponse> {
  const data = { function: `0x3::${name}` as const, functionArguments }
  const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data })
  const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction })
  return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse
}

const namesIn = ({ events }: UserTransactionResponse) =>
  events.map(({ type }) => type).filter((type) => type.startsWith('0x3::'))
const kindsIn = ({ changes }: UserTransactionResponse) =>
  changes.filter(isTableItem).map(({ type, data }) => [type, data?.key_type])
const tokenArguments = (name: string, version = 0) => [creator.accountAddress, COLLECTION, name, version]

function isTableItem(change: WriteSetChange): change is Extract<WriteSetChange, { handle: string }> {
  return 'handle' in change
}

/** Returns an account's balance of a token, read from the table in its store. */
async function balance(owner: Ed25519Account, name: string, version = 0): Promise<string | null> {
  const store = await aptos.getAccountResource<{ tokens: { handle: string } }>({
    accountAddress: owner.accountAddress,
    resourceType: '0x3::token::TokenStore',
  })
  const key = {
    token_data_id: { creator: creator.accountAddress.toString(), collection: COLLECTION, name },
    property_version: String(version),
  }
  const data = { key_type: '0x3::token::TokenId', value_type: '0x3::token::Token', key }
  const found = aptos.getTableItem<{ amount: string }>({ handle: store.tokens.handle, data })
  return found.then(
    ({ amount }) => amount,
    (error: { data?: { error_code?: string } }) => {
      if (error.data?.error_code !== 'table_item_not_found') throw error
      return null
    },
  )
}

it('token::create_collection_script creates a collection, in the table and the view', async () => {
  const created = await call('token::create_collection_script', [
    COLLECTION,
    'Lights',
    'ipfs://lights',
    10,
    [true, false, true],
  ])
  expect(namesIn(created)).toEqual(['0x3::token::CreateCollection'])
  const resource = await aptos.getAccountResource<{ collection_data: { handle: string } }>({
    accountAddress: creator.accountAddress,
    resourceType: '0x3::token::Collections',
  })
  const item = await aptos.getTableItem<{ maximum: string }>({
    handle: resource.collection_data.handle,
    data: { key_type: '0x1::string::String', value_type: '0x3::token::CollectionData', key: COLLECTION },
  })
  expect(item).toMatchObject({ description: 'Lights', maximum: '10', name: COLLECTION, uri: 'ipfs://lights' })
  const config = await aptos.view({
    payload: {
      function: '0x3::token::get_collection_mutability_config',
      functionArguments: [creator.accountAddress, COLLECTION],
    },
  })
  expect(config).toEqual([{ description: true, maximum: true, uri: false }])
})

it('token::create_token_script creates and mints a token with properties', async () => {
  const flags = [true, true, true, true, true]
  const properties = [
    ['TOKEN_BURNABLE_BY_OWNER', 'TOKEN_BURNABLE_BY_CREATOR'],
    [[1], [1]],
    ['bool', 'bool'],
  ]
  const head = [COLLECTION, 'Lantern', 'Warm', 10, 20, 'ipfs://lantern', creator.accountAddress, 100, 5]
  const created = await call('token::create_token_script', [...head, flags, ...properties] as Arguments)
  expect(namesIn(created)).toEqual(['0x3::token::TokenDataCreation', '0x3::token::Mint', '0x3::token::TokenDeposit'])
  expect(await balance(creator, 'Lantern')).toBe('10')
})

it('token::mint_script mints more', async () => {
  await call('token::mint_script', [creator.accountAddress, COLLECTION, 'Lantern', 5])
  expect(await balance(creator, 'Lantern')).toBe('15')
})

it('token::opt_in_direct_transfer enables token::transfer_with_opt_in', async () => {
  const opted = await call('token::opt_in_direct_transfer', [true], friend)
  expect(namesIn(opted)).toEqual(['0x3::token_event_store::OptInTransfer'])
  const sent = await call('token::transfer_with_opt_in', [...tokenArguments('Lantern'), friend.accountAddress, 2])
  expect(namesIn(sent)).toEqual(['0x3::token::TokenWithdraw', '0x3::token::TokenDeposit'])
  expect(await balance(friend, 'Lantern')).toBe('2')
})

it('token::direct_transfer_script is signed by both', async () => {
  const transaction = await aptos.transaction.build.multiAgent({
    sender: creator.accountAddress,
    secondarySignerAddresses: [friend.accountAddress],
    data: { function: '0x3::token::direct_transfer_script', functionArguments: [...tokenArguments('Lantern'), 1] },
  })
  const { hash } = await aptos.transaction.submit.multiAgent({
    transaction,
    senderAuthenticator: aptos.transaction.sign({ signer: creator, transaction }),
    additionalSignersAuthenticators: [aptos.transaction.sign({ signer: friend, transaction })],
  })
  await aptos.waitForTransaction({ transactionHash: hash })
  expect(await balance(friend, 'Lantern')).toBe('3')
})

it('token_transfers::offer_script, cancel_offer_script and claim_script transfer in two steps', async () => {
  const offer = [friend.accountAddress, ...tokenArguments('Lantern'), 4]
  const offered = await call('token_transfers::offer_script', offer)
  expect(namesIn(offered)).toEqual(['0x3::token::TokenWithdraw', '0x3::token_transfers::Offer'])
  const cancelled = await call('token_transfers::cancel_offer_script', offer.slice(0, -1))
  expect(namesIn(cancelled)).toEqual(['0x3::token::TokenDeposit', '0x3::token_transfers::CancelOffer'])
  expect(kindsIn(cancelled)).toContainEqual(['delete_table_item', '0x3::token_transfers::TokenOfferId'])
  await call('token_transfers::offer_script', offer)
  const claim = [creator.accountAddress, ...tokenArguments('Lantern')]
  const claimed = await call('token_transfers::claim_script', claim, friend)
  expect(namesIn(claimed)).toEqual(['0x3::token::TokenDeposit', '0x3::token_transfers::Claim'])
  expect(await balance(friend, 'Lantern')).toBe('7')
})

it('token::mutate_token_properties creates a property version', async () => {
  const properties = [['oil'], [[9]], ['u8']]
  const args = [creator.accountAddress, ...tokenArguments('Lantern'), 1, ...properties] as Arguments
  const mutated = await call('token::mutate_token_properties', args)
  expect(namesIn(mutated)).toContain('0x3::token::MutatePropertyMap')
  expect(await balance(creator, 'Lantern', 1)).toBe('1')
})

it('token::burn and token::burn_by_creator burn', async () => {
  const burnt = await call('token::burn', [...tokenArguments('Lantern'), 2], friend)
  expect(namesIn(burnt)).toEqual(['0x3::token::TokenWithdraw', '0x3::token::Burn'])
  await call('token::burn_by_creator', [friend.accountAddress, COLLECTION, 'Lantern', 0, 5])
  expect(await balance(friend, 'Lantern')).toBeNull()
})

it('token::initialize_token_script aborts, as deprecated', async () => {
  await expect(call('token::initialize_token_script', [])).rejects.toThrow('0x3::token')
})

it('an abort reaches the client by name, also in a simulation', async () => {
  const data = {
    function: '0x3::token::mint_script' as const,
    functionArguments: [creator.accountAddress, COLLECTION, 'Lantern', 50],
  }
  const transaction = await aptos.transaction.build.simple({ sender: creator.accountAddress, data })
  const [simulated] = await aptos.transaction.simulate.simple({ signerPublicKey: creator.publicKey, transaction })
  expect(simulated?.vm_status).toContain('EMINT_WOULD_EXCEED_TOKEN_MAXIMUM(0x10007)')
  await expect(call('token::mint_script', data.functionArguments)).rejects.toThrow('EMINT_WOULD_EXCEED_TOKEN_MAXIMUM')
})
