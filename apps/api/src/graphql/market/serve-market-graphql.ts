import { memoize } from '@opal/domain/memoize'
import { isDataFault, isOutOfTime } from '@opal/store/driver/faults'
import type { FastifyInstance } from 'fastify'
import type { PostGraphileInstance } from 'postgraphile'
import { execute, hookArgs, SafeError } from 'postgraphile/grafast'
import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'postgraphile/graphql'
import type { ApiConfig } from '../../config.ts'
import { createHalfTime } from '../../event-loop.ts'
import { clientIdentity } from '../../http/limits/client-address.ts'
import { countMoreBy, limitGraphql } from '../../http/limits/rate-limits.ts'
import { documentFault, isTooDeep } from '../document-checks.ts'
import { type GraphqlRequest, graphqlRequestOf } from '../graphql-request.ts'
import { type OperationGates, operationGatesOf, QUICK_MS } from '../operation-gates.ts'
import { checkAnswerSize, checkMarketLimits, MARKET_LIMITS, MarketLimitError } from './market-limits.ts'
import type { MarketRequestContext, MarketSchema } from './market-schema.ts'
import { OperationEndedError, type TimeBudget } from './statement-turns.ts'

const requestBody = graphqlRequestOf(MARKET_LIMITS.bodyBytes)

/** Path of the market's GraphQL. */
const MARKET_GRAPHQL_PATH = '/marketplace/graphql'

/** Mounts the marketplace's GraphQL. */
export function mountMarketGraphql(server: FastifyInstance, config: ApiConfig, market: MarketSchema): void {
  const { clientOf } = clientIdentity(config)
  const limitOperations = limitGraphql(server, config)
  server.route({
    method: 'POST',
    url: MARKET_GRAPHQL_PATH,
    bodyLimit: MARKET_LIMITS.bodyBytes,
    schema: { hide: true } as object,
    onRequest: limitOperations,
    handler: async (request, reply) => {
      reply.type('application/json').serializer((text: string) => text)
      const parsed = requestBody.safeParse(request.body)
      if (!parsed.success) {
        const own = parsed.error.issues.find(({ code }) => code === 'custom')
        const message = own?.message ?? 'Send an object with a text "query".'
        return reply.code(400).send(JSON.stringify({ errors: [{ message }] }))
      }
      const { data: asked } = parsed
      const countMore = countMoreBy(limitOperations, request, reply)
      const gates = operationGatesOf(clientOf(request.raw))
      const { status, result } = await runMarketOperation(market.instance(), gates, asked, countMore)
      const [error, ...others] = status === 200 ? (result.errors ?? []) : []
      if (error !== undefined)
        request.log.warn({ err: error, others: others.length }, 'a marketplace query failed in part')
      return reply.code(status).send(JSON.stringify(result))
    },
  })
  // A server that only answers injected requests creates it when it is needed.
  server.addHook('onListen', () => void market.instance())
  server.addHook('onClose', () => market.release())
}

/** Result of an operation and its HTTP status: 400 when it was refused before it ran. */
interface MarketAnswer {
  readonly status: 200 | 400
  readonly result: ExecutionResult
}

const QUICK_BUDGET: TimeBudget = { operationMs: QUICK_MS, statementMs: QUICK_MS }
const LONG_BUDGET: TimeBudget = { operationMs: MARKET_LIMITS.milliseconds, statementMs: MARKET_LIMITS.statementMs }

/**
 * Answers an operation on the marketplace's schema; what is malformed or asks for too much is refused unexecuted.
 * @param countMore counts a large operation as several of its client's, or throws.
 */
async function runMarketOperation(
  market: PostGraphileInstance,
  gates: OperationGates,
  request: GraphqlRequest,
  countMore: (operations: number) => Promise<void>,
): Promise<MarketAnswer> {
  const begun = await gates.quick(() => beginOperation(market, request, countMore))
  if ('result' in begun) return begun
  const { document, operations } = begun
  // Executed again, it is planned again.
  await countMore(operations)
  return gates.long(async () => answerOf(await executeOperation(market, document, request, LONG_BUDGET)))
}

/** An operation that ran out of its quick time, without what it has read: that is released before it waits. */
interface SlowOperation {
  readonly document: DocumentNode
  /** How often it counts against the operations that its client may send. */
  readonly operations: number
}

/** Checks an operation, and answers it if it is quick. */
async function beginOperation(
  market: PostGraphileInstance,
  request: GraphqlRequest,
  countMore: (operations: number) => Promise<void>,
): Promise<MarketAnswer | SlowOperation> {
  const { schema } = await market.getSchemaResult()
  const checked = check(schema, request)
  if ('errors' in checked) return { status: 400, result: { errors: checked.errors } }
  const { document, operations } = checked
  await countMore(operations - 1)
  const result = await executeOperation(market, document, request, QUICK_BUDGET)
  return isCutOff(result) ? { document, operations } : answerOf(result)
}

/** In which operations are planned, of all clients: each in one piece, before the first statement is sent. */
const planning = createHalfTime()

/** Executes an operation from the start; one that runs out of its time has an error instead of the values that it could not read. */
async function executeOperation(
  market: PostGraphileInstance,
  document: DocumentNode,
  request: GraphqlRequest,
  budget: TimeBudget,
): Promise<ExecutionResult> {
  const { schema, resolvedPreset } = await market.getSchemaResult()
  const requestContext: MarketRequestContext = { budget }
  const args = await hookArgs({
    schema,
    document,
    variableValues: request.variables,
    operationName: request.operationName,
    resolvedPreset,
    requestContext,
    timeouts: { planning: MARKET_LIMITS.milliseconds, execution: MARKET_LIMITS.milliseconds },
  } as Parameters<typeof hookArgs>[0])
  return (await planning(() => execute(args))) as ExecutionResult
}

/** Returns whether a result lacks something because the time of its operation was up. */
function isCutOff({ errors = [] }: ExecutionResult): boolean {
  return errors.some(({ originalError }) => originalError instanceof OperationEndedError || isOutOfTime(originalError))
}

function answerOf(executed: ExecutionResult): MarketAnswer {
  const result = hideInternals(executed)
  try {
    checkAnswerSize(result.data)
    return { status: 200, result }
  } catch (error) {
    if (error instanceof MarketLimitError) return { status: 400, result: { errors: [new GraphQLError(error.message)] } }
    throw error
  }
}

function check(
  schema: GraphQLSchema,
  request: GraphqlRequest,
): { document: DocumentNode; operations: number } | { errors: readonly GraphQLError[] } {
  try {
    if (isTooDeep(request.query)) throw new MarketLimitError('The brackets are nested too deeply.')
    const document = parse(request.query, { maxTokens: MARKET_LIMITS.tokens })
    const refusal = documentFault(document, MARKET_LIMITS)
    if (refusal !== null) throw new MarketLimitError(refusal)
    const errors = validate(schema, document, specifiedRules, { maxErrors: 5 })
    if (errors.length > 0) return { errors }
    const operation = chooseOperation(document, request.operationName)
    const { coerced, errors: faults } = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      request.variables,
      { maxErrors: 5 },
    )
    if (coerced === undefined) return { errors: faults }
    const asked = { fragments: fragmentsOf(document), variables: coerced, pagedFields: pagesOf(schema) }
    return { document, operations: checkMarketLimits(operation, asked) }
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    if (error instanceof MarketLimitError) return { errors: [new GraphQLError(error.message)] }
    throw error
  }
}

/** @throws GraphQLError when it is not clear which operation is meant, or it is no query. */
function chooseOperation(document: DocumentNode, name: string | null): OperationDefinitionNode {
  const operations = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const named = name === null ? operations : operations.filter((node) => node.name?.value === name)
  const [operation, ...others] = named
  if (operation === undefined || others.length > 0)
    throw new GraphQLError('Send exactly one operation, or set operationName.')
  if (operation.operation !== 'query') throw new GraphQLError('Only queries are supported.')
  return operation
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter(
    (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION,
  )
  return new Map(fragments.map((node) => [node.name.value, node]))
}

/** Returns the names of all fields that take `first`. A name that is a page in one type counts as one everywhere. */
const pagesOf = memoize((schema: GraphQLSchema): ReadonlySet<string> => {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type))
  const fields = types.flatMap((type) => Object.values(type.getFields()))
  return new Set(fields.filter((field) => field.args.some(({ name }) => name === 'first')).map(({ name }) => name))
})

/** Replaces internal errors by one that says only that the fault is the server's. */
function hideInternals(result: ExecutionResult): ExecutionResult {
  if (result.errors === undefined) return result
  const errors = result.errors.map((error) => {
    const cause = error.originalError
    if (cause == null || cause instanceof SafeError) return error
    const message = isDataFault(cause) ? 'A value does not fit its type.' : UNANSWERED
    return new GraphQLError(message, { path: error.path })
  })
  return { ...result, errors }
}

/** Message of internal errors. */
const UNANSWERED = 'The query failed.'
