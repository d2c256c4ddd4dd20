import type { FastifyInstance } from 'fastify'
import type { RestContext } from './rest-context.ts'
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
import { addSpecRoutes } from './routes/spec.ts'
import { addSubmitRoutes } from './routes/submit.ts'
import { addTableRoute } from './routes/tables.ts'
import { addTransactionSummariesRoute } from './routes/transaction-summaries.ts'
import { addTransactionRoutes } from './routes/transactions.ts'
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
