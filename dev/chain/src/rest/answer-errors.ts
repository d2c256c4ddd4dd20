import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { toApiError } from './ledger-errors.ts'

/** Turns everything that can go wrong into the node's error bodies. Only the unexpected is logged. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const known = error instanceof ApiError ? error : (toApiError(error) ?? fromFramework(error))
    if (known === null) {
      request.log.error({ err: error }, 'a request failed unexpectedly')
      return send(reply, new ApiError(500, 'internal_error', 'An internal error occurred; the log says more.'))
    }
    return send(reply, known)
  })
  app.setNotFoundHandler((request: FastifyRequest, reply) =>
    send(reply, new ApiError(404, 'web_framework_error', `not found: ${request.method} ${request.url.slice(0, 200)}`)),
  )
}

function send(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply.code(error.status).send(error.body)
}

/** Faults found by the web framework itself: bad JSON, too large a body, an unknown content type. */
function fromFramework(error: FastifyError): ApiError | null {
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? new ApiError(status, 'web_framework_error', error.message) : null
}
