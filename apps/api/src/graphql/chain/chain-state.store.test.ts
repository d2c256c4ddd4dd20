import { Aptos, AptosConfig, Network } from '@aptos-labs/ts-sdk'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { CHAIN_TABLES } from '@opal/store/queries/chain-graphql/chain-tables'
import { nameLookups } from '@opal/store/schema/names'
import { insertRows } from '@opal/store/testing/insert-rows'
import { seedSmallState } from '@opal/store/testing/small-state'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { startChainGraphql } from './serve-chain-graphql.ts'

const APT = '0x1::aptos_coin::AptosCoin'
const owner = EXAMPLE.owner
let sdk: Aptos
let api: TestApi
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  api = stack.use(await createTestApi({}, { CHAIN_GRAPHQL_PORT: '0' }))
  await seedSmallState(api.store, { owner, nameToken: EXAMPLE.tokenDataId })
  const { url } = stack.use(await startChainGraphql(api.config, api.context, pino({ level: 'silent' })))
  sdk = new Aptos(new AptosConfig({ network: Network.CUSTOM, indexer: url, fullnode: 'http://127.0.0.1:1/v1' }))
})
afterAll(() => stack.disposeAsync())

it('reads what coins a wallet has, in one row however they are held', async () => {
  const coins = await sdk.getAccountCoinsData({ accountAddress: owner })
  expect(coins).toHaveLength(1)
  expect(coins[0]).toMatchObject({
    amount: 500_000_000,
    asset_type: APT,
    owner_address: owner,
    is_primary: true,
    token_standard: 'v1',
    metadata: { symbol: 'APT', decimals: 8, asset_type: APT },
  })
  expect(await sdk.getAccountCoinsCount({ accountAddress: owner })).toBe(1)
})

it('reads balances by what they are of', async () => {
  const balances = await sdk.getCurrentFungibleAssetBalances({
    options: { where: { asset_type: { _eq: APT }, amount: { _gt: 499_999_999 } }, limit: 5 },
  })
  expect(balances.map((row) => row.owner_address)).toEqual([owner])
})

it('reads what an asset is called, and who made it', async () => {
  const metadata = await sdk.getFungibleAssetMetadataByAssetType({ assetType: APT })
  expect(metadata).toMatchObject({ name: 'Aptos Coin', symbol: 'APT', decimals: 8, token_standard: 'v1' })
  const made = await sdk.getFungibleAssetMetadataByCreatorAddress({ creatorAddress: metadata.creator_address })
  expect(made.map((row) => row.asset_type)).toEqual([APT])
})

it('reads what happened to coins, gas included', async () => {
  const activities = await sdk.getFungibleAssetActivities({ options: { where: { owner_address: { _eq: owner } } } })
  expect(activities).toEqual([
    expect.objectContaining({ amount: 1_200, is_gas_fee: true, event_index: -1, block_height: 10 }),
  ])
})

it('reads how many transactions an account had a part in, and the newest of all', async () => {
  expect(await sdk.getAccountTransactionsCount({ accountAddress: owner })).toBeGreaterThan(0)
  expect(await sdk.getChainTopUserTransactions({ limit: 5 })).toEqual([{ version: 91 }])
})

it('reads a name, with owner, target and whether it is what its target is called', async () => {
  const name = await sdk.ans.getName({ name: 'monkey.apt' })
  expect(name).toMatchObject({
    domain: 'monkey',
    subdomain: '',
    owner_address: owner,
    registered_address: owner,
    is_primary: true,
    token_standard: 'v2',
  })
  expect(await sdk.ans.getName({ name: 'nobody.apt' })).toBeUndefined()
  expect(await sdk.ans.getDomainSubdomains({ domain: 'monkey' })).toEqual([])
})

it('takes the times that the SDK asks names with', async () => {
  const ask = (after: string) =>
    sdk.queryIndexer<{ current_aptos_names: { token_name: string }[] }>({
      query: {
        query: `query q($where: current_aptos_names_bool_exp) { current_aptos_names(where: $where) { token_name } }`,
        variables: { where: { owner_address: { _eq: owner }, expiration_timestamp: { _gte: after } } },
      },
    })
  expect((await ask('2089-12-31T23:59:59.999Z')).current_aptos_names).toEqual([{ token_name: 'monkey.apt' }])
  expect((await ask('2090-01-01T00:00:00.001Z')).current_aptos_names).toEqual([])
})

it('says that a subdomain is active as long as its domain, where its policy says so', async () => {
  const name = (subdomain: string, year: number, policy: bigint | null) => ({
    domain: 'petra',
    subdomain,
    token_standard: 'v2',
    token_name: `${subdomain}.petra.apt`,
    registered_address: owner,
    expiration_timestamp: `${year}-01-01 00:00:00`,
    is_deleted: false,
    subdomain_expiration_policy: policy,
    token_data_id: EXAMPLE.tokenDataId,
    last_transaction_version: 90n,
  })
  const subdomains = [name('with', 2020, 1n), name('own', 2020, 0n), name('later', 2085, 0n)]
  await insertRows(api.store, nameLookups, [name('', 2080, null), ...subdomains])
  const ask = () =>
    sdk.queryIndexer<{ rows: { subdomain: string; is_active: boolean }[] }>({
      query: {
        query: `{ rows: current_aptos_names(where: { domain: { _eq: "petra" } }, order_by: [{ subdomain: asc }])
          { subdomain is_active } }`,
      },
    })
  const active = async () => (await ask()).rows.filter((row) => row.is_active).map((row) => row.subdomain)
  expect(await active()).toEqual(['', 'later', 'with'])
  await insertRows(api.store, nameLookups, [name('', 2021, null)])
  expect(await active()).toEqual(['later'])
})

it('reads objects, and that one was deleted', async () => {
  const objects = await sdk.getAccountOwnedObjects({
    accountAddress: owner,
    options: { orderBy: [{ last_transaction_version: 'asc' }] },
  })
  expect(objects.map((row) => row.is_deleted)).toEqual([false, true])
  const object = await sdk.object.getObjectDataByObjectAddress({ objectAddress: EXAMPLE.tokenDataId })
  expect(object).toMatchObject({ owner_address: owner, last_guid_creation_num: 1_125_899_906_842_625 })
})

const KEYED = CHAIN_TABLES.flatMap((table) => (table.key === undefined ? [] : [{ ...table, key: table.key }]))
type Row = Readonly<Record<string, unknown>>
/** Tables of which the market has rows. */
const found = new Set<string>()

it.each(KEYED)('finds each row of $name by its key, and none by another', async ({ name, key, columns }) => {
  const fields = Object.keys(columns).join(' ')
  const ask = <Answer extends object>(query: string) => sdk.queryIndexer<Answer>({ query: { query } })
  const { rows } = await ask<{ rows: readonly Row[] }>(`{ rows: ${name}(limit: 100) { ${fields} } }`)
  const by = (values: Row) =>
    `${name}_by_pk(${key.map((column) => `${column}: ${JSON.stringify(values[column])}`).join(', ')})`
  for (const row of rows) {
    found.add(name)
    expect(await ask(`{ row: ${by(row)} { ${fields} } }`)).toEqual({ row })
    for (const column of key) {
      const other = typeof row[column] === 'string' ? `${row[column]}0` : Number(row[column]) + 7_777
      expect(await ask(`{ row: ${by({ ...row, [column]: other })} { ${key[0]} } }`), column).toEqual({ row: null })
    }
  }
})

it('has rows of most tables that have a key', () => {
  expect(found.size).toBeGreaterThan(KEYED.length / 2)
})
