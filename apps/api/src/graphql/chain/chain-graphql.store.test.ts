import { Aptos, AptosConfig, Network } from '@aptos-labs/ts-sdk'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { CREATOR } from '@opal/store/testing/small-market-ids'
import { isInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChainGraphqlFixture, createChainGraphqlFixture } from '../../testing/chain-graphql-fixture.ts'
import { chainSchema } from './chain-schema.ts'

let fixture: ChainGraphqlFixture
let sdk: Aptos
beforeAll(async () => {
  fixture = await createChainGraphqlFixture()
  const network = { indexer: fixture.url, fullnode: 'http://127.0.0.1:1/v1' }
  sdk = new Aptos(new AptosConfig({ network: Network.CUSTOM, ...network }))
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('the official SDK', () => {
  it('learns how far the index is, which it polls after every write', async () => {
    expect(BigInt(await sdk.getIndexerLastSuccessVersion())).toBe(100n)
  })

  it('reads what a wallet owns', async () => {
    const owned = await sdk.getOwnedDigitalAssets({ ownerAddress: EXAMPLE.owner, minimumLedgerVersion: 90 })
    expect(owned).toHaveLength(3)
    expect(owned[0]?.current_token_data?.current_collection?.collection_name).toBe('Monkeys')
    const tokens = await sdk.getAccountOwnedTokens({
      accountAddress: EXAMPLE.buyer,
      options: { limit: 5, offset: 0, orderBy: [{ last_transaction_version: 'desc' }] },
    })
    expect(tokens).toHaveLength(1)
    expect(tokens[0]).toMatchObject({ amount: 1, property_version_v1: 0 })
    const ofCollection = await sdk.getAccountOwnedTokensFromCollectionAddress({
      accountAddress: EXAMPLE.owner,
      collectionAddress: EXAMPLE.collectionId,
    })
    expect(ofCollection).toHaveLength(3)
    expect(await sdk.getAccountTokensCount({ accountAddress: EXAMPLE.owner })).toBe(3)
    const collections = await sdk.getAccountCollectionsWithOwnedTokens({ accountAddress: EXAMPLE.owner })
    expect(collections[0]).toMatchObject({ distinct_tokens: 3, current_collection: { collection_name: 'Monkeys' } })
  })

  it('reads a token, its owner and its past', async () => {
    const token = await sdk.getDigitalAssetData({ digitalAssetAddress: EXAMPLE.tokenDataId })
    expect(token).toMatchObject({
      token_name: 'Monkey #8',
      token_properties: { Fur: 'Brown' },
      current_collection: { max_supply: 100 },
    })
    const owner = await sdk.getCurrentDigitalAssetOwnership({ digitalAssetAddress: EXAMPLE.tokenDataId })
    expect(owner.owner_address).toBe(EXAMPLE.owner)
    const past = await sdk.getDigitalAssetActivity({ digitalAssetAddress: EXAMPLE.tokenDataId })
    expect(past.map((row) => row.type)).toEqual(['0x4::collection::MintEvent'])
  })

  it('reads a collection by creator and name, and by id', async () => {
    const byName = await sdk.getCollectionData({ creatorAddress: CREATOR, collectionName: 'Monkeys' })
    expect(byName).toMatchObject({
      collection_id: EXAMPLE.collectionId,
      cdn_asset_uris: { raw_image_uri: 'ipfs://cid/cover.svg' },
    })
    const byId = await sdk.getCollectionDataByCollectionId({ collectionId: EXAMPLE.collectionId })
    expect(byId.collection_name).toBe('Monkeys')
    expect(await sdk.getCollectionId({ creatorAddress: CREATOR, collectionName: 'Quiet' })).toMatch(/^0xdd/)
  })

  it('asks which chain this is', async () => {
    const answer = await sdk.queryIndexer<{ ledger_infos: { chain_id: number }[] }>({
      query: { query: '{ ledger_infos { chain_id } }' },
    })
    expect(answer.ledger_infos).toEqual([{ chain_id: 4 }])
  })
})

describe('conditions', () => {
  const names = async (where: string) => {
    const { data, errors } = await fixture.ask(
      `{ current_token_datas_v2(where: ${where}, order_by: {token_data_id: asc}) { token_name } }`,
    )
    expect(errors).toBeUndefined()
    const rows = (data?.current_token_datas_v2 ?? []) as unknown as { token_name: string }[]
    return rows.map((row) => row.token_name.replace('Monkey #', ''))
  }

  const cases = [
    ['{}', ['8', '9', '10', '11']],
    ['{token_name: {_eq: "Monkey #9"}}', ['9']],
    ['{token_name: {_neq: "Monkey #9"}}', ['8', '10', '11']],
    ['{token_name: {_in: ["Monkey #8", "Monkey #11"]}}', ['8', '11']],
    ['{token_name: {_nin: ["Monkey #8", "Monkey #11"]}}', ['9', '10']],
    ['{token_name: {_like: "%#1_"}}', ['10', '11']],
    ['{token_name: {_ilike: "MONKEY%8"}}', ['8']],
    ['{maximum: {_is_null: true}}', ['8', '9', '10', '11']],
    ['{last_transaction_version: {_gt: 90}}', []],
    ['{last_transaction_version: {_gte: "90", _lte: 90}}', ['8', '9', '10', '11']],
    ['{_not: {token_name: {_eq: "Monkey #9"}}}', ['8', '10', '11']],
    ['{_or: [{token_name: {_eq: "Monkey #9"}}, {token_name: {_eq: "Monkey #8"}}]}', ['8', '9']],
    ['{_or: []}', []],
    ['{_and: [{token_name: {_like: "%1%"}}, {token_name: {_like: "%0"}}]}', ['10']],
    ['{current_collection: {collection_name: {_eq: "Monkeys"}}}', ['8', '9', '10', '11']],
    ['{current_collection: {collection_name: {_eq: "Quiet"}}}', []],
    ['{token_properties: {_contains: {Fur: "Gold"}}}', ['10', '11']],
    ['{last_transaction_timestamp: {_lt: "2020-01-01T00:00:00"}}', []],
    ['{token_name: {_gt: "Monkey #8"}}', ['9']],
    ['{token_name: {_gte: "Monkey #8"}}', ['8', '9']],
    ['{token_name: {_lt: "Monkey #11"}}', ['10']],
    ['{token_name: {_lte: "Monkey #11"}}', ['10', '11']],
    ['{token_name: {_is_null: true}}', []],
    ['{token_name: {_nlike: "%#1_"}}', ['8', '9']],
    ['{token_name: {_nilike: "MONKEY%8"}}', ['9', '10', '11']],
    ['{token_name: {_similar: "Monkey #(8|9)"}}', ['8', '9']],
    ['{token_name: {_nsimilar: "Monkey #(8|9)"}}', ['10', '11']],
    ['{token_name: {_regex: "^Monkey #1[01]$"}}', ['10', '11']],
    ['{token_name: {_regex: "^monkey"}}', []],
    ['{token_name: {_iregex: "^monkey #[89]$"}}', ['8', '9']],
    ['{token_name: {_nregex: "#1"}}', ['8', '9']],
    ['{token_name: {_niregex: "MONKEY #1"}}', ['8', '9']],
    ['{token_properties: {_eq: {Fur: "Gold"}}}', ['10', '11']],
    ['{token_properties: {_neq: {Fur: "Gold"}}}', ['8', '9']],
    ['{token_properties: {_in: [{Fur: "Gold"}, {}]}}', ['10', '11']],
    ['{token_properties: {_nin: [{Fur: "Gold"}, {}]}}', ['8', '9']],
    ['{token_properties: {_is_null: false}}', ['8', '9', '10', '11']],
    ['{token_properties: {_contained_in: {Fur: "Brown", Hat: "Cap"}}}', ['8', '9']],
    ['{token_properties: {_has_key: "Fur"}}', ['8', '9', '10', '11']],
    ['{token_properties: {_has_keys_any: ["Fur", "Hat"]}}', ['8', '9', '10', '11']],
    ['{token_properties: {_has_keys_all: ["Fur", "Hat"]}}', []],
  ] as const

  it.each(cases)('%s', async (where, expected) => {
    expect(await names(where)).toEqual(expected)
  })

  it.each([
    ['String', 'token_name'],
    ['jsonb', 'token_properties'],
  ])('have a case for each operator of %s', (scalar, column) => {
    const type = chainSchema.getType(`${scalar}_comparison_exp`)
    const operators = isInputObjectType(type) ? Object.keys(type.getFields()) : []
    const shown = cases.flatMap(([where]) => new RegExp(`${column}: \\{(\\w+):`).exec(where)?.[1] ?? [])
    expect(new Set(shown)).toEqual(new Set(operators))
  })

  it('take values as values, whatever they look like', async () => {
    expect(await names(`{token_name: {_eq: "'; drop table chain.current_token_datas_v2; --"}}`)).toEqual([])
    expect(await names('{}')).toHaveLength(4)
  })
})

describe('answers', () => {
  it('follow aliases, fragments, directives and order', async () => {
    const { data } = await fixture.ask(
      `query q($more: Boolean!) {
        first: current_token_datas_v2(limit: 1, order_by: [{current_collection: {collection_name: asc}}, {token_data_id: desc}]) { ...t __typename extra: token_uri @include(if: $more) }
        second: current_token_datas_v2(limit: 1, offset: 1, order_by: {token_data_id: asc}) { ...t }
      }
      fragment t on current_token_datas_v2 { name: token_name current_collection { creator_address __typename } }`,
      { more: false },
    )
    expect(data).toEqual({
      first: [
        {
          name: 'Monkey #11',
          current_collection: { creator_address: CREATOR, __typename: 'current_collections_v2' },
          __typename: 'current_token_datas_v2',
        },
      ],
      second: [
        { name: 'Monkey #9', current_collection: { creator_address: CREATOR, __typename: 'current_collections_v2' } },
      ],
    })
  })

  it('count, and list what they count', async () => {
    const { data } = await fixture.ask(
      `{ a: current_token_ownerships_v2_aggregate(where: {amount: {_gt: 0}}) { aggregate { count owners: count(columns: owner_address, distinct: true) } nodes { amount } } }`,
    )
    expect(data?.a).toEqual({ aggregate: { count: 4, owners: 2 }, nodes: Array(4).fill({ amount: 1 }) })
    const { data: distinct } = await fixture.ask(
      `{ current_token_ownerships_v2(distinct_on: owner_address, order_by: {owner_address: asc}) { owner_address } }`,
    )
    expect(distinct?.current_token_ownerships_v2).toHaveLength(2)
  })

  it('add up, and find the least, the greatest and the mean', async () => {
    const { data, errors } = await fixture.ask(
      `{ a: current_token_ownerships_v2_aggregate(where: {owner_address: {_eq: "${EXAMPLE.owner}"}}) { aggregate {
          sum { held: amount __typename } avg { amount } max { last_transaction_version } min { token_standard }
        } }
        none: current_token_ownerships_v2_aggregate(where: {amount: {_gt: 1000}}) { aggregate { count sum { amount } } } }`,
    )
    expect(errors).toBeUndefined()
    const held = { held: 3, __typename: 'current_token_ownerships_v2_sum_fields' }
    const rest = { avg: { amount: 1 }, max: { last_transaction_version: 90 }, min: { token_standard: 'v2' } }
    expect(data?.a).toEqual({ aggregate: { sum: held, ...rest } })
    expect(data?.none).toEqual({ aggregate: { count: 0, sum: { amount: null } } })
  })

  it('keep every digit of a number', async () => {
    // Above 2^53, where a double would round it.
    await using _ = await fixture.withTokens(1, { supply: '9007199254740993' })
    const query = '{ current_token_datas_v2(where: {supply: {_eq: "9007199254740993"}}) { supply } }'
    const answer = await fetch(fixture.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    expect(await answer.text()).toMatch(/"supply" : 9007199254740993\b/)
  })

  it('read offers of v1 tokens with the token and the collection', async () => {
    const { tokenDataId, collectionId, owner, buyer } = EXAMPLE
    await fixture.api.store.pool.query(
      `insert into chain.current_token_pending_claims (token_data_id_hash, property_version, from_address, to_address,
        collection_data_id_hash, creator_address, collection_name, name, amount, table_handle, token_data_id, collection_id,
        last_transaction_version, last_transaction_timestamp)
      select 'hash', 0, $1, $2, 'hash', $1, 'Monkeys', token_name, 3, '0x1', token_data_id, collection_id, 90, now()
      from chain.current_token_datas_v2 where token_data_id = $3 and collection_id = $4`,
      [owner, buyer, tokenDataId, collectionId],
    )
    const { data, errors } = await fixture.ask(
      '{ current_token_pending_claims(where: {amount: {_gt: "0"}}) { from_address to_address amount current_token_data_v2 { token_name } current_collection_v2 { collection_name } } }',
    )
    expect(errors).toBeUndefined()
    await fixture.api.store.pool.query('delete from chain.current_token_pending_claims')
    expect(data).toEqual({
      current_token_pending_claims: [
        {
          from_address: owner,
          to_address: buyer,
          amount: 3,
          current_token_data_v2: { token_name: expect.stringMatching(/^Monkey #/) },
          current_collection_v2: { collection_name: 'Monkeys' },
        },
      ],
    })
  })

  it('describe the schema', async () => {
    const { data } = await fixture.ask(
      '{ __schema { queryType { name } } __type(name: "order_by") { enumValues { name } } processor_status { processor } __typename }',
    )
    expect(data).toMatchObject({ __schema: { queryType: { name: 'query_root' } }, __typename: 'query_root' })
    expect(data?.processor_status).toContainEqual({ processor: 'token_v2_processor' })
  })

  it('let a page of any origin read', async () => {
    const answer = await fetch(fixture.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://wallet.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-aptos-client',
      },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://wallet.example')
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-aptos-client')
  })
})
