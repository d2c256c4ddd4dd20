import type { FastifyInstance } from 'fastify'
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

/** Everything that stands under `/v1`. `spec/operations.ts` describes it. */
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
