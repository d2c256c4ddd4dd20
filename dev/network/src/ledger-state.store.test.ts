import { Account, Aptos, AptosConfig, Network, type SimpleTransaction } from '@aptos-labs/ts-sdk'
import { readConfig as readLocalnetConfig } from '@opal/dev-chain/config'
import { start as startLocalnet } from '@opal/dev-chain/start'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrograms } from './testing/start-programs.ts'

const APT = '0x1::aptos_coin::AptosCoin'
const owner = Account.generate()
const friend = Account.generate()
const stack = new AsyncDisposableStack()
let sdk: Aptos
let settled: () => Promise<void>

beforeAll(async () => {
  const quiet = { LOG_LEVEL: 'fatal', HOST: '127.0.0.1' }
  const ports = { NODE_PORT: '0', FAUCET_PORT: '0', STREAM_PORT: '0', READINESS_PORT: '0', BLOCK_DELAY_MS: '40' }
  const localnet = stack.use(await startLocalnet(readLocalnetConfig({ ...quiet, ...ports })))
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

test('a registered name is found by itself and by its owner', async () => {
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

test('a primary name is one until it is taken back', async () => {
  await send(await sdk.ans.setPrimaryName({ sender: owner, name: 'monkey.apt' }))
  expect(await sdk.ans.getName({ name: 'monkey.apt' })).toMatchObject({
    is_primary: true,
    registered_address: owner.accountAddress.toStringLong(),
  })
  await send(await sdk.ans.setPrimaryName({ sender: owner }))
  expect(await sdk.ans.getName({ name: 'monkey.apt' })).toMatchObject({ is_primary: false })
})

test('a subdomain is found by its domain', async () => {
  const expiration = { policy: 'subdomain:follow-domain' } as const
  await send(await sdk.ans.registerName({ sender: owner, name: 'little.monkey.apt', expiration }))
  const found = await sdk.ans.getDomainSubdomains({ domain: 'monkey' })
  expect(found).toEqual([expect.objectContaining({ subdomain: 'little', subdomain_expiration_policy: 1 })])
})

test('a wallet has in the index what it has on the chain', async () => {
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

test('what a wallet did with coins is told, with the gas it cost', async () => {
  const where = { owner_address: { _eq: owner.accountAddress.toStringLong() } }
  const activities = await sdk.getFungibleAssetActivities({ options: { where } })
  const transfer = activities.find((row) => row.amount === 12_345)
  const told = activities.filter((row) => row.transaction_version === transfer?.transaction_version)
  expect(told.map((row) => row.event_index)).toContain(-1)
  expect(told.find((row) => row.is_gas_fee)?.entry_function_id_str).toBe(transfer?.entry_function_id_str)
})

test('a name is an object of its owner', async () => {
  const objects = await sdk.getAccountOwnedObjects({ accountAddress: owner.accountAddress.toStringLong() })
  expect(objects.length).toBeGreaterThanOrEqual(2)
  expect(objects.every((row) => !row.is_deleted)).toBe(true)
})
