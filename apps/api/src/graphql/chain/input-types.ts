import type { ChainScalar, ChainTable } from '@opal/store/queries/chain-graphql/chain-table'
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLError,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'

/** The input types of a table, named as clients name them in variables. */
export interface InputTypes {
  boolExp(table: string): GraphQLInputObjectType
  orderBy(table: string): GraphQLInputObjectType
}

/** Makes `<table>_bool_exp`, `<table>_order_by`, `<scalar>_comparison_exp` and `order_by`. */
export function createInputTypes(tables: readonly ChainTable[]): InputTypes {
  const comparisons = new Map(Object.keys(SCALARS).map((scalar) => [scalar, comparisonType(scalar as ChainScalar)]))
  const boolExps = new Map<string, GraphQLInputObjectType>()
  const orderBys = new Map<string, GraphQLInputObjectType>()
  for (const table of tables) {
    boolExps.set(table.name, boolExpType(table, comparisons, boolExps))
    orderBys.set(table.name, orderByType(table, orderBys))
  }
  return { boolExp: (name) => one(boolExps, name), orderBy: (name) => one(orderBys, name) }
}

function one(types: ReadonlyMap<string, GraphQLInputObjectType>, name: string): GraphQLInputObjectType {
  const type = types.get(name)
  if (type === undefined) throw new TypeError(`There is no input type for ${name}.`)
  return type
}

const LIKE_OPERATORS = ['_like', '_nlike', '_ilike', '_nilike', '_similar', '_nsimilar']
/** Pattern operators of text. */
const TEXT_OPERATORS = [...LIKE_OPERATORS, '_regex', '_nregex', '_iregex', '_niregex']
const KEYS = new GraphQLList(new GraphQLNonNull(GraphQLString))
const KEY_OPERATORS = {
  _has_key: { type: GraphQLString },
  _has_keys_all: { type: KEYS },
  _has_keys_any: { type: KEYS },
}

function comparisonType(scalar: ChainScalar): GraphQLInputObjectType {
  const type = SCALARS[scalar]
  const many = new GraphQLList(new GraphQLNonNull(type))
  const text = scalar === 'String' ? TEXT_OPERATORS : []
  const operators =
    scalar === 'jsonb'
      ? ['_eq', '_neq', '_contains', '_contained_in']
      : ['_eq', '_neq', '_gt', '_gte', '_lt', '_lte', ...text]
  return new GraphQLInputObjectType({
    name: `${scalar}_comparison_exp`,
    fields: {
      ...Object.fromEntries(operators.map((operator) => [operator, { type }])),
      _in: { type: many },
      _nin: { type: many },
      _is_null: { type: GraphQLBoolean },
      ...(scalar === 'jsonb' ? KEY_OPERATORS : {}),
    },
  })
}

function boolExpType(
  table: ChainTable,
  comparisons: ReadonlyMap<string, GraphQLInputObjectType>,
  boolExps: ReadonlyMap<string, GraphQLInputObjectType>,
): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name: `${table.name}_bool_exp`,
    fields: () => {
      const self = one(boolExps, table.name)
      const many = new GraphQLList(new GraphQLNonNull(self))
      return {
        _and: { type: many },
        _or: { type: many },
        _not: { type: self },
        ...Object.fromEntries(
          Object.entries(table.columns).map(([name, { scalar }]) => [name, { type: one(comparisons, scalar) }]),
        ),
        ...Object.fromEntries(
          Object.entries(table.relations).map(([name, there]) => [name, { type: one(boolExps, there.table) }]),
        ),
      }
    },
  })
}

/** Default order of nulls: last ascending, first descending, as in PostgreSQL. */
const direction = new GraphQLEnumType({
  name: 'order_by',
  values: { asc: {}, asc_nulls_first: {}, asc_nulls_last: {}, desc: {}, desc_nulls_first: {}, desc_nulls_last: {} },
})

function orderByType(table: ChainTable, orderBys: ReadonlyMap<string, GraphQLInputObjectType>): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name: `${table.name}_order_by`,
    fields: () => ({
      ...Object.fromEntries(Object.keys(table.columns).map((name) => [name, { type: direction }])),
      ...Object.fromEntries(
        Object.entries(table.relations)
          .filter(([, { isMany }]) => isMany !== true)
          .map(([name, there]) => [name, { type: one(orderBys, there.table) }]),
      ),
    }),
  })
}

/** A whole or decimal number, given as a JSON number or as text, and parsed to text so that no digit is lost. */
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
