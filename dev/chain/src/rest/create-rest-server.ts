import cors from '@fastify/cors'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { CheatContext } from '../cheats/cheat-context.ts'
import { addCheatRoutes } from '../cheats/routes.ts'
import { createHttpServer } from '../create-http-server.ts'
import { answerErrors } from './answer-errors.ts'
import { EXPOSED_HEADERS, setChainHeaders } from './chain-headers.ts'
import { addAccountRoute } from './routes/account.ts'
import { addAccountTransactionsRoute } from './routes/account-transactions.ts'
import { addAuxiliaryInfoRoute } from './routes/auxiliary-info.ts'
import { addBalanceRoute } from './routes/balance.ts'
import { addBlockRoutes } from './routes/blocks.ts'
import { addEventRoutes } from './routes/events.ts'
import { addGasPriceRoute } from './routes/gas-price.ts'
import { addHealthRoutes } from './routes/health.ts'
import { addLedgerInfoRoute } from './routes/ledger-info.ts'
import { addModuleRoutes } from './routes/modules.ts'
import { addResourceRoutes } from './routes/resources.ts'
import { addSimulateRoute } from './routes/simulate.ts'
import { addSubmitRoutes } from './routes/submit.ts'
import { addTableRoute } from './routes/tables.ts'
import { addTransactionSummariesRoute } from './routes/transaction-summaries.ts'
import { addTransactionRoutes } from './routes/transactions.ts'
import { addViewRoute } from './routes/view.ts'
import { SIGNED_TRANSACTION, VIEW_FUNCTION } from './signed-body.ts'

/** Largest body. A signed transaction may be 64 KiB, a batch ten of them. */
const BODY_LIMIT_BYTES = 1024 * 1024
/** Struct types stand in paths; a nested generic type is long. */
const LONGEST_PARAMETER = 2_048

/** The fullnode's REST API under `/v1`, and the cheats beside it under `/__dev`. Not listening yet. */
export async function createRestServer(context: CheatContext, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = createHttpServer(log, { bodyLimitBytes: BODY_LIMIT_BYTES, maxParamLength: LONGEST_PARAMETER })
  app.addContentTypeParser([SIGNED_TRANSACTION, VIEW_FUNCTION], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  // Credentials: the SDK sends `credentials: include` from browsers, which forbids a wildcard origin.
  await app.register(cors, { origin: true, credentials: true, exposedHeaders: EXPOSED_HEADERS, maxAge: 86_400 })
  answerErrors(app)
  app.addHook('onSend', async (_request, reply) => setChainHeaders(reply, context.ledger.head))
  await app.register(addNodeRoutes, { prefix: '/v1', context })
  await app.register(async (scope) => addCheatRoutes(scope, context), { prefix: '/__dev' })
  return app
}

async function addNodeRoutes(app: FastifyInstance, { context }: { context: CheatContext }): Promise<void> {
  addLedgerInfoRoute(app, context)
  addHealthRoutes(app, context)
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
