import {
  Account,
  type AnyPublicKey,
  Aptos,
  AptosConfig,
  MultiKey,
  MultiKeyAccount,
  Network,
  type PublicKey,
  type SimpleTransaction,
} from '@aptos-labs/ts-sdk'
import { readConfig as readLocalnetConfig } from '@opal/dev-chain/config'
import { start as startLocalnet } from '@opal/dev-chain/start'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCALNET_ENVIRONMENT } from './local-environment.ts'
import { startPrograms } from './testing/start-programs.ts'

const APT = '0x1::aptos_coin::AptosCoin'
const owner = Account.generate()
const friend = Account.generate()
const stack = new AsyncDisposableStack()
let sdk: Aptos
let settled: () => Promise<void>

beforeAll(async () => {
  const localnet = stack.use(await startLocalnet(readLocalnetConfig(LOCALNET_ENVIRONMENT)))
  const programs = stack.use(await startPrograms(localnet, { APT_PRICE_SOURCE: 'static:8.50' }))
  const { api } = programs
  settled = programs.settled
  sdk = new Aptos(
    new AptosConfig({
      network: Network.LOCAL,
      fullnode: localnet.nodeUrl,
      faucet: localnet.faucetUrl,
      indexer: api.chainGraphqlUrl,
    }),
  )
  for (const { accountAddress } of [owner, friend])
    await sdk.fundAccount({ accountAddress, amount: 1_000_000_000, options: { waitForIndexer: false } })
})
afterAll(() => stack.disposeAsync())

async function send(transaction: SimpleTransaction): Promise<void> {
  const { hash } = await sdk.signAndSubmitTransaction({ signer: owner, transaction })
  await sdk.waitForTransaction({ transactionHash: hash })
  await settled()
}

test('finds a registered name by name and owner', async () => {
  const expiration = { policy: 'domain', years: 1 } as const
  const targetAddress = friend.accountAddress.toString()
  await send(await sdk.ans.registerName({ sender: owner, name: 'monkey.apt', expiration, targetAddress }))
  const name = await sdk.ans.getName({ name: 'monkey.apt' })
  expect(name).toMatchObject({
    domain: 'monkey',
    subdomain: '',
    token_standard: 'v2',
    owner_address: owner.accountAddress.toStringLong(),
    registered_address: friend.accountAddress.toStringLong(),
    is_primary: false,
  })
  expect(await sdk.ans.getAccountNames({ accountAddress: owner.accountAddress.toStringLong() })).toHaveLength(1)
})

test('returns a primary name until it is cleared', async () => {
  await send(await sdk.ans.setPrimaryName({ sender: owner, name: 'monkey.apt' }))
  expect(await sdk.ans.getName({ name: 'monkey.apt' })).toMatchObject({
    is_primary: true,
    registered_address: owner.accountAddress.toStringLong(),
  })
  await send(await sdk.ans.setPrimaryName({ sender: owner }))
  expect(await sdk.ans.getName({ name: 'monkey.apt' })).toMatchObject({ is_primary: false })
})

test('finds a subdomain by its domain', async () => {
  const expiration = { policy: 'subdomain:follow-domain' } as const
  await send(await sdk.ans.registerName({ sender: owner, name: 'little.monkey.apt', expiration }))
  const found = await sdk.ans.getDomainSubdomains({ domain: 'monkey' })
  expect(found).toEqual([expect.objectContaining({ subdomain: 'little', subdomain_expiration_policy: 1 })])
})

test('indexes the balances of the chain', async () => {
  await send(
    await sdk.transferCoinTransaction({
      sender: owner.accountAddress,
      recipient: friend.accountAddress,
      amount: 12_345,
    }),
  )
  for (const { accountAddress } of [owner, friend]) {
    const coins = await sdk.getAccountCoinsData({ accountAddress: accountAddress.toStringLong() })
    expect(coins).toHaveLength(1)
    expect(coins[0]?.asset_type).toBe(APT)
    expect(coins[0]?.amount).toBe(await sdk.getAccountAPTAmount({ accountAddress }))
  }
})

test('lists coin activities with their gas', async () => {
  const where = { owner_address: { _eq: owner.accountAddress.toStringLong() } }
  const activities = await sdk.getFungibleAssetActivities({ options: { where } })
  const transfer = activities.find((row) => row.amount === 12_345)
  const ofTransfer = activities.filter((row) => row.transaction_version === transfer?.transaction_version)
  expect(ofTransfer.map((row) => row.event_index)).toContain(-1)
  expect(ofTransfer.find((row) => row.is_gas_fee)?.entry_function_id_str).toBe(transfer?.entry_function_id_str)
})

test('indexes a name as an object of its owner', async () => {
  const objects = await sdk.getAccountOwnedObjects({ accountAddress: owner.accountAddress.toStringLong() })
  expect(objects.length).toBeGreaterThanOrEqual(2)
  expect(objects.every((row) => !row.is_deleted)).toBe(true)
})

test('derives an account from any kind of key, on chain or not', async () => {
  const fresh = Account.generate()
  const { privateKey } = fresh
  expect((await sdk.deriveOwnedAccountsFromSigner({ signer: owner })).map(addressIn)).toEqual([addressIn(owner)])
  expect(await sdk.deriveOwnedAccountsFromSigner({ signer: fresh })).toEqual([])
  const derived = await sdk.deriveAccountFromPrivateKey({
    privateKey,
    minimumLedgerVersion: 1,
    options: { throwIfNoAccountFound: false },
  })
  expect(addressIn(derived)).toBe(addressIn(fresh))
})

test('finds a multi-key account by each key that has signed, and no other', async () => {
  const [signer, bystander] = [Account.generate(), Account.generate()]
  const publicKeys = [signer.publicKey, bystander.publicKey]
  const multi = new MultiKeyAccount({
    multiKey: new MultiKey({ publicKeys, signaturesRequired: 1 }),
    signers: [signer],
  })
  const { accountAddress } = multi
  await sdk.fundAccount({ accountAddress, amount: 100_000_000, options: { waitForIndexer: false } })
  const transaction = await sdk.transferCoinTransaction({
    sender: accountAddress,
    recipient: accountAddress,
    amount: 1,
  })
  const { hash } = await sdk.signAndSubmitTransaction({ signer: multi, transaction })
  const { version } = await sdk.waitForTransaction({ transactionHash: hash })
  await settled()
  const found = async ({ publicKey }: { publicKey: PublicKey }, includeUnverified = false) => {
    const accounts = await sdk.getAccountsForPublicKey({
      publicKey: publicKey as AnyPublicKey,
      minimumLedgerVersion: Number(version),
      options: { includeUnverified },
    })
    return accounts.map(({ accountAddress: address }) => address.toString())
  }
  expect(await found(signer)).toContain(accountAddress.toString())
  expect(await found(bystander)).not.toContain(accountAddress.toString())
  expect(await found(bystander, true)).toContain(accountAddress.toString())
})

test('lists an account’s transactions with signatures and coin movements', async () => {
  const query = `query ($owner: String!) {
    account_transactions(where: {account_address: {_eq: $owner}}, order_by: {transaction_version: desc}, limit: 1) {
      account_address transaction_version
      user_transaction { version sender sequence_number max_gas_amount entry_function_module_name parent_signature_type }
      fungible_asset_activities(order_by: {event_index: asc}, limit: 1) { is_gas_fee }
      token_activities_v2 { type }
    }
  }`
  const variables = { owner: owner.accountAddress.toStringLong() }
  const { account_transactions: rows } = await sdk.queryIndexer<{ account_transactions: Row[] }>({
    query: { query, variables },
  })
  const { sequence_number } = await sdk.getAccountInfo({ accountAddress: owner.accountAddress })
  expect(rows[0]).toMatchObject({
    user_transaction: {
      version: rows[0]?.transaction_version,
      sender: owner.accountAddress.toStringLong(),
      sequence_number: Number(sequence_number) - 1,
      entry_function_module_name: 'aptos_account',
      parent_signature_type: 'ed25519_signature',
    },
    fungible_asset_activities: [{ is_gas_fee: true }],
    token_activities_v2: [],
  })
  const one = `query ($version: bigint!) { user_transactions_by_pk(version: $version) { version } nothing: user_transactions_by_pk(version: 0) { version } }`
  const { transaction_version: version } = rows[0] as Row
  expect(await sdk.queryIndexer({ query: { query: one, variables: { version } } })).toEqual({
    user_transactions_by_pk: { version },
    nothing: null,
  })
})

test('reads table items and types by handle', async () => {
  const handle = '0x1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca'
  const where = { table_handle: { _eq: handle } }
  const items = await sdk.queryIndexer<{ table_items: { decoded_value: string }[] }>({
    query: {
      query:
        'query ($where: table_items_bool_exp) { table_items(where: $where, limit: 1) { key decoded_key decoded_value } }',
      variables: { where },
    },
  })
  expect(items.table_items[0]).toMatchObject({ decoded_value: expect.stringMatching(/^\d+$/) })
  const types = `{ table_metadatas_by_pk(handle: "${handle}") { key_type value_type } }`
  expect(await sdk.queryIndexer({ query: { query: types } })).toEqual({
    table_metadatas_by_pk: { key_type: 'address', value_type: 'u128' },
  })
})

interface Row {
  readonly transaction_version: number
}

function addressIn({ accountAddress }: { readonly accountAddress: { toString(): string } }): string {
  return accountAddress.toString()
}
