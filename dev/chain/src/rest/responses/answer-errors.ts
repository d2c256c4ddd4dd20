import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { InvalidTransactionBytes, SimulationRefused, SubmitRejection, ViewRefused } from '../../ledger/errors.ts'
import { MoveAbort } from '../../modules/move-module.ts'
import { ApiError } from './api-error.ts'

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

/** Status number of a Move abort. @source the VM's StatusCode::ABORTED */
const ABORTED = 4016

/** Maps a refusal of the ledger to the node's error. @returns null for anything that is no refusal. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof SubmitRejection) return fromRejection(error)
  if (error instanceof InvalidTransactionBytes) {
    const message = `Failed to deserialize input into SignedTransaction: ${error.message}`
    return new ApiError(400, 'invalid_input', message)
  }
  if (error instanceof SimulationRefused || error instanceof ViewRefused) {
    return new ApiError(400, 'invalid_input', error.message)
  }
  if (error instanceof MoveAbort) return new ApiError(400, 'invalid_input', error.message, ABORTED)
  return null
}

/** Refusals of the mempool have codes of their own; all others are the VM's. */
function fromRejection({ vmStatus, vmErrorCode }: SubmitRejection): ApiError {
  if (vmStatus === 'MEMPOOL_IS_FULL') {
    return new ApiError(507, 'mempool_is_full', 'Mempool is full: wait for the next block and send again')
  }
  if (vmStatus === 'INVALID_TRANSACTION_UPDATE') {
    const message = 'Transaction already in mempool with a different payload: pay more per gas unit to replace it'
    return new ApiError(400, 'invalid_transaction_update', message)
  }
  return new ApiError(400, 'vm_error', `Invalid transaction: Type: Validation Code: ${vmStatus}`, vmErrorCode)
}
