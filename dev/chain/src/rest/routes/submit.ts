import type { FastifyInstance } from 'fastify'
import { layoutsOf } from '../bcs/encode-value.ts'
import { writeBatchFailures } from '../bcs/write-batch-failures.ts'
import { encodeSubmission } from '../json/json-request.ts'
import { renderPendingTransaction } from '../render/user-request.ts'
import { readBatch, readTransaction } from '../requests/signed-body.ts'
import { toApiError } from '../responses/answer-errors.ts'
import { ApiError, type ErrorBody } from '../responses/api-error.ts'
import { answerInBoth, sendBytes, wantsBcs } from '../responses/bcs-answer.ts'
import type { RestContext } from '../rest-context.ts'

/** Adds `POST /v1/transactions` and `/transactions/batch`: into the mempool; `/encode_submission`: the bytes to sign. */
export function addSubmitRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  app.post('/transactions', (request, reply) => {
    const pending = ledger.submit(readTransaction(request.body, ledger))
    reply.code(202)
    return wantsBcs(request)
      ? sendBytes(reply, new Uint8Array())
      : reply.send(renderPendingTransaction(pending, layoutsOf(ledger)))
  })

  app.post('/transactions/encode_submission', (request, reply) => {
    if (wantsBcs(request)) {
      throw new ApiError(400, 'bcs_not_supported', 'BCS is not supported for encode submission')
    }
    return reply.type('application/json').send(JSON.stringify(encodeSubmission(request.body, ledger)))
  })

  app.post('/transactions/batch', async (request, reply) => {
    const submitted = await ledger.submitAll(readBatch(request.body, ledger))
    const failures = submitted.flatMap((one, index) =>
      one instanceof Error ? [{ error: refusalOf(one), transaction_index: index }] : [],
    )
    return answerInBoth(request, reply.code(failures.length === 0 ? 202 : 206), {
      json: () => ({ transaction_failures: failures }),
      bcs: (writer) => writeBatchFailures(writer, failures),
    })
  })
}

function refusalOf(error: Error): ErrorBody {
  const refusal = toApiError(error)
  if (refusal === null) throw error
  return refusal.body
}
