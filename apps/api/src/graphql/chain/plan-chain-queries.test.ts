import * as fc from 'fast-check'
import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { MAX_ARGUMENT_PARTS } from '../argument-parts.ts'
import { chainSchema } from './chain-schema.ts'
import { LIMITS, operationsOf } from './limits.ts'
import { planChainQueries } from './plan-chain-queries.ts'

describe('planChainQueries', () => {
  it('plans each root field, with what it selects', () => {
    const planned = plan('{ a: current_token_datas_v2 { token_name current_collection { uri } } __typename }')
    expect(planned).toMatchObject([
      { kind: 'rows', key: 'a', table: 'current_token_datas_v2' },
      { kind: 'constant', key: '__typename' },
    ])
  })

  it('refuses a small document whose fragments unfold into very many fields', () => {
    const aliases = (relation: string, inner: string) =>
      Array.from({ length: 40 }, (_, index) => `r${index}: ${relation} { ...${inner} }`).join(' ')
    const bomb = `
      { ${Array.from({ length: 40 }, (_, index) => `q${index}: token_activities_v2(limit: 1) { ...A }`).join(' ')} }
      fragment A on token_activities_v2 { ${aliases('current_token_data', 'B')} }
      fragment B on current_token_datas_v2 { ${aliases('current_collection', 'C')} }
      fragment C on current_collections_v2 { ${aliases('cdn_asset_uris', 'D')} }
      fragment D on nft_metadata_crawler_parsed_asset_uris { asset_uri }`
    expect(() => plan(bomb)).toThrow('the operation selects too many fields')
  })

  it('refuses fields that are many for the number of their rows, wherever these are multiplied', () => {
    const aliases = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: token_name`).join(' ')
    const owned = (outer: number, inner: number, fields: number) =>
      `{ current_token_ownerships_v2(limit: ${outer}) { current_token_data {
        current_token_ownerships(limit: ${inner}) { current_token_data { ${aliases(fields)} } } } } }`
    for (const [outer, inner, fields] of [
      [100, 99, 10],
      [99, 100, 10],
      [60, 40, 41],
    ] as const)
      expect(() => plan(owned(outer, inner, fields)), `${outer}/${inner}/${fields}`).toThrow('too many values')
    for (const [outer, inner, fields] of [
      [100, 99, 5],
      [10, 10, 45],
      [1, 100, 45],
    ] as const)
      expect(() => plan(owned(outer, inner, fields)), `${outer}/${inner}/${fields}`).not.toThrow()
    const roots = Array.from({ length: 30 }, (_, at) => `r${at}: current_token_datas_v2 { ${aliases(40)} }`).join(' ')
    expect(() => plan(`{ ${roots} }`)).toThrow('too many values')
  })
})

it.each([
  ['where', { _or: Array.from({ length: 95 }, () => ({ amount: { _eq: '1' } })) }],
  ['order_by', Array.from({ length: 20 }, () => ({ amount: 'asc' }))],
  ['distinct_on', Array.from({ length: 200 }, () => 'amount')],
  ['where', { owner_address: { _eq: 'x'.repeat(10_000) } }],
])('refuses a large %s that many fields share', (argument, value) => {
  const asked = (roots: number, relations: number) => {
    const all = Array.from({ length: roots }, (_, at) => `a${at}: current_token_datas_v2(limit: 1) { ...f }`)
    const many = Array.from(
      { length: relations },
      (_, at) => `r${at}: current_token_ownerships(${argument}: $v, limit: 1) { amount }`,
    )
    plan(`query ($v: x) { ${all.join(' ')} } fragment f on current_token_datas_v2 { ${many.join(' ')} }`, { v: value })
  }
  expect(() => asked(20, 40)).toThrow('the arguments of all fields together are too large')
  expect(() => asked(2, 10)).not.toThrow()
})

it('refuses an order by more than twenty columns, in however many parts and of whatever relations', () => {
  const columns = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 15 })
  const place = fc.constantFrom('own', 'token', 'collection')
  fc.assert(
    fc.property(columns, place, (parts, of) => {
      const names = ['last_transaction_version', 'last_transaction_timestamp', 'token_standard']
      const own = ['amount', 'owner_address', 'storage_id']
      const order = parts.map((count) => {
        const within = Object.fromEntries((of === 'own' ? own : names).slice(0, count).map((name) => [name, 'desc']))
        if (of === 'own') return within
        return { current_token_data: of === 'token' ? within : { current_collection: within } }
      })
      const asked = () => plan('query ($v: x) { current_token_ownerships_v2(order_by: $v) { amount } }', { v: order })
      const total = parts.reduce((sum, count) => sum + count, 0)
      if (total > 20) expect(asked).toThrow('the order_by argument names too many columns')
      else expect(asked).not.toThrow()
    }),
  )
})

it('counts an operation by the size of its whole plan, as its SQL is as long', () => {
  const counted = (roots: number, conditions: number, fields: number) => {
    const of = (count: number, text: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => text(at)).join(' ')
    const query = `query ($v: x) { ${of(roots, (at) => `a${at}: current_token_datas_v2(where: $v, limit: 1) { ...f }`)} }
      fragment f on current_token_datas_v2 { ${of(fields, (at) => `f${at}: token_name`)} }`
    const where = { _or: Array.from({ length: conditions }, () => ({ token_name: { _eq: 'a' } })) }
    return operationsOf(plan(query, { v: where }))
  }
  expect(counted(1, 1, 1)).toBe(1)
  expect(counted(10, 20, 15)).toBe(1)
  const sizes = fc.tuple(
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 1, max: 90 }),
    fc.integer({ min: 1, max: 45 }),
  )
  fc.assert(
    fc.property(sizes, ([roots, conditions, fields]) => {
      const parts = roots * (3 * conditions + 4 * fields)
      expect(counted(roots, conditions, fields)).toBeGreaterThanOrEqual(Math.ceil(parts / LIMITS.partsCounted))
    }),
  )
})

it('counts the arguments of an aggregate for each of its parts, which read the rows for themselves', () => {
  const asked = (roots: number, parts: number, conditions: number) => {
    const all = Array.from(
      { length: roots },
      (_, at) => `r${at}: current_token_ownerships_v2_aggregate(where: $v) { ...f }`,
    )
    const each = Array.from(
      { length: parts },
      (_, at) => `p${at}: ${at % 2 === 0 ? 'aggregate { count }' : 'nodes { amount }'}`,
    )
    const fragment = `fragment f on current_token_ownerships_v2_aggregate { ${each.join(' ')} }`
    const where = { _or: Array.from({ length: conditions }, () => ({ amount: { _eq: '1' } })) }
    return plan(`query ($v: x) { ${all.join(' ')} } ${fragment}`, { v: where })
  }
  const sizes = fc.tuple(
    fc.integer({ min: 1, max: 10 }),
    fc.integer({ min: 1, max: 45 }),
    fc.integer({ min: 1, max: 95 }),
  )
  fc.assert(
    fc.property(sizes, ([roots, parts, conditions]) => {
      const written = roots * parts * 3 * conditions
      if (written > MAX_ARGUMENT_PARTS)
        expect(() => asked(roots, parts, conditions)).toThrow('the arguments of all fields together are too large')
      else if (written < MAX_ARGUMENT_PARTS / 2) {
        const counted = operationsOf(asked(roots, parts, conditions))
        expect(counted).toBeGreaterThanOrEqual(Math.ceil(written / LIMITS.partsCounted))
      }
    }),
  )
})

it('refuses many counts of the columns of a large list', () => {
  const asked = (fields: number) => {
    const counts = Array.from({ length: fields }, (_, at) => `c${at}: count(columns: $v)`).join(' ')
    plan(`query ($v: x) { current_token_ownerships_v2_aggregate { aggregate { ${counts} } } }`, {
      v: Array.from({ length: 1_000 }, () => 'amount'),
    })
  }
  expect(() => asked(40)).toThrow('the arguments of all fields together are too large')
  expect(() => asked(4)).not.toThrow()
})

it('refuses long names of fields, which each row repeats', () => {
  const named = (length: number) => `{ current_token_datas_v2 { ${'x'.repeat(length)}: token_name } }`
  expect(() => plan(named(201))).toThrow("an alias of a field of 'current_token_datas_v2' is too long")
  expect(() => plan(named(200))).not.toThrow()
})

it('counts long columns as many values', () => {
  const owned = (rows: number, column: string) => `{ current_token_ownerships_v2(limit: ${rows}) { current_token_data {
    current_token_ownerships(limit: 60) { current_token_data { ${column} } } } } }`
  for (const column of ['description', 'token_properties']) {
    expect(() => plan(owned(100, `a: ${column} b: ${column}`)), column).toThrow('too many values')
    expect(() => plan(owned(10, `a: ${column} b: ${column}`)), column).not.toThrow()
  }
})

function plan(query: string, variables: Readonly<Record<string, unknown>> = {}) {
  const { definitions } = parse(query)
  const fragments = definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
  return planChainQueries({
    schema: chainSchema,
    operation: definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode,
    fragments: Object.fromEntries(fragments.map((node) => [node.name.value, node])),
    variables,
  })
}
