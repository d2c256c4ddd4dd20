import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createHttpServer } from './create-http-server.ts'

/** Answers 503 until `isReady`, then 200, on every path: what supervisors and the SDK's own tests poll. */
export function createReadinessServer(isReady: () => boolean, log: FastifyBaseLogger): FastifyInstance {
  const app = createHttpServer(log, { bodyLimitBytes: 1_024 })
  app.get('/*', (_request, reply) =>
    isReady()
      ? reply.send({ status: 'ready', not_ready: [] })
      : reply.code(503).send({ status: 'starting', not_ready: ['localnet'] }),
  )
  return app
}
