import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { pendingClaims } from '@opal/store/schema/tokens'
import { insertRows } from '@opal/store/testing/insert-rows'
import { CREATOR } from '@opal/store/testing/small-market-ids'
import { seedSmallState } from '@opal/store/testing/small-state'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await seedSmallState(api.store, { owner: EXAMPLE.owner, nameToken: EXAMPLE.tokenDataId })
  await insertRows(api.store, pendingClaims, [claim('1', 1n), claim('2', 0n)])
})
afterAll(() => api[Symbol.asyncDispose]())

/** One of the owner's tokens is offered to the buyer; another offer was claimed. */
function claim(version: string, amount: bigint) {
  return {
    token_data_id_hash: EXAMPLE.tokenDataId.slice(2),
    property_version: BigInt(version),
    from_address: EXAMPLE.owner,
    to_address: EXAMPLE.buyer,
    collection_data_id_hash: EXAMPLE.collectionId.slice(2),
    creator_address: CREATOR,
    collection_name: 'Monkeys',
    name: 'Monkey #8',
    amount,
    table_handle: '0x1',
    token_data_id: EXAMPLE.tokenDataId,
    collection_id: EXAMPLE.collectionId,
    last_transaction_version: 90n,
    last_transaction_timestamp: '2026-01-01T00:00:00',
  }
}

/** Data of an answer without errors. */
async function ask(query: string, variables: object = {}) {
  const answer = await api.server.inject({ method: 'POST', url: '/chain/graphql', payload: { query, variables } })
  const { data, errors } = answer.json()
  expect(errors).toBeUndefined()
  return data
}

/** @source docs/product/api.md#queries-of-the-chains-indexer */
describe('the chain indexer answers the product’s own questions', () => {
  it.each([
    ['wallet', `owner_address: {_eq: "${EXAMPLE.owner}"}`, 3],
    ['creator', `current_token_data: {current_collection: {creator_address: {_eq: "${CREATOR}"}}}`, 4],
    ['collection', `current_token_data: {collection_id: {_eq: "${EXAMPLE.collectionId}"}}`, 4],
    ['standard', `owner_address: {_eq: "${EXAMPLE.owner}"}, token_standard: {_eq: "v1"}`, 0],
    ['search', 'current_token_data: {token_name: {_ilike: "%monkey #1%"}}', 2],
  ])('ownerships by %s, page by page, and how many there are', async (_, where, count) => {
    const table = 'current_token_ownerships_v2'
    const all = await ask(
      `query ($limit: Int, $offset: Int) {
        ${table}(where: {amount: {_gt: 0}, ${where}}, order_by: {token_data_id: asc}, limit: $limit, offset: $offset) {
          token_data_id owner_address property_version_v1 token_standard
          current_token_data { token_name token_uri current_collection { collection_name current_supply } }
        }
        ${table}_aggregate(where: {amount: {_gt: 0}, ${where}}) { aggregate { count } }
      }`,
      { limit: 3, offset: 1 },
    )
    expect(all[table]).toHaveLength(Math.max(0, Math.min(3, count - 1)))
    expect(all[`${table}_aggregate`].aggregate.count).toBe(count)
  })

  it('offered tokens of a wallet, of all collections or of one', async () => {
    const offered = (where: string) =>
      ask(
        `query ($to: String!) { current_token_pending_claims(offset: 0, limit: 10,
          where: {to_address: {_eq: $to}, amount: {_gt: 0} ${where}}) { name from_address property_version collection_name } }`,
        { to: EXAMPLE.buyer },
      )
    const rows = [{ name: 'Monkey #8', from_address: EXAMPLE.owner, property_version: 1, collection_name: 'Monkeys' }]
    expect(await offered('')).toEqual({ current_token_pending_claims: rows })
    const of = (id: string) => offered(`, current_collection_v2: {collection_id: {_eq: "${id}"}}`)
    expect(await of(EXAMPLE.collectionId)).toEqual({ current_token_pending_claims: rows })
    expect(await of(`0x${'f'.repeat(64)}`)).toEqual({ current_token_pending_claims: [] })
  })

  it('GetMetadataOfTokens and GetTokenDetailsOfListedToken', async () => {
    const ids = [EXAMPLE.tokenDataId]
    const metadata = await ask(
      `query GetMetadataOfTokens($ids: [String!]!) {
        current_token_datas_v2(where: {token_data_id: {_in: $ids}}) { token_data_id token_properties }
      }`,
      { ids },
    )
    expect(metadata.current_token_datas_v2).toEqual([
      { token_data_id: EXAMPLE.tokenDataId, token_properties: { Fur: 'Brown' } },
    ])
    const details = await ask(
      `query GetTokenDetailsOfListedToken($id: String!) {
        current_token_datas_v2(where: {token_data_id: {_eq: $id}}) {
          largest_property_version_v1 current_collection { creator_address collection_name }
        }
        current_token_ownerships_v2(where: {token_data_id: {_eq: $id}}, limit: 1) { property_version_v1 }
      }`,
      { id: EXAMPLE.tokenDataId },
    )
    const collection = { creator_address: CREATOR, collection_name: 'Monkeys' }
    expect(details.current_token_datas_v2).toMatchObject([{ current_collection: collection }])
    expect(details.current_token_ownerships_v2).toEqual([{ property_version_v1: 0 }])
  })

  it('SearchAptosName', async () => {
    const search = (APTOS_NAME: string) =>
      ask(
        `query SearchAptosName($APTOS_NAME: String!) {
          current_ans_lookup_v2(where: {token_name: {_ilike: $APTOS_NAME}, is_deleted: {_eq: false}}, limit: 20) {
            token_name registered_address domain
          }
        }`,
        { APTOS_NAME },
      )
    const rows = [{ token_name: 'monkey.apt', registered_address: EXAMPLE.owner, domain: 'monkey' }]
    expect(await search('monkey%')).toEqual({ current_ans_lookup_v2: rows })
    expect(await search('zebra%')).toEqual({ current_ans_lookup_v2: [] })
  })
})
