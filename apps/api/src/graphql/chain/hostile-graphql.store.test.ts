import { setTimeout as delay } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { clientAt } from '@opal/domain/limits/client'
import { connect } from '@opal/store/driver/connection'
import { OperationPlan } from 'postgraphile/grafast'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { operationGatesOf, quickOperations } from '../operation-gates.ts'
import { runChainOperation } from './run-chain-operation.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function ask(url: string, payload: string | object, remoteAddress = '127.0.0.1') {
  const headers = { 'content-type': 'application/json' }
  const answer = await api.server.inject({ method: 'POST', url, headers, payload, remoteAddress })
  return { status: answer.statusCode, json: answer.json(), text: answer.body }
}
const chain = (query: string, variables = {}) => ask('/chain/graphql', { query, variables })
const market = (query: string, variables = {}) => ask('/marketplace/graphql', { query, variables })

/** Fragments that spread the next one twice: 2^levels fields for a parser that follows each of them. */
function doubling(type: string, levels: number, last: string): string {
  const fragments = Array.from({ length: levels }, (_, at) => {
    const inner = at === levels - 1 ? last : `...f${at + 1} ...f${at + 1}`
    return `fragment f${at} on ${type} { ${inner} }`
  })
  return `{ ...f0 } ${fragments.join(' ')}`
}

/** Written as text: to serialize such an object would fail before the server does. */
const nested = (opening: string, levels: number, closing: string) =>
  `${opening.repeat(levels)}{}${closing.repeat(levels)}`

describe('a question to GraphQL', () => {
  it.each([['{ a '.repeat(3_000)], [`{ a(x: ${'['.repeat(2_000)}`], [`{ a(x: ${'{_not: '.repeat(1_000)}`]])(
    '%#: nested without end is refused before it is parsed',
    async (query) => {
      expect((await chain(query)).json.errors[0].message).toMatch(/nested too deeply/)
      expect(await market(query)).toMatchObject({
        status: 400,
        json: { errors: [{ message: expect.stringContaining('nested too deeply') }] },
      })
    },
  )

  it('whose fragments double forty times is read once, or refused before it is planned', async () => {
    const asked = await chain(doubling('query_root', 40, '__typename'))
    expect(asked.json).toEqual({ data: { __typename: 'query_root' } })
    for (const last of ['__typename', 'nodeId', 'listings(first: 1) { nodes { price } }']) {
      const refused = await market(doubling('Query', 40, last))
      expect(refused.status).toBe(400)
      expect(refused.json.errors[0].message).toMatch(/^Ask for at most \d+ fields/)
    }
    expect((await market(doubling('Query', 5, '__typename'))).json).toEqual({ data: { __typename: 'Query' } })
  })

  it('of aliases without end is refused', async () => {
    const many = (field: string, count: number) =>
      `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ')} }`
    const root = await market(many('listings(first: 1) { nodes { price } }', 101))
    expect(root).toMatchObject({
      status: 400,
      json: { errors: [{ message: 'Ask for at most 100 fields at the root.' }] },
    })
    const rows = await market(many('listings(first: 50) { nodes { price } }', 100))
    expect(rows.json.data.a99).toEqual(rows.json.data.a0)
    const over = `{ listings(first: 100) { nodes ${many('__typename', 3_999)} } }`
    expect((await market(over)).json.errors[0].message).toMatch(/at most 2500 fields|5000 tokens/)
    const table = 'current_token_datas_v2 { token_name }'
    expect((await chain(many(table, 51))).json.errors[0].message).toBe('too many root fields')
  })

  it('with a variable that very many fields use is refused before it is planned', async () => {
    const listed = Array.from({ length: 40 }, (_, at) => `a${at}: listings(first: 1, orderBy: $o) { nodes { price } }`)
    const query = `query ($o: [ListingsOrderBy!]) { ${listed.join(' ')} }`
    const orders = (length: number) => ({ o: Array.from({ length }, () => 'PRICE_ASC') })
    expect(await market(query, orders(600))).toMatchObject({
      status: 400,
      json: { errors: [{ message: 'The arguments of all fields together are too large.' }] },
    })
    expect((await market(query, orders(2))).json.errors).toBeUndefined()
    const where = { amount: { _in: Array.from({ length: 900 }, () => 1) } }
    const held = Array.from(
      { length: 40 },
      (_, at) => `a${at}: current_token_ownerships_v2(limit: 1, where: $w) { amount }`,
    )
    const shared = (fields: number) =>
      chain(`query ($w: current_token_ownerships_v2_bool_exp) { ${held.slice(0, fields).join(' ')} }`, { w: where })
    expect((await shared(40)).json.errors[0].message).toBe('the arguments of all fields together are too large')
    expect((await shared(10)).json).toHaveProperty('data')
  })

  it('leaves no plan in memory, however many are sent', async () => {
    for (let at = 0; at < 10; at += 1)
      expect((await market(`{ collections(first: 3) { nodes { name${at}: name } } }`)).status).toBe(200)
    expect(queryObjects(OperationPlan, { format: 'count' })).toBeLessThanOrEqual(3)
  })

  it('of the market is prepared on no connection, however often it is sent', async () => {
    for (let use = 1; use <= 5; use += 1)
      expect((await market('{ listings(first: 7) { nodes { price } } }')).status).toBe(200)
    const { pool } = api.context.store
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
    const prepared = `select statement from pg_prepared_statements where statement like '%public_api%'`
    const found = await Promise.all(clients.map((client) => client.query(prepared)))
    for (const client of clients) client.release()
    expect(found.flatMap(({ rows }) => rows)).toEqual([])
  })

  it.each([1, 30, 100])(
    'of %i fields that are slow takes one connection of the store, and leaves the others to other calls',
    async (count) => {
      await market('{ __typename }')
      const { pool } = api.context.store
      const holder = await api.store.pool.connect()
      await holder.query('begin; lock table market.listings in access exclusive mode')
      const fields = Array.from(
        { length: count },
        (_, at) => `f${at}: listings(first: 1, offset: ${at}) { nodes { price } }`,
      )
      const asked = market(`{ ${fields.join(' ')} }`)
      const busy = () => pool.totalCount - pool.idleCount
      await expect.poll(busy).toBe(1)
      // In its quick turn, and in the long one that follows.
      for (let at = 0; at < 25; at += 1) {
        await delay(20)
        expect(busy()).toBeLessThanOrEqual(1)
        expect(pool.waitingCount).toBe(0)
      }
      await holder.query('rollback')
      holder.release()
      const { status, json } = await asked
      expect({ status, errors: json.errors, fields: Object.keys(json.data).length }).toEqual({
        status: 200,
        fields: count,
      })
    },
  )

  it('of the chain is prepared on no connection, however often it is sent', async () => {
    const { connectionString } = api.store
    await using store = connect({ connectionString, applicationName: 'test', workload: 'requests', maxConnections: 1 })
    const client = clientAt('127.0.0.1')
    const context = { store, operationGates: operationGatesOf(client) }
    const query = '{ current_collections_v2(where: {max_supply: {_gt: 1}}) { uri } }'
    for (let use = 1; use <= 5; use += 1)
      await runChainOperation(context, { query, variables: {}, operationName: null }, async () => undefined)
    const prepared = `select statement from pg_prepared_statements where statement like '%max_supply%'`
    expect((await store.pool.query(prepared)).rows).toEqual([])
  })

  it('whose answer would be very large gets none, and a sentence that says what to do', async () => {
    const { tokenDataId } = EXAMPLE
    await api.store.pool.query(
      `update chain.current_token_datas_v2 set description = repeat('long', 500) where token_data_id = $1`,
      [tokenDataId],
    )
    await api.store.pool.query(
      `insert into chain.current_token_ownerships_v2 select made.* from generate_series(1, 100) k,
        (select to_jsonb(o) as row from chain.current_token_ownerships_v2 o where token_data_id = $1 limit 1) o,
        jsonb_populate_record(null::chain.current_token_ownerships_v2,
          o.row || jsonb_build_object('owner_address', '0x77' || lpad(to_hex(k), 62, '0'))) made`,
      [tokenDataId],
    )
    const described = (
      holders: number,
    ) => `{ current_token_ownerships_v2(where: {token_data_id: {_eq: "${tokenDataId}"}}) {
      current_token_data { current_token_ownerships(limit: ${holders}) { current_token_data { description } } } } }`
    expect((await chain(described(80))).json.errors).toMatchObject([
      { message: expect.stringContaining('the answer is too large') },
    ])
    expect((await chain(described(9))).json).toHaveProperty('data')
  })

  it('whose selections of one name meet too often is refused before it is validated', async () => {
    const chains = Array.from({ length: 200 }, (_, at) => `b{b{b{b{b{b{y${at}:a}}}}}}`).join(' ')
    const words = 'Ask for each field once, or use an alias.'
    expect(
      (await chain(`{ ${chains.slice(0, chains.length / 2).replace(/b\{[^ ]*$/, '')} }`)).json.errors[0].message,
    ).toBe(words)
    expect((await market(`{ ${chains} }`)).json.errors[0].message).toBe(words)
  })

  it('with variables nested without end is refused in words', async () => {
    const query = 'query q($w: current_token_datas_v2_bool_exp) { current_token_datas_v2(where: $w) { token_name } }'
    const where = await ask(
      '/chain/graphql',
      `{"query":"${query}","variables":{"w":${nested('{"_not":', 1_500, '}')}}}`,
    )
    expect(where.text).toContain('nested too deeply')
    const json =
      'query q($j: jsonb) { current_token_datas_v2(where: {token_properties: {_contains: $j}}) { token_name } }'
    const contains = await ask('/chain/graphql', `{"query":"${json}","variables":{"j":${nested('[', 1_500, ']')}}}`)
    expect(contains.text).toContain('nested too deeply')
    const page = `{"query":"{ __typename }","variables":{"x":${nested('[', 1_500, ']')}}}`
    expect(await ask('/marketplace/graphql', page)).toMatchObject({
      status: 400,
      json: { errors: [{ message: 'The variables are nested too deeply.' }] },
    })
    for (const path of ['/chain/graphql', '/marketplace/graphql']) {
      const deeper = `{"query":"{ __typename }","variables":{"x":${nested('[', 30_000, ']')}}}`
      expect(await ask(path, deeper)).toMatchObject({ status: 400, json: { error: { code: 'invalid-request' } } })
    }
  })

  it('is answered with a sentence about a value that cannot be one', async () => {
    const nul = await chain(
      '{ current_token_datas_v2(where: {token_properties: {_contains: "\\u0000"}}) { token_name } }',
    )
    expect(nul.json.errors).toMatchObject([{ extensions: { code: 'data-exception' } }])
    const sale = await market('{ sale(version: "NaN", eventIndex: 0) { price } }')
    expect(sale.json.errors).toMatchObject([{ message: 'A value does not fit its type.' }])
  })

  it('with a cursor of another list gets an error that says so', async () => {
    const { json } = await market('{ listings(first: 1, after: "WyJ4IiwxXQ==") { nodes { price } } }')
    expect(json.errors[0].message).toMatch(/^Invalid 'after' cursor/)
  })

  it('tells rows apart only by what they are first ordered by', async () => {
    const distinct = (order: string) =>
      chain(`{ token_activities_v2(distinct_on: [token_data_id, type], order_by: ${order}) { type } }`)
    const { json } = await distinct('[{token_data_id: asc}, {transaction_version: desc}]')
    expect(json.errors).toMatchObject([{ message: '"distinct_on" columns must match initial "order_by" columns' }])
    for (const order of ['[]', '{token_data_id: asc}', '[{type: asc}, {token_data_id: asc}, {from_address: asc}]']) {
      expect((await distinct(order)).json.errors, order).toBeUndefined()
    }
  })

  it('of many regular expressions is refused, and of plain patterns is not', async () => {
    const search = (patterns: readonly string[]) =>
      chain(
        `{ token_activities_v2(where: {_or: [${patterns.map((one) => `{token_data_id: {_regex: ${JSON.stringify(one)}}}`).join(', ')}]}) { token_data_id } }`,
      )
    const expressions = Array.from({ length: 4 }, (_, at) => `(a{1,9}b?){1,9}${at}`)
    expect((await search(expressions)).json.errors[0].message).toBe('the operation has more than 3 regular expressions')
    expect((await search(expressions.slice(1))).json).toHaveProperty('data')
    expect((await search(Array.from({ length: 50 }, (_, at) => `Monkey ${at}`))).json).toHaveProperty('data')
    const spread = expressions.map(
      (one, at) =>
        `a${at}: token_activities_v2(where: {token_data_id: {_similar: ${JSON.stringify(one)}}}) { token_data_id }`,
    )
    expect((await chain(`{ ${spread.join(' ')} }`)).json.errors[0].message).toMatch(/more than 3/)
  })

  it('by a regular expression that is not quick is refused after many of its client, and waits for those of others', async () => {
    const held = Promise.withResolvers<void>()
    const own = operationGatesOf(clientAt('127.0.0.1')).long
    const others = Array.from({ length: 20 }, () => own(() => held.promise).catch(() => undefined))
    const query = '{ current_token_datas_v2(where: {token_name: {_regex: "a.b"}}) { token_name } }'
    const quick = '{ token_activities_v2(where: {token_data_id: {_regex: "a.b"}}) { token_data_id } }'
    const holder = await api.store.pool.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('begin; lock table chain.current_token_datas_v2 in access exclusive mode')
    expect((await chain(query)).json.errors[0].extensions.code).toBe('overloaded')
    for (const one of [quick, quick.replace('a.b', 'ab')]) expect((await chain(one)).json).toHaveProperty('data')
    const { pool } = api.context.store
    const busy = () => pool.totalCount - pool.idleCount
    const ofAnother = ask('/chain/graphql', { query }, '203.0.113.9')
    await expect.poll(busy).toBe(1)
    await expect.poll(busy).toBe(0)
    await holder.query('rollback')
    expect(await Promise.race([ofAnother, delay(300, 'waits')])).toBe('waits')
    held.resolve()
    expect((await ofAnother).json).toHaveProperty('data')
    await Promise.all(others)
    expect((await chain(query)).json).toHaveProperty('data')
  })

  it('waits in one queue, whichever endpoint it is sent to', async () => {
    const held = Promise.withResolvers<void>()
    const others = Array.from({ length: 100 }, () => quickOperations.add(clientAt('127.0.0.1'), () => held.promise))
    expect((await chain('{ __typename }')).json.errors[0].extensions.code).toBe('overloaded')
    expect((await market('{ __typename }')).status).toBe(503)
    held.resolve()
    await Promise.all(others)
    expect((await market('{ __typename }')).json).toEqual({ data: { __typename: 'Query' } })
  })

  it('finds no place after many of the networks of its IPv6 /48, and takes none of others', async () => {
    const held = Promise.withResolvers<void>()
    const network = (at: number) => `2001:db8:48:${at.toString(16)}::1`
    const flood = Array.from({ length: 300 }, (_, at) =>
      quickOperations.add(clientAt(network(at)), () => held.promise).catch(() => 'refused'),
    )
    for (const url of ['/chain/graphql', '/marketplace/graphql'])
      expect((await ask(url, { query: '{ __typename }' }, network(999))).text, url).toContain('busy')
    const other = ask('/chain/graphql', { query: '{ __typename }' }, '203.0.113.9')
    held.resolve()
    expect((await other).json).toHaveProperty('data')
    expect((await Promise.all(flood)).filter((outcome) => outcome !== 'refused')).toHaveLength(100)
  })
})
