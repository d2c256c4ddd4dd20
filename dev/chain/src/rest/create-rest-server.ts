import cors from '@fastify/cors'
import type { FastifyBaseLogger, FastifyInstance, HTTPMethods } from 'fastify'
import type { CheatContext } from '../cheats/cheat-context.ts'
import { addCheatRoutes } from '../cheats/routes.ts'
import { createHttpServer } from '../servers/create-http-server.ts'
import { refuseOtherPages } from '../servers/own-machine.ts'
import { SIGNED_TRANSACTION, VIEW_FUNCTION } from './requests/signed-body.ts'
import { answerErrors } from './responses/answer-errors.ts'
import { ApiError } from './responses/api-error.ts'
import { EXPOSED_HEADERS, setChainHeaders } from './responses/chain-headers.ts'
import type { RestContext } from './rest-context.ts'
import {
  addAccountRoute,
  addAccountTransactionsRoute,
  addBalanceRoute,
  addModuleRoutes,
  addResourceRoutes,
} from './routes/accounts.ts'
import { addBlockRoutes } from './routes/blocks.ts'
import { addEventRoutes } from './routes/events.ts'
import { addHealthRoutes, addLedgerInfoRoute, addSpecRoutes } from './routes/ledger-info.ts'
import { addGasPriceRoute, addSimulateRoute } from './routes/simulate.ts'
import { addSubmitRoutes } from './routes/submit.ts'
import { addTableRoute } from './routes/tables.ts'
import { addAuxiliaryInfoRoute, addTransactionRoutes, addTransactionSummariesRoute } from './routes/transactions.ts'
import { addViewRoute } from './routes/view.ts'
import { OPERATIONS } from './spec/operations.ts'

/** Largest body. A signed transaction may be 64 KiB, a batch ten of them. */
const BODY_LIMIT_BYTES = 1024 * 1024
/** Struct types stand in paths; a nested generic type is long. */
const LONGEST_PARAMETER = 2_048

/** Returns the fullnode's REST API under `/v1`, and the cheats under `/__dev`. Not listening yet. */
export async function createRestServer(context: CheatContext, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const { ledger, blocks } = context
  const nodeContext = { ledger, isCommitting: () => !blocks.isPaused }
  const app = createHttpServer(log, { bodyLimitBytes: BODY_LIMIT_BYTES, maxParamLength: LONGEST_PARAMETER })
  app.addContentTypeParser([SIGNED_TRANSACTION, VIEW_FUNCTION], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  refuseOtherPages(app)
  // Credentials: the SDK sends `credentials: include` from browsers, which forbids a wildcard origin.
  await app.register(cors, { origin: true, credentials: true, exposedHeaders: EXPOSED_HEADERS, maxAge: 86_400 })
  answerErrors(app)
  app.addHook('onSend', async (_request, reply) => setChainHeaders(reply, ledger.head))
  await app.register(
    async (scope) => {
      addNodeRoutes(scope, nodeContext)
      refuseOtherMethods(scope)
    },
    { prefix: '/v1' },
  )
  await app.register(async (scope) => addCheatRoutes(scope, context), { prefix: '/__dev' })
  return app
}

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A path that is there, asked with a method that it does not know: 405 and not 404. */
function refuseOtherMethods(app: FastifyInstance): void {
  for (const [path, operations] of Map.groupBy(OPERATIONS, (operation) => operation.path)) {
    const known = new Set<string>(operations.map(({ method }) => method.toUpperCase()))
    app.route({
      method: METHODS.filter((method) => !known.has(method)),
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: () => {
        throw new ApiError(405, 'web_framework_error', 'method not allowed')
      },
    })
  }
}

/** Adds the routes under `/v1`. `spec/operations.ts` describes it. */
export function addNodeRoutes(app: FastifyInstance, context: RestContext): void {
  addLedgerInfoRoute(app, context)
  addHealthRoutes(app, context)
  addSpecRoutes(app)
  addAccountRoute(app, context)
  addResourceRoutes(app, context)
  addModuleRoutes(app, context)
  addBalanceRoute(app, context)
  addAccountTransactionsRoute(app, context)
  addTransactionSummariesRoute(app, context)
  addEventRoutes(app, context)
  addAuxiliaryInfoRoute(app, context)
  addTransactionRoutes(app, context)
  addGasPriceRoute(app)
  addSubmitRoutes(app, context)
  addSimulateRoute(app, context)
  addViewRoute(app, context)
  addTableRoute(app, context)
  addBlockRoutes(app, context)
}
