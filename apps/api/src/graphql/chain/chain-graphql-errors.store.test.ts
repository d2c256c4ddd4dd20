import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChainGraphqlFixture, createChainGraphqlFixture } from '../../testing/chain-graphql-fixture.ts'

let fixture: ChainGraphqlFixture
beforeAll(async () => {
  fixture = await createChainGraphqlFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('the chain’s GraphQL, like Hasura,', () => {
  it.each([
    ['{ x { y } }', "field 'x' not found in type: 'query_root'", '$.selectionSet.x', 'validation-failed'],
    [
      '{ processor_status { nope } }',
      "field 'nope' not found in type: 'processor_status'",
      '$.selectionSet.processor_status.selectionSet.nope',
      'validation-failed',
    ],
    [
      'query ($w: proposal_votes_bool_exp!) { proposal_votes(where: $w) { num_votes } }',
      "field 'proposal_votes' not found in type: 'query_root'",
      '$.selectionSet.proposal_votes',
      'validation-failed',
    ],
    ['{ processor_status', 'not a valid graphql query', '$.query', 'validation-failed'],
    ['mutation { a }', /mutation/i, '$', 'validation-failed'],
    ['query ($v: nonsense!) { processor_status { processor } }', /nonsense/, '$', 'validation-failed'],
    ['{ current_token_datas_v2(where: {supply: {_eq: "abc"}}) { token_name } }', /numeric/, '$', 'validation-failed'],
    ['{ current_token_datas_v2(where: {supply: {_eq: null}}) { token_name } }', /null/, '$', 'validation-failed'],
    ['{ current_token_datas_v2(limit: -1) { token_name } }', /negative/, '$', 'validation-failed'],
    [
      `{ current_token_datas_v2(where: ${'{_not: '.repeat(14)}{}${'}'.repeat(14)}) { token_name } }`,
      /deep/,
      '$',
      'validation-failed',
    ],
    [
      `{ ${Array.from({ length: 60 }, (_, i) => `a${i}: processor_status { processor }`).join(' ')} }`,
      /too many/,
      '$',
      'validation-failed',
    ],
    [
      `{ processor_status { ${Array.from({ length: 60 }, (_, i) => `a${i}: processor`).join(' ')} } }`,
      /too many/,
      '$',
      'validation-failed',
    ],
    [
      `{ ${'a: processor_status { processor } '.repeat(1000)} }`,
      'not a valid graphql query',
      '$.query',
      'validation-failed',
    ],
  ])('refuses %.60s: %s', async (query, message, path, code) => {
    const { data, errors } = await fixture.ask(query)
    expect(data).toBeUndefined()
    expect(errors?.[0]?.extensions).toEqual({ code, path })
    if (typeof message === 'string') expect(errors?.[0]?.message).toBe(message)
    else expect(errors?.[0]?.message).toMatch(message)
  })

  it('reports a body without a query as a parse error', async () => {
    const answer = await fetch(fixture.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'parse-failed' } }] })
  })

  it('cuts a limit above a hundred rows silently', async () => {
    await using _ = await fixture.withTokens(120)
    const { data } = await fixture.ask('{ current_token_datas_v2(limit: 100000) { token_name } }')
    expect(data?.current_token_datas_v2).toHaveLength(100)
  })

  it('lists at most a hundred of the rows that an aggregate counts', async () => {
    const { pool } = fixture.api.store
    await pool.query(
      `insert into chain.current_token_ownerships_v2
         (token_data_id, property_version_v1, owner_address, storage_id, amount, token_standard, last_transaction_version,
          last_transaction_timestamp)
       select 'more', 0, 'more', 'more-' || n, 1, 'v2', 1, '2026-01-01' from generate_series(1, 120) n`,
    )
    const counted = async (limit: string) => {
      const aggregate = `current_token_ownerships_v2_aggregate(where: {token_data_id: {_eq: "more"}}${limit})`
      const { data } = await fixture.ask(`{ all: ${aggregate} { aggregate { count } nodes { amount } } }`)
      return data?.all
    }
    expect(await counted('')).toEqual({ aggregate: { count: 120 }, nodes: Array(100).fill({ amount: 1 }) })
    expect(await counted(', limit: 5')).toEqual({ aggregate: { count: 5 }, nodes: Array(5).fill({ amount: 1 }) })
    await pool.query(`delete from chain.current_token_ownerships_v2 where token_data_id = 'more'`)
  })

  it('answers at /chain/graphql of the main server, too', async () => {
    const answer = await fixture.api.server.inject({
      method: 'POST',
      url: '/chain/graphql',
      payload: {
        query: '{ processor_status(where: {processor: {_eq: "default_processor"}}) { last_success_version } }',
      },
    })
    expect(answer.json()).toEqual({ data: { processor_status: [{ last_success_version: 100 }] } })
  })
})
