import type { ChainScalar, ChainTable } from '@opal/store/queries/chain-graphql/chain-table'
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'
import { SCALARS } from './scalars.ts'

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
/** How text can be compared beside its order. */
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

/** Where nulls go unless said: last ascending, first descending, as in PostgreSQL. */
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
