import { Readable } from 'node:stream'
import { BASE_PATHS } from '@opal/contract/http/endpoint'
import { COMMON_ERRORS, ERROR_STATUS, errorBody } from '@opal/contract/http/error-body'
import type { Client } from '@opal/domain/limits/client'
import { leavingOf } from '@opal/runtime/leaving-reader'
import { isDatabaseAway, ReplicaBehindError } from '@opal/store/driver/faults'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import { callerOf, refuseForeignOrigin, requireOperator, requireWallet } from '../../auth/caller.ts'
import { erasureGateOf } from '../../auth/erasure-gate.ts'
import type { ApiConfig } from '../../config.ts'
import type { ApiContext, SharedContext } from '../../context.ts'
import type { ShareCardRenderer } from '../../resources/share-cards/render-share-card.ts'
import { composeGateOf } from '../../trading/gates/compose-gate.ts'
import { setGateOf, setPurposeOf } from '../../trading/gates/set-gate.ts'
import { tradeGateOf } from '../../trading/gates/trade-gate.ts'
import { createSimulationGate, type TradeNode } from '../../trading/gates/trade-node.ts'
import { expressionGateOf } from '../../trait-filter/name-pattern.ts'
import type { TraitCache } from '../../trait-filter/trait-cache.ts'
import { hasAnswer } from '../entity-tags.ts'
import { clientIdentity } from '../limits/client-address.ts'
import { type CallLimits, createCallLimits } from '../limits/rate-limits.ts'
import { chargeOf, outsideQueue } from '../limits/request-queue-hook.ts'
import type { SeenVersions } from '../seen-versions.ts'
import { acceptForms } from './forms.ts'
import { noteTrade } from './note-trade.ts'
import { Answer, type FileClient, type Route, SentAsIs } from './route.ts'
import { refuseUnknownMarketplaces } from './unknown-marketplaces.ts'

/** Shared by all routes. */
interface Mounting {
  readonly config: ApiConfig
  readonly limits: CallLimits
  readonly clientOf: (request: FastifyRequest) => Client
  /** Returns whether its client has seen more than this process knows of. */
  readonly isAhead: (request: FastifyRequest) => boolean
  /**
   * Returns the context of a request: its trades simulate, the node is asked of its accounts, its traits are read, and its expressions are matched,
   * within its client's share.
   */
  readonly contextOf: (request: FastifyRequest, endpoint: Route['endpoint']) => ApiContext
}

/** Puts every route on the server, under each of its bases, checked by the contract in both directions. */
export async function mountRoutes(
  server: FastifyInstance,
  context: SharedContext,
  routes: readonly Route[],
  config: ApiConfig,
  seen?: Pick<SeenVersions, 'isAhead'>,
): Promise<void> {
  const identity = clientIdentity(config)
  const clientOf: Mounting['clientOf'] = ({ raw }) => identity.clientOf(raw)
  const mounting: Mounting = {
    config,
    limits: createCallLimits(server, config),
    clientOf,
    isAhead: (request) => seen?.isAhead(request) ?? false,
    contextOf: contextsOf(context, clientOf),
  }
  for (const route of routes) {
    const { bodyKinds } = route.endpoint
    if (bodyKinds === undefined) mountRoute(server, route, mounting)
    // In a context of its own, so that all other routes accept JSON only.
    else {
      await server.register(async (scope) => {
        await acceptForms(scope, bodyKinds)
        mountRoute(scope, route, mounting)
      })
    }
  }
}

/** Returns what makes the contexts of requests, all of which share one gate to the node. */
function contextsOf(context: SharedContext, clientOf: Mounting['clientOf']): Mounting['contextOf'] {
  const gate = createSimulationGate()
  return (request, { budget }) => {
    const client = clientOf(request)
    const isKnown: TradeNode['isKnown'] = (account) =>
      outsideQueue(request, () => gate.isKnown(context.node, client, account))
    return {
      ...context,
      node: budget === 'trade' ? gate.nodeFor(context.node, client) : { ...context.node, isKnown },
      client,
      traits: traitsOf(context.traits.forClient(client, chargeOf(request)), request),
      shareCards: shareCardsOf(context.shareCards, request),
      expressionGate: expressionGateOf(client),
      setGate: setGateOf(client, setPurposeOf(budget)),
      tradeGate: tradeGateOf(client),
      composeGate: composeGateOf(client),
      // Erasing waits while notifications are made, which may take long, so it waits outside the queue of calls.
      erasureGate: (erase) => outsideQueue(request, () => erasureGateOf(client)(erase)),
      outsideQueue: (wait) => outsideQueue(request, wait),
    }
  }
}

/** Returns the traits as a call reads them: it holds no place in the queue while a collection is read that is not in memory. */
function traitsOf(traits: TraitCache, request: FastifyRequest): TraitCache {
  const columnsOf: TraitCache['columnsOf'] = async (collectionId) => {
    const known = traits.cachedColumnsOf(collectionId)
    return known === undefined ? outsideQueue(request, () => traits.columnsOf(collectionId)) : known
  }
  return { ...traits, columnsOf }
}

/** Returns the share cards as a call makes them: it holds no place in the queue while their art is fetched and they are drawn. */
function shareCardsOf(shareCards: ShareCardRenderer, request: FastifyRequest): ShareCardRenderer {
  return { card: (facts, client) => outsideQueue(request, () => shareCards.card(facts, client)) }
}

function mountRoute(server: FastifyInstance, route: Route, mounting: Mounting): void {
  const { endpoint } = route
  endpoint.bases.forEach((base, position) => {
    server.route({
      method: endpoint.method,
      url: BASE_PATHS[base] + endpoint.path,
      schema: {
        operationId: position === 0 ? endpoint.id : `${endpoint.id}-${base}`,
        summary: endpoint.summary,
        tags: [endpoint.tag],
        params: endpoint.params,
        querystring: endpoint.query,
        ...(HAS_BODY.has(endpoint.method) && { body: endpoint.body }),
        response: responsesOf(route),
        ...(endpoint.produces !== undefined && { produces: [endpoint.produces] }),
      },
      config: {
        isShared: endpoint.cache !== undefined,
        isQueued: isOfTheStore(endpoint),
        // Operators write what all clients get in lists; wallets write only their own data.
        clearsCache: endpoint.access === 'operator',
        ...(endpoint.cache === 'shared-without-wallet' && { personalByQuery: 'walletAddress' }),
      },
      onRequest: limitsOf(endpoint, mounting.limits),
      ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
      handler: (request, reply) => answer(mounting, route, request, reply),
    })
  })
}

/** Returns whether only the store is read, but for what is awaited outside the queue. Calls that wait for the node or their reader have limits of their own. */
function isOfTheStore({ budget, reads, tag }: Route['endpoint']): boolean {
  return (budget === undefined || budget === 'refresh') && reads !== 'nothing' && tag !== 'Operations'
}

/** Returns the limits of a call besides the general one, by which alone most reads are counted. */
function limitsOf({ budget, access, method }: Route['endpoint'], limits: CallLimits) {
  const isWrite = access !== undefined && method !== 'GET'
  return [...(budget === undefined ? [] : [limits[budget]]), ...(isWrite ? [limits.write] : [])]
}

const HAS_BODY = new Set(['POST', 'PATCH'])

async function answer(
  mounting: Mounting,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (!route.sendsFile) return answerWith({}, mounting, route, request, reply)
  const leaving = leavingOf(reply)
  try {
    return await answerWith({ client: mounting.clientOf(request), leaving }, mounting, route, request, reply)
  } catch (error) {
    // Work that ended because its reader left has not failed, and nobody reads the answer.
    if (leaving.aborted) return reply.send()
    throw error
  }
}

/** @param reader of a file; nothing for other answers. */
async function answerWith(
  reader: Partial<FileClient>,
  { config, contextOf, isAhead }: Mounting,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const context = contextOf(request, route.endpoint)
  const { params, query, body } = request
  const input = { params, query, body, ...reader } as Parameters<Route['handle']>[1]
  refuseUnknownMarketplaces(request)
  const caller = await admit(context, config, route, request, () => reply.header('cache-control', PERSONAL))
  const result = await readFresh(context, route, isAhead(request) || isPersonal(request), (from) =>
    route.handle(from, input, caller),
  )
  if (route.endpoint.tag === 'Trade') noteTrade(context.tradeCounts, request, route.endpoint.id, result)
  if (!(result instanceof Answer || result instanceof SentAsIs)) return result
  reply.code(result instanceof Answer ? result.status : 200).headers(result.headers)
  const { etag } = result.headers
  if (etag !== undefined && hasAnswer(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return request.method === 'HEAD' ? unread(result.body) : result.body
}

/** Ends a stream of which only the headers are sent: Fastify would read it to its end, without a limit, once the answer is sent. */
function unread(body: unknown): unknown {
  if (!(body instanceof Readable)) return body
  body.destroy()
  return Readable.from([])
}

/** Returns whether a call names the wallet whose favourites its answer marks. */
function isPersonal({ routeOptions, query }: FastifyRequest): boolean {
  const { personalByQuery } = routeOptions.config
  return personalByQuery !== undefined && personalByQuery in (query as object)
}

/** Handles a call by a replica where that is right, and by the writer otherwise, and where no replica is far enough. */
async function readFresh<Result>(
  context: ApiContext,
  { endpoint }: Route,
  needsWriter: boolean,
  handle: (context: ApiContext) => Promise<Result>,
): Promise<Result> {
  const { replicas } = context
  const replica = needsWriter || !mayReadReplica(endpoint) ? null : (replicas?.pick() ?? null)
  if (replica === null) return handle(context)
  try {
    return await handle({ ...context, store: replica })
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    // A replica that is behind will soon catch up; one that is away is not used for a while.
    if (!(error instanceof ReplicaBehindError)) replicas?.failed(replica)
    return handle(context)
  }
}

/** Returns whether a call only reads what the indexer wrote. */
function mayReadReplica({ method, access, budget, reads, tag }: Route['endpoint']): boolean {
  const isRead = method === 'GET' && access === undefined && (budget === undefined || budget === 'export')
  return isRead && reads === undefined && tag !== 'Operations'
}

/** Caching of an answer that depends on who asks: a cache in front of us may serve what nothing forbids it to everyone. */
const PERSONAL = 'private, no-store'

/**
 * Returns the caller, after the endpoint's access rule was checked.
 * @param onPersonal called where the answer depends on who asks
 */
async function admit(
  context: ApiContext,
  config: ApiConfig,
  { endpoint }: Route,
  request: FastifyRequest,
  onPersonal: () => void,
): Promise<never> {
  refuseForeignOrigin(request, config)
  const caller = callerOf(request, context, config, onPersonal)
  if (endpoint.access === 'operator') {
    onPersonal()
    requireOperator(request, config)
  }
  return (endpoint.access === 'wallet' ? await requireWallet(caller, request.body, request.query) : caller) as never
}

const ACCESS_ERRORS = {
  public: [],
  wallet: ['sign-in-required', 'not-your-wallet', 'foreign-origin'],
  operator: ['operator-only', 'foreign-origin'],
} as const

function responsesOf({ endpoint }: Route): Record<string, ZodType> {
  const codes = [...COMMON_ERRORS, ...ACCESS_ERRORS[endpoint.access ?? 'public'], ...endpoint.errors]
  const failures = Object.fromEntries(codes.map((code) => [ERROR_STATUS[code], errorBody]))
  return { ...failures, ...endpoint.otherResponses, 200: endpoint.response }
}
