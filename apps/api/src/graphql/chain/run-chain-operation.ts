import { isDataFault } from '@opal/store/driver/faults'
import { readChainQueries } from '@opal/store/queries/chain-graphql/read-chain-queries'
import { QueryTooSlowError } from '@opal/store/queries/read-rows'
import {
  type ASTVisitor,
  type DocumentNode,
  executeSync,
  type FieldNode,
  FieldsOnCorrectTypeRule,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql'
import type { ApiContext } from '../../context.ts'
import { PATTERN_LIMIT_MS } from '../../trait-filter/name-pattern.ts'
import { documentFault, isTooDeep } from '../document-checks.ts'
import type { GraphqlRequest } from '../graphql-request.ts'
import { type OperationGates, QUICK_MS } from '../operation-gates.ts'
import { chainSchema } from './chain-schema.ts'
import { ChainGraphqlError, countExpressions, LIMITS, operationsOf } from './limits.ts'
import { type Operation, planChainQueries } from './plan-chain-queries.ts'

/** The store that runs an operation, and the gates of the client that asks. */
export interface OperationContext extends Pick<ApiContext, 'store'> {
  readonly operationGates: OperationGates
}

const RULES = specifiedRules.filter((rule) => rule !== FieldsOnCorrectTypeRule)

/**
 * Answers an operation as the text of its `data` object. Numbers of the chain keep all their digits, as Hasura sends
 * them: a JavaScript client that parses them loses those beyond 2^53.
 * @param countMore counts a large operation as several of its client's, or throws.
 * @throws ChainGraphqlError in Hasura's words.
 */
export async function runChainOperation(
  context: OperationContext,
  request: GraphqlRequest,
  countMore: (operations: number) => Promise<void>,
): Promise<string> {
  const { operationGates } = context
  try {
    const begun = await operationGates.quick(() => beginOperation(context.store, request, countMore))
    if ('answer' in begun) return begun.answer
    // Not in turns of searches by expression: few may wait there, as each holds a place among the calls.
    return await operationGates.long(() => begun.repeat(begun.hasExpressions ? PATTERN_LIMIT_MS : LIMITS.statementMs))
  } catch (error) {
    if (error instanceof GraphQLError) throw toChainError(error)
    if (error instanceof QueryTooSlowError) throw new ChainGraphqlError('the query took too long', 'timeout')
    if (isDataFault(error)) throw new ChainGraphqlError('a value does not fit its type', 'data-exception')
    throw error
  }
}

/** An operation that ran out of its quick time. */
interface SlowOperation {
  readonly hasExpressions: boolean
  /** Answers it from the start. @throws QueryTooSlowError */
  readonly repeat: (milliseconds: number) => Promise<string>
}

/** Plans an operation, and answers it if it is quick. */
async function beginOperation(
  store: ApiContext['store'],
  request: GraphqlRequest,
  countMore: (operations: number) => Promise<void>,
): Promise<{ readonly answer: string } | SlowOperation> {
  const document = parseDocument(request.query)
  const refusal = documentFault(document, LIMITS)
  if (refusal !== null) throw new ChainGraphqlError(refusal)
  const fault = firstFault(document, [knownFieldsRule]) ?? firstFault(document, RULES)
  if (fault !== undefined) throw toChainError(fault)
  const operation = chooseOperation(chainSchema, document, request)
  const queries = planChainQueries(operation)
  await countMore(Math.max(operationsOf(queries), schemaCount(operation)) - 1)
  const hasExpressions = countExpressions(queries) > 0
  const read = async (milliseconds: number) => {
    const data = await readChainQueries(store, queries, { milliseconds, bytes: LIMITS.answerBytes })
    if (data === null)
      throw new ChainGraphqlError('the answer is too large: ask for fewer fields, or fewer rows by limit')
    return withIntrospection(operation, document, data)
  }
  try {
    return { answer: await read(QUICK_MS) }
  } catch (error) {
    if (error instanceof QueryTooSlowError) return { hasExpressions, repeat: read }
    throw error
  }
}

/**
 * Returns the first fault. Fields are checked before all else: the name of an unknown table says more than those of its input types, which come
 * first in a document.
 */
function firstFault(document: DocumentNode, rules: readonly ValidationRule[]): GraphQLError | undefined {
  return validate(chainSchema, document, rules, { maxErrors: 1 })[0]
}

function parseDocument(query: string): DocumentNode {
  try {
    if (isTooDeep(query)) throw new ChainGraphqlError('the query is nested too deeply')
    return parse(query, { maxTokens: LIMITS.tokens, noLocation: true })
  } catch (error) {
    if (error instanceof ChainGraphqlError) throw error
    throw new ChainGraphqlError('not a valid graphql query', 'validation-failed', '$.query')
  }
}

function toChainError(error: GraphQLError): ChainGraphqlError {
  const { path } = error.extensions as { path?: string }
  return new ChainGraphqlError(error.message, 'validation-failed', path ?? '$')
}

function chooseOperation(schema: GraphQLSchema, document: DocumentNode, request: GraphqlRequest): Operation {
  const operations = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const named =
    request.operationName === null
      ? operations
      : operations.filter((node) => node.name?.value === request.operationName)
  const [operation, ...others] = named
  if (operation === undefined || others.length > 0) {
    throw new ChainGraphqlError('exactly one operation has to be present or named in the document')
  }
  if (operation.operation !== 'query') throw new ChainGraphqlError(`no ${operation.operation}s exist`)
  const fragments = document.definitions.filter(
    (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION,
  )
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables, {
    maxErrors: 1,
  })
  if (coerced === undefined)
    throw new ChainGraphqlError(errors[0]?.message ?? 'the variables do not fit', 'validation-failed', '$.variables')
  return {
    schema,
    operation,
    variables: coerced,
    fragments: Object.fromEntries(fragments.map((node) => [node.name.value, node])),
  }
}

function fieldsAboutSchema({ operation }: Operation): readonly FieldNode[] {
  return operation.selectionSet.selections.filter(
    (node) => node.kind === Kind.FIELD && /^__(schema|type)$/.test(node.name.value),
  ) as readonly FieldNode[]
}

/** Returns how often an operation counts for what it asks of the schema. */
function schemaCount(operation: Operation): number {
  const counts = fieldsAboutSchema(operation).map(({ name }) =>
    name.value === '__schema' ? LIMITS.schemaCounted : LIMITS.typeCounted,
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Adds what the schema says about itself, which the store is not asked for. */
function withIntrospection(asked: Operation, document: DocumentNode, data: string): string {
  const { schema, operation, variables } = asked
  const about = fieldsAboutSchema(asked)
  if (about.length === 0) return data
  const own: OperationDefinitionNode = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: about } }
  const definitions = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  const result = executeSync({
    schema,
    document: { kind: Kind.DOCUMENT, definitions: [own, ...definitions] },
    variableValues: variables,
  })
  const text = JSON.stringify(result.data ?? {}).slice(1, -1)
  const rest = data.trim().slice(1, -1)
  return `{${[rest, text].filter((part) => part.trim() !== '').join(', ')}}`
}

/**
 * In place of GraphQL's own rule for unknown fields: says it in Hasura's words, with the path of the selection.
 * Clients of Aptos' indexer look for the message.
 */
function knownFieldsRule(context: ValidationContext): ASTVisitor {
  const path: string[] = []
  return {
    Field: {
      enter(node: FieldNode) {
        path.push(node.name.value)
        const type = context.getParentType()
        if (type !== undefined && type !== null && context.getFieldDef() == null) {
          context.reportError(
            new GraphQLError(`field '${node.name.value}' not found in type: '${type.name}'`, {
              nodes: node,
              extensions: { path: `$.selectionSet.${path.join('.selectionSet.')}` },
            }),
          )
        }
      },
      leave() {
        path.pop()
      },
    },
  }
}
