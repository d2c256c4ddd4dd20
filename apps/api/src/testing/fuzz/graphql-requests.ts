import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { FuzzRequest } from './fuzz-request.ts'
import { hostileText, hostileValue, knownText } from './hostile-values.ts'
import type { Random } from './random.ts'

/** A GraphQL endpoint and what may be asked there. */
export interface GraphqlTarget {
  readonly url: string
  readonly dialect: 'chain-graphql' | 'market-graphql'
  readonly schema: GraphQLSchema
}

/** A question that fits the schema, or nearly, or not at all. */
export function graphqlRequest(random: Random, { url, dialect, schema }: GraphqlTarget): FuzzRequest {
  const wildness = random.pick([0, 0.05, 0.3])
  const root = schema.getQueryType() as GraphQLObjectType
  const query = random.chance(wildness / 3)
    ? hostileDocument(random, root)
    : `{ ${selection(random, root, wildness, 0)} }`
  const body = random.chance(wildness / 6)
    ? hostileValue(random)
    : {
        query,
        ...(random.chance(0.1) && { variables: hostileValue(random), operationName: random.pick([null, 'x', 5]) }),
      }
  return {
    call: `POST ${url}`,
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body) ?? 'null',
    dialect,
    serverErrors: ['overloaded'],
  }
}

function selection(random: Random, type: GraphQLObjectType, wildness: number, depth: number): string {
  const fields = Object.values(type.getFields())
  const leaves = fields.filter((field) => !isObjectType(getNamedType(field.type)))
  const few = Array.from({ length: random.whole(1, depth === 0 ? 2 : 5) }, () =>
    random.pick(depth > random.whole(1, 5) && leaves.length > 0 ? leaves : fields),
  )
  const parts = few.map((field, at) => {
    const inner = getNamedType(field.type)
    const given = argumentsOf(random, field.args, wildness)
    const nested = isObjectType(inner)
      ? depth > 9
        ? ' { __typename }'
        : ` { ${selection(random, inner, wildness, depth + 1)} }`
      : ''
    return `f${at}: ${field.name}${given}${nested}`
  })
  return parts.join(' ')
}

function argumentsOf(random: Random, all: readonly GraphQLArgument[], wildness: number): string {
  const given = all.filter(({ name, type }) => isNonNullType(type) || random.chance(name === 'first' ? 0.95 : 0.35))
  if (given.length === 0) return ''
  return `(${given.map(({ name, type }) => `${name}: ${literal(random, type, wildness, 0, name)}`).join(', ')})`
}

function literal(random: Random, type: GraphQLInputType, wildness: number, depth: number, name: string): string {
  if (random.chance(wildness / 3))
    return random.pick(['null', '-1', '1.5', 'ZEBRA', '{}', '[]', '[[]]', text(random), '$x', '99999999999999999999'])
  if (isNonNullType(type)) return literal(random, type.ofType, wildness, depth, name)
  if (isListType(type)) {
    const items = Array.from({ length: random.chance(wildness / 5) ? 1_200 : random.whole(0, 3) }, () =>
      literal(random, type.ofType, 0, depth + 1, name),
    )
    return `[${items.join(', ')}]`
  }
  if (isEnumType(type)) return random.pick(type.getValues()).name
  if (isInputObjectType(type)) {
    if (depth > random.whole(2, 14)) return '{}'
    const fields = Object.values(type.getFields())
    const some = new Set(Array.from({ length: random.whole(0, 3) }, () => random.pick(fields)))
    return `{${[...some].map((field) => `${field.name}: ${literal(random, field.type, wildness, depth + 1, field.name)}`).join(', ')}}`
  }
  return scalar(random, type.name, name)
}

function scalar(random: Random, type: string, name: string): string {
  if (type === 'Boolean') return String(random.chance(0.5))
  if (type === 'Int')
    return String(
      name === 'first' || name === 'last'
        ? random.whole(1, 20)
        : random.pick([0, 1, 5, -1, 2_147_483_647, 2_147_483_648]),
    )
  if (/time/i.test(type))
    return random.pick([
      '"2026-01-01T00:00:00"',
      '"infinity"',
      '"294277-01-01T00:00:00"',
      '"0000-00-00T00:00:00"',
      text(random),
    ])
  if (/int|numeric|float|decimal/i.test(type))
    return random.pick([
      '1',
      '"1"',
      '"9223372036854775807"',
      '999999999999999999',
      '"1e400"',
      '"NaN"',
      '-5',
      text(random),
    ])
  if (/json/i.test(type)) return random.pick(['{a: 1}', '[1, [2]]', 'null', '"\\u0000"', '1', text(random)])
  return text(random)
}

function text(random: Random): string {
  return JSON.stringify(random.chance(0.6) ? knownText(random) : hostileText(random))
}

/** Documents that are heavy by their shape. */
function hostileDocument(random: Random, root: GraphQLObjectType): string {
  const field = random.pick(Object.keys(root.getFields()))
  return random.pick([
    () => `${'{ a '.repeat(20_000)}`,
    () => `{ ${'__typename '.repeat(8_000)} }`,
    () => `{ ${Array.from({ length: 2_000 }, (_, at) => `a${at}: __typename`).join(' ')} }`,
    () => `query q { ...a } fragment a on ${root.name} { ...b } fragment b on ${root.name} { ...a }`,
    () =>
      `{ ${Array.from({ length: 300 }, () => '...a').join(' ')} } fragment a on ${root.name} { ${'...b '.repeat(300)} } fragment b on ${root.name} { __typename }`,
    () => `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`,
    () => `query q($a: Int = 1 ${'@a '.repeat(500)}) { ${field} }`,
    () => `{ ${field}(where: ${'{_not: '.repeat(400)}{}${'}'.repeat(400)}) { __typename } }`,
    () => `{ ${field}(x: ${'['.repeat(2_000)}${']'.repeat(2_000)}) }`,
    () => `mutation { ${field} }`,
    () => `subscription { ${field} { __typename } }`,
    () => `{ ${field} @include(if: "x") @skip(if: $no) }`,
    () => hostileText(random),
  ])()
}
