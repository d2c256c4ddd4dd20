import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function ask(query: string, variables: object = {}) {
  const answer = await api.server.inject({
    method: 'POST',
    url: '/marketplace/graphql',
    payload: { query, variables },
  })
  return { status: answer.statusCode, ...answer.json() }
}
const refusal = async (query: string, variables?: object) => {
  const { status, data, errors } = await ask(query, variables)
  expect({ status, data }).toEqual({ status: 400, data: undefined })
  return errors[0].message as string
}

describe('the marketplace indexer', () => {
  it('answers GetListingOfTokens: an aliased query per token, newest first', async () => {
    const { data, errors } = await ask(
      `query GetListingOfTokens($a: String!, $b: String!, $c: String!) {
        a: listings(condition: { tokenDataId: $a, collectionId: $c, isDeleted: false }, first: 1,
          orderBy: LAST_TRANSACTION_TIMESTAMP_DESC) { nodes { ...row } }
        b: listings(condition: { tokenDataId: $b, collectionId: $c, isDeleted: false }, first: 1,
          orderBy: LAST_TRANSACTION_TIMESTAMP_DESC) { nodes { ...row } }
      }
      fragment row on Listing { listingId price seller marketplace isLive lastTransactionTimestamp }`,
      { a: EXAMPLE.listedTokenDataId, b: EXAMPLE.tokenDataId, c: EXAMPLE.collectionId },
    )
    expect(errors).toBeUndefined()
    expect(data.a.nodes).toMatchObject([
      { price: '200000000', seller: EXAMPLE.owner, marketplace: nativeMarketplace.id, isLive: true },
    ])
    expect(data.b.nodes).toEqual([])
  })

  it('ranks collections by their stats, with limit, offset and a total', async () => {
    const { data } = await ask(`{
      collections(orderBy: ALL_TIME_VOLUME_DESC, first: 1, offset: 0) {
        totalCount nodes { name floorPrice owners supply totalListed }
      }
    }`)
    expect(data.collections).toMatchObject({
      totalCount: 2,
      nodes: [{ name: 'Monkeys', floorPrice: '200000000', owners: '2', supply: '4', totalListed: '2' }],
    })
  })

  it('has no mutations and no account data', async () => {
    expect(await refusal('mutation { x }')).toMatch(/Only queries/)
    expect(await refusal('{ favourites(first: 1) { nodes { wallet } } }')).toMatch(/favourites/)
    const { rows } = await api.store.pool.query(
      `select table_schema || '.' || table_name as name from information_schema.role_table_grants
       where grantee = 'opal_public' and (table_schema <> 'public_api' or privilege_type <> 'SELECT')`,
    )
    expect(rows).toEqual([])
  })
})

describe('a question that asks for too much is refused unanswered', () => {
  it('without a page size, with a large one, by literal, variable or fragment', async () => {
    expect(await refusal('{ listings { nodes { price } } }')).toBe('Give listings a "first" of at most 100.')
    expect(await refusal('{ listings(first: 101) { nodes { price } } }')).toMatch(/at most 100/)
    const byVariable = 'query ($n: Int) { listings(first: $n) { nodes { price } } }'
    expect(await refusal(byVariable, { n: 5000 })).toMatch(/at most 100/)
    expect(await refusal(byVariable)).toMatch(/at most 100/)
    expect(await refusal('{ ...f } fragment f on Query { listings { nodes { price } } }')).toMatch(/at most 100/)
    expect(await refusal('{ listings(first: 1, offset: 10001) { nodes { price } } }')).toMatch(/offset/)
  })

  it('with a negative page, which would lift the bound of all rows', async () => {
    const page = (argument: string) => `{ listings(${argument}) { nodes { price } } }`
    expect(await refusal(page('first: -1'))).toBe('The "first" of listings may not be negative.')
    expect(await refusal(page('last: -1'))).toBe('The "last" of listings may not be negative.')
    expect(await refusal(page('first: 1, offset: -1'))).toBe('The "offset" of listings may not be negative.')
    expect(await refusal(page('first: 1, last: 101'))).toMatch(/at most 100/)
    const within = 'collections(first: 100) { nodes { listings(first: 100) { nodes { price } } } }'
    const skipped = `query ($n: Int, $no: Boolean = true) {
      credit: collections(first: $n) @skip(if: $no) { nodes { name } } a: ${within} b: ${within}
    }`
    expect(await refusal(skipped, { n: -1_000_000_000 })).toMatch(/negative/)
  })

  it('by nesting, by pages within pages, by aliases', async () => {
    const nested = '{ query { query { query { query { query { query { query { query { nodeId } } } } } } } } }'
    expect(await refusal(nested)).toMatch(/at most 8 levels/)
    const within = `{ collections(first: 100) { nodes { listings(first: 100) { nodes { price } }
      sales(first: 100) { nodes { price } } } } }`
    expect(await refusal(within)).toMatch(/5000 rows/)
    const aliases = Array.from({ length: 101 }, (_, at) => `a${at}: listings(first: 1) { nodes { price } }`)
    expect(await refusal(`{ ${aliases.join(' ')} }`)).toMatch(/100 fields at the root/)
    expect((await ask(`{ ${aliases.slice(1).join(' ')} }`)).errors).toBeUndefined()
  })

  it('in text that is no query, too long, or no object', async () => {
    expect(await refusal('{ nonsense')).toMatch(/Syntax Error/)
    expect(await refusal(`{ ${'nodeId '.repeat(9000)} }`)).toMatch(/too many|token|Aborted/i)
    const post = (payload: object) => api.server.inject({ method: 'POST', url: '/marketplace/graphql', payload })
    expect((await post({ query: 5 })).statusCode).toBe(400)
    expect((await post({ query: 'x'.repeat(200_000) })).statusCode).toBe(413)
  })

  it('in two operations of which none is named', async () => {
    expect(await refusal('query a { nodeId } query b { nodeId }')).toMatch(/exactly one/)
  })
})
