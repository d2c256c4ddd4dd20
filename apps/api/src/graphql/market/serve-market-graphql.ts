import { PgSimplifyInflectionPreset } from '@graphile/simplify-inflection'
import type { Store } from '@opal/store/driver/connection'
import { isDataFault } from '@opal/store/driver/faults'
import type { FastifyInstance } from 'fastify'
import { type PostGraphileInstance, postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
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
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { makeV4Preset } from 'postgraphile/presets/v4'
import type { ApiConfig } from '../../config.ts'
import { clientIdentity } from '../../http/limits/client-address.ts'
import { limitGraphql } from '../../http/limits/rate-limits.ts'
import { documentFault, isTooDeep } from '../document-checks.ts'
import { type GraphqlRequest, graphqlQueue, graphqlRequestOf } from '../graphql-request.ts'
import { checkAnswerSize, checkMarketLimits, MARKET_LIMITS, MarketLimitError } from './market-limits.ts'

const requestBody = graphqlRequestOf(MARKET_LIMITS.bodyBytes)

/** Path of the market's GraphQL. */
const MARKET_GRAPHQL_PATH = '/marketplace/graphql'

/** The schema of the marketplace's GraphQL, as PostGraphile makes it of the database. */
export interface MarketSchema {
  /** Begins to read the database where that has not begun; creating it and reading take the processor longer than starting everything else. */
  readonly instance: () => PostGraphileInstance
  /** Resolves once the schema is read. @throws where the database cannot be read: the next call has it read again. */
  readonly read: () => Promise<void>
  readonly release: () => void
}

/** Creates the schema when it is first asked for. It reads `public_api`, which holds nothing that is not public. */
export function createMarketSchema(store: Pick<Store, 'pool'>): MarketSchema {
  let created: PostGraphileInstance | null = null
  const instance = () => {
    if (created !== null) return created
    const next = createInstance(store)
    // While the database is away it could not be read: the next question has it read again.
    Promise.resolve(next.getSchemaResult()).catch(() => {
      if (created === next) created = null
      void next.release()
    })
    created = next
    return next
  }
  return {
    instance,
    read: async () => void (await instance().getSchemaResult()),
    release: () => void created?.release(),
  }
}

/** Mounts the marketplace's GraphQL. */
export function mountMarketGraphql(server: FastifyInstance, config: ApiConfig, market: MarketSchema): void {
  const { clientOf } = clientIdentity(config)
  server.route({
    method: 'POST',
    url: MARKET_GRAPHQL_PATH,
    bodyLimit: MARKET_LIMITS.bodyBytes,
    schema: { hide: true } as object,
    onRequest: limitGraphql(server, config),
    handler: async (request, reply) => {
      reply.type('application/json').serializer((text: string) => text)
      const parsed = requestBody.safeParse(request.body)
      if (!parsed.success) {
        const own = parsed.error.issues.find(({ code }) => code === 'custom')
        const message = own?.message ?? 'Send an object with a text "query".'
        return reply.code(400).send(JSON.stringify({ errors: [{ message }] }))
      }
      const { data: asked } = parsed
      const { status, result } = await graphqlQueue.add(clientOf(request.raw), () =>
        runMarketOperation(market.instance(), asked),
      )
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

/** Answers an operation on the marketplace's schema; what is malformed or asks for too much is refused unexecuted. */
async function runMarketOperation(market: PostGraphileInstance, request: GraphqlRequest): Promise<MarketAnswer> {
  const { schema, resolvedPreset } = await market.getSchemaResult()
  const checked = check(schema, request)
  if ('errors' in checked) return { status: 400, result: { errors: checked.errors } }
  const args = await hookArgs({
    schema,
    document: checked.document,
    variableValues: request.variables,
    operationName: request.operationName,
    resolvedPreset,
    requestContext: {},
    timeouts: { planning: MARKET_LIMITS.milliseconds, execution: MARKET_LIMITS.milliseconds },
  } as Parameters<typeof hookArgs>[0])
  const result = hideInternals((await execute(args)) as ExecutionResult)
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
): { document: DocumentNode } | { errors: readonly GraphQLError[] } {
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
    checkMarketLimits(operation, { fragments: fragmentsOf(document), variables: coerced, pagedFields: pagesOf(schema) })
    return { document }
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

const pages = new WeakMap<GraphQLSchema, ReadonlySet<string>>()

/** Names of all fields that take `first`. A name that is a page in one type counts as one everywhere. */
function pagesOf(schema: GraphQLSchema): ReadonlySet<string> {
  const known = pages.get(schema)
  if (known !== undefined) return known
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type))
  const fields = types.flatMap((type) => Object.values(type.getFields()))
  const found = new Set(
    fields.filter((field) => field.args.some(({ name }) => name === 'first')).map(({ name }) => name),
  )
  pages.set(schema, found)
  return found
}

/** Errors that were not raised for the caller's eyes say nothing but that it was our fault. */
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

/** The role that reads `public_api` and nothing else. @see store/migrations/0004_public_api.sql */
const ROLE = 'opal_public'
/** A statement of the role may take this long. */
const STATEMENT_MS = 5_000

/** Creates the marketplace's GraphQL from the views and functions of `public_api`, and begins to read them. */
function createInstance({ pool }: Pick<Store, 'pool'>): PostGraphileInstance {
  return postgraphile({
    extends: [PostGraphileAmberPreset, makeV4Preset(), PgSimplifyInflectionPreset],
    pgServices: [makePgService({ pool, schemas: ['public_api'], pubsub: false })],
    // Changes are switched off by behaviour, not by taking their plugins away, which the inflection would complain of.
    schema: { dontSwallowErrors: true, defaultBehavior: '-insert -update -delete' },
    grafast: {
      explain: false,
      context: () => ({
        pgSettings: { role: ROLE, transaction_read_only: 'on', statement_timeout: String(STATEMENT_MS) },
      }),
/** Each request is parsed anew, so that no plan is used again. By default the last 500 are kept, which take gigabytes where callers choose large operations. */
const KEEPS_FEW_PLANS: GraphileConfig.Plugin = {
  name: 'KeepsFewPlansPlugin',
  schema: {
    hooks: {
      finalize(schema) {
        schema.extensions.grafast = { ...schema.extensions.grafast, operationsCacheMaxLength: 2 }
        return schema
      },
    },
  },
}

    },
  })
}
    plugins: [KEEPS_FEW_PLANS],
