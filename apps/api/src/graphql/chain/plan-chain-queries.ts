import type {
  AggregateField,
  AggregateFunction,
  AggregatePart,
  BoolExp,
  ChainQuery,
  OrderBy,
  RowArguments,
  RowField,
} from '@opal/store/queries/chain-graphql/chain-query'
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isNonNullType,
  type OperationDefinitionNode,
} from 'graphql'
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js'
import { argumentParts, MAX_ARGUMENT_PARTS } from '../argument-parts.ts'
import { ChainGraphqlError, checkConditions, checkOrder, LIMITS, valuesOf } from './limits.ts'

/** A validated operation with its coerced variables. */
export interface Operation {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
  readonly variables: Readonly<Record<string, unknown>>
}

/** An operation while it is planned, with how many fields it may still select, values of rows, and parts of arguments. */
interface Planned extends Operation {
  readonly budget: { fields: number; values: number; argumentParts: number }
}

/** Where an operation asks for a field: once, or also in fragments. */
type FieldNodes = readonly [FieldNode, ...FieldNode[]]
type Selection = ReadonlyMap<string, FieldNodes>

/** Types what was collected: each of the fields is asked for somewhere. */
function toSelection(collected: ReadonlyMap<string, readonly FieldNode[]>): Selection {
  return collected as Selection
}

/**
 * Returns the store query of each root field, with fragments and directives resolved; introspection fields are omitted.
 * @throws ChainGraphqlError when it asks too much.
 */
export function planChainQueries(operationAsked: Operation): readonly ChainQuery[] {
  const budget = { fields: LIMITS.allFields, values: LIMITS.allValues, argumentParts: MAX_ARGUMENT_PARTS }
  const asked: Planned = { ...operationAsked, budget }
  const { schema, operation, fragments, variables } = asked
  const root = schema.getQueryType() as GraphQLObjectType
  const selection = toSelection(collectFields(schema, fragments, variables, root, operation.selectionSet))
  if (selection.size > LIMITS.rootFields) throw new ChainGraphqlError('too many root fields')
  return [...selection].flatMap(([key, nodes]) => {
    const name = nodes[0].name.value
    if (name === '__schema' || name === '__type') return []
    if (name === '__typename') return [{ kind: 'constant', key, value: root.name } as const]
    return [planRoot(asked, root, key, nodes)]
  })
}

function planRoot(asked: Planned, root: GraphQLObjectType, key: string, nodes: FieldNodes): ChainQuery {
  const [node] = nodes
  const field = root.getFields()[node.name.value]
  if (field === undefined) throw new ChainGraphqlError(`field '${node.name.value}' not found in type: '${root.name}'`)
  const type = getNamedType(field.type) as GraphQLObjectType
  const values = getArgumentValues(field, node, asked.variables)
  const selection = subfields(asked, type, nodes)
  if (field.name.endsWith('_by_pk')) {
    const args = rowArguments(asked, { where: equalTo(values), limit: 1 })
    return { kind: 'one', key, table: type.name, args, fields: rowFields(asked, type, selection, 1, 1) }
  }
  const args = rowArguments(asked, values)
  if (!type.name.endsWith('_aggregate')) {
    return { kind: 'rows', key, table: type.name, args, fields: rowFields(asked, type, selection, 1, args.limit) }
  }
  const table = type.name.replace(/_aggregate$/, '')
  const parts = aggregateParts(asked, type, selection)
  // Each part reads the rows for itself.
  for (const _ of parts.slice(1)) spendArgument(asked, values)
  return { kind: 'aggregate', key, table, args: aggregateArguments(args, node, asked), parts }
}

/** The row whose columns have these values. */
function equalTo(values: Readonly<Record<string, unknown>>): BoolExp {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { _eq: value }]))
}

/** An aggregate counts all rows unless a limit is asked for. */
function aggregateArguments(args: RowArguments, node: FieldNode, asked: Planned): RowArguments {
  const limit = node.arguments?.find((argument) => argument.name.value === 'limit')
  const isSet =
    limit !== undefined && !(limit.value.kind === 'Variable' && asked.variables[limit.value.name.value] === undefined)
  return isSet ? args : { ...args, limit: COUNT_LIMIT }
}
const COUNT_LIMIT = 10_000_000

function rowArguments(asked: Planned, values: Readonly<Record<string, unknown>>): RowArguments {
  spendArgument(asked, values)
  const where = (values.where ?? {}) as BoolExp
  checkConditions(where)
  const { limit, offset } = values as { limit?: number | null; offset?: number | null }
  if ((limit ?? 0) < 0 || (offset ?? 0) < 0) throw new ChainGraphqlError('unexpected negative value')
  const orderBy = (values.order_by ?? []) as readonly OrderBy[]
  checkOrder(orderBy)
  const distinctOn = (values.distinct_on ?? []) as readonly string[]
  checkDistinct(distinctOn, orderBy)
  return {
    where,
    orderBy,
    distinctOn,
    limit: Math.min(limit ?? LIMITS.rows, LIMITS.rows),
    offset: Math.min(offset ?? 0, LIMITS.maxOffset),
  }
}

/** @throws ChainGraphqlError when the arguments of the operation have too many parts with this one. */
function spendArgument({ budget }: Planned, value: unknown): void {
  budget.argumentParts -= argumentParts(value, budget.argumentParts)
  if (budget.argumentParts < 0) throw new ChainGraphqlError('the arguments of all fields together are too large')
}

/** @throws ChainGraphqlError when `distinct_on` names other columns than rows are first ordered by. */
function checkDistinct(distinctOn: readonly string[], orderBy: readonly OrderBy[]): void {
  const ordered = orderBy.flatMap((order) => Object.entries(order).flatMap(([name, by]) => (by === null ? [] : [name])))
  const first = [...new Set(ordered)].slice(0, new Set(distinctOn).size)
  if (first.some((name) => !distinctOn.includes(name))) {
    throw new ChainGraphqlError('"distinct_on" columns must match initial "order_by" columns')
  }
}

function subfields(
  { schema, fragments, variables, budget }: Planned,
  type: GraphQLObjectType,
  nodes: FieldNodes,
): Selection {
  const selection = toSelection(collectSubfields(schema, fragments, variables, type, nodes))
  budget.fields -= selection.size
  if (budget.fields < 0) throw new ChainGraphqlError('the operation selects too many fields')
  if (selection.size > LIMITS.fields) throw new ChainGraphqlError(`too many fields of '${type.name}'`)
  if ([...selection.keys()].some((key) => key.length > LIMITS.nameCharacters))
    throw new ChainGraphqlError(`an alias of a field of '${type.name}' is too long`)
  return selection
}

/** @param rows how many there may be of the row: relations to many multiply them. */
function rowFields(
  asked: Planned,
  type: GraphQLObjectType,
  selection: Selection,
  depth: number,
  rows: number,
): readonly RowField[] {
  if (depth > LIMITS.depth) throw new ChainGraphqlError('the selection is nested too deeply')
  asked.budget.values -= rows * valuesOfRow(type, selection)
  if (asked.budget.values < 0)
    throw new ChainGraphqlError('too many values: ask for fewer fields, or fewer rows by limit')
  return [...selection].map(([key, nodes]): RowField => {
    const [node] = nodes
    const name = node.name.value
    if (name === '__typename') return { kind: 'constant', key, value: type.name }
    const field = type.getFields()[name]
    const there = getNamedType(field?.type)
    if (field === undefined || there === undefined || !('getFields' in there)) {
      return { kind: 'column', key, column: name }
    }
    const object = there as GraphQLObjectType
    const args = isNonNullType(field.type) ? rowArguments(asked, getArgumentValues(field, node, asked.variables)) : null
    const inner = rows * (args?.limit ?? 1)
    if (inner > LIMITS.nestedRows) throw new ChainGraphqlError('too many nested rows: ask for fewer by limit')
    const fields = rowFields(asked, object, subfields(asked, object, nodes), depth + 1, inner)
    return { kind: 'relation', key, relation: name, args, fields }
  })
}

function valuesOfRow(type: GraphQLObjectType, selection: Selection): number {
  const fields = type.getFields()
  return [...selection.values()].reduce((sum, [node]) => {
    const field = fields[node?.name.value ?? '']
    return sum + (field === undefined ? 1 : valuesOf(field.name, getNamedType(field.type).name))
  }, 0)
}

function aggregateParts(asked: Planned, type: GraphQLObjectType, selection: Selection): readonly AggregatePart[] {
  return [...selection].map(([key, nodes]): AggregatePart => {
    const name = nodes[0].name.value
    const field = type.getFields()[name]
    if (field === undefined) return { kind: 'constant', key, value: type.name }
    const there = getNamedType(field.type) as GraphQLObjectType
    const inner = subfields(asked, there, nodes)
    if (name === 'nodes') {
      return { kind: 'nodes', key, limit: LIMITS.rows, fields: rowFields(asked, there, inner, 1, LIMITS.rows) }
    }
    return {
      kind: 'aggregate',
      key,
      fields: [...inner].map(([alias, each]) => aggregateField(asked, there, alias, each)),
    }
  })
}

/** Columns have no relations here: the schema gives none. */
function isOfRow(field: RowField): field is Exclude<RowField, { readonly kind: 'relation' }> {
  return field.kind !== 'relation'
}

function aggregateField(asked: Planned, type: GraphQLObjectType, key: string, nodes: FieldNodes): AggregateField {
  const [node] = nodes
  const field = type.getFields()[node.name.value]
  if (field === undefined) return { kind: 'constant', key, value: type.name }
  if (field.name !== 'count') {
    const there = getNamedType(field.type) as GraphQLObjectType
    const fields = rowFields(asked, there, subfields(asked, there, nodes), 1, 1)
    return { kind: 'function', key, name: field.name as AggregateFunction, fields: fields.filter(isOfRow) }
  }
  const { columns, distinct } = getArgumentValues(field, node, asked.variables) as {
    columns?: readonly string[] | null
    distinct?: boolean | null
  }
  spendArgument(asked, columns)
  return { kind: 'count', key, columns: columns ?? [], distinct: distinct ?? false }
}
