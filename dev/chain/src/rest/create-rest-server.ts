import cors from '@fastify/cors'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { CheatContext } from '../cheats/cheat-context.ts'
import { addCheatRoutes } from '../cheats/routes.ts'
import { createHttpServer } from '../create-http-server.ts'
import { refuseOtherPages } from '../own-machine.ts'
import { answerErrors } from './answer-errors.ts'
import { EXPOSED_HEADERS, setChainHeaders } from './chain-headers.ts'
import { addNodeRoutes } from './node-routes.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'
import { SIGNED_TRANSACTION, VIEW_FUNCTION } from './signed-body.ts'

/** Largest body. A signed transaction may be 64 KiB, a batch ten of them. */
const BODY_LIMIT_BYTES = 1024 * 1024
/** Struct types stand in paths; a nested generic type is long. */
const LONGEST_PARAMETER = 2_048

/** The fullnode's REST API under `/v1`, and the cheats beside it under `/__dev`. Not listening yet. */
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
