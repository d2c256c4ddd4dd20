import type { ChainScalar } from '@opal/store/queries/chain-graphql/chain-table'
import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'

/** A whole or decimal number, given as a JSON number or as text, kept as text so that no digit is lost. */
function numberScalar(name: string, pattern: RegExp, description: string): GraphQLScalarType {
  const parse = (value: unknown): string => {
    const text =
      typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? String(value) : ''
    if (!pattern.test(text)) throw new GraphQLError(`parsing ${name} failed`)
    return text
  }
  return new GraphQLScalarType({
    name,
    description,
    serialize: (value) => value,
    parseValue: parse,
    parseLiteral: (node) =>
      parse(node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING ? node.value : null),
  })
}

// Eighteen digits always fit PostgreSQL's bigint.
const bigintScalar = numberScalar(
  'bigint',
  /^-?\d{1,18}$/,
  '64-bit integer; answered as a JSON number with all its digits.',
)
const numericScalar = numberScalar(
  'numeric',
  /^-?\d{1,80}(\.\d{1,40})?$/,
  'Number of any size; answered as a JSON number with all its digits.',
)

const timestampScalar = new GraphQLScalarType({
  name: 'timestamp',
  description: 'UTC, answered without zone, e.g. 2024-06-25T23:56:58.254577; a Z may follow in conditions.',
  serialize: (value) => value,
  parseValue: parseTimestamp,
  parseLiteral: (node) => parseTimestamp(node.kind === Kind.STRING ? node.value : null),
})

function parseTimestamp(value: unknown): string {
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z?)?$/.test(value)
  if (!isTime || Number.isNaN(Date.parse(value))) throw new GraphQLError('invalid input syntax for type timestamp')
  return value
}

const jsonbScalar = new GraphQLScalarType({
  name: 'jsonb',
  description: 'Any JSON.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
})

/** The scalars by Hasura's names. */
export const SCALARS: Readonly<Record<ChainScalar, GraphQLScalarType>> = {
  String: GraphQLString,
  Boolean: GraphQLBoolean,
  Int: GraphQLInt,
  bigint: bigintScalar,
  numeric: numericScalar,
  timestamp: timestampScalar,
  jsonb: jsonbScalar,
}
