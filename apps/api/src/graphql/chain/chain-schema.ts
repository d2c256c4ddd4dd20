import type { AggregateFunction } from '@opal/store/queries/chain-graphql/chain-query'
import type { ChainColumn, ChainScalar, ChainTable } from '@opal/store/queries/chain-graphql/chain-table'
import { CHAIN_TABLES, chainTable } from '@opal/store/queries/chain-graphql/chain-tables'
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql'
import { createInputTypes, type InputTypes, SCALARS } from './input-types.ts'

function buildChainSchema(): GraphQLSchema {
  const inputs = createInputTypes(CHAIN_TABLES)
  const objects = new Map<string, GraphQLObjectType>()
  const selects = new Map(CHAIN_TABLES.map((table) => [table.name, selectColumn(table)]))
  const argsOf = (table: ChainTable) => rowArguments(table, inputs, selects.get(table.name) as GraphQLEnumType)
  for (const table of CHAIN_TABLES) objects.set(table.name, rowType(table, objects, argsOf))
  const fields: GraphQLFieldConfigMap<unknown, unknown> = {}
  for (const table of CHAIN_TABLES) {
    const row = objects.get(table.name) as GraphQLObjectType
    const select = selects.get(table.name) as GraphQLEnumType
    const args = argsOf(table)
    fields[table.name] = { type: manyOf(row), args }
    if (table.key !== undefined) fields[`${table.name}_by_pk`] = { type: row, args: keyArguments(table, table.key) }
    if (table.hasAggregate === true) {
      fields[`${table.name}_aggregate`] = { type: new GraphQLNonNull(aggregateType(table, row, select)), args }
    }
  }
  return new GraphQLSchema({ query: new GraphQLObjectType({ name: 'query_root', fields }) })
}

function manyOf(type: GraphQLObjectType) {
  return new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)))
}

function keyArguments(table: ChainTable, key: readonly string[]): GraphQLFieldConfigArgumentMap {
  return Object.fromEntries(
    key.map((name) => [name, { type: new GraphQLNonNull(SCALARS[columnOf(table, name).scalar]) }]),
  )
}

function columnOf(table: ChainTable, name: string): ChainColumn {
  const column = table.columns[name]
  if (column === undefined) throw new TypeError(`${table.name} has no column ${name}.`)
  return column
}

function rowType(
  table: ChainTable,
  objects: ReadonlyMap<string, GraphQLObjectType>,
  argsOf: (table: ChainTable) => GraphQLFieldConfigArgumentMap,
): GraphQLObjectType {
  return new GraphQLObjectType({
    name: table.name,
    fields: () => {
      const columns = Object.entries(table.columns).map(([name, { scalar, nullable }]) => [
        name,
        { type: nullable ? SCALARS[scalar] : new GraphQLNonNull(SCALARS[scalar]) },
      ])
      const relations = Object.entries(table.relations).map(([name, { table: there, isMany }]) => {
        const row = objects.get(there) as GraphQLObjectType
        return [name, isMany === true ? { type: manyOf(row), args: argsOf(chainTable(there)) } : { type: row }]
      })
      return Object.fromEntries([...columns, ...relations])
    },
  })
}

function selectColumn(table: ChainTable): GraphQLEnumType {
  return new GraphQLEnumType({
    name: `${table.name}_select_column`,
    values: Object.fromEntries(Object.keys(table.columns).map((name) => [name, {}])),
  })
}

function rowArguments(table: ChainTable, inputs: InputTypes, select: GraphQLEnumType): GraphQLFieldConfigArgumentMap {
  return {
    distinct_on: { type: new GraphQLList(new GraphQLNonNull(select)) },
    limit: { type: GraphQLInt },
    offset: { type: GraphQLInt },
    order_by: { type: new GraphQLList(new GraphQLNonNull(inputs.orderBy(table.name))) },
    where: { type: inputs.boolExp(table.name) },
  }
}

function aggregateType(table: ChainTable, row: GraphQLObjectType, select: GraphQLEnumType): GraphQLObjectType {
  const fields = new GraphQLObjectType({
    name: `${table.name}_aggregate_fields`,
    fields: {
      ...functionsOf(table),
      count: {
        type: new GraphQLNonNull(GraphQLInt),
        args: { columns: { type: new GraphQLList(new GraphQLNonNull(select)) }, distinct: { type: GraphQLBoolean } },
      },
    },
  })
  return new GraphQLObjectType({
    name: `${table.name}_aggregate`,
    fields: { aggregate: { type: fields }, nodes: { type: manyOf(row) } },
  })
}

const NUMBERS: readonly ChainScalar[] = ['Int', 'bigint', 'numeric']
const ORDERED: readonly ChainScalar[] = [...NUMBERS, 'String', 'timestamp']
/** Aggregate functions by the columns they apply to; an average is always a decimal. */
const FUNCTIONS: Readonly<Record<AggregateFunction, readonly ChainScalar[]>> = {
  sum: NUMBERS,
  avg: NUMBERS,
  max: ORDERED,
  min: ORDERED,
}

function functionsOf(table: ChainTable): GraphQLFieldConfigMap<unknown, unknown> {
  const types = Object.entries(FUNCTIONS).flatMap(([name, scalars]) => {
    const columns = Object.entries(table.columns).flatMap(([column, { scalar }]) =>
      scalars.includes(scalar) ? [[column, { type: name === 'avg' ? GraphQLFloat : SCALARS[scalar] }] as const] : [],
    )
    if (columns.length === 0) return []
    const type = new GraphQLObjectType({ name: `${table.name}_${name}_fields`, fields: Object.fromEntries(columns) })
    return [[name, { type }] as const]
  })
  return Object.fromEntries(types)
}

/** The GraphQL schema of the chain indexer, made from the tables' metadata with Hasura's type names. */
export const chainSchema: GraphQLSchema = buildChainSchema()
