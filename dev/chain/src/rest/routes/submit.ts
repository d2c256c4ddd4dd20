import { Deserializer, SignedTransaction } from '@aptos-labs/ts-sdk'
import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../../ledger/ledger.ts'
import { type ErrorBody, invalidInput } from '../api-error.ts'
import { encodeSubmission, signedBytesOf } from '../json-transaction.ts'
import { toApiError } from '../ledger-errors.ts'
import { readBcs } from '../read-bcs.ts'
import { renderPendingTransaction } from '../render/user-request.ts'
import type { RestContext } from '../rest-context.ts'
import { requireSignedBytes } from '../signed-body.ts'

/** @source the node's max_submit_transaction_batch_size */
const MOST_IN_BATCH = 10

/** `POST /v1/transactions` and `/transactions/batch`: into the mempool; `/encode_submission`: what is to be signed. */
export function addSubmitRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  app.post('/transactions', (request, reply) => {
    const pending = ledger.submit(readTransaction(request.body, ledger))
    return reply.code(202).send(renderPendingTransaction(pending.hash, pending.request))
  })

  app.post('/transactions/encode_submission', (request, reply) =>
    reply.type('application/json').send(JSON.stringify(encodeSubmission(request.body, ledger))),
  )

  app.post('/transactions/batch', (request, reply) => {
    const transactions = splitBatch(requireSignedBytes(request.body))
    const failures = transactions.flatMap((signedBytes, index) => {
      const error = trySubmit(ledger, signedBytes)
      return error === null ? [] : [{ error, transaction_index: index }]
    })
    return reply.code(failures.length === 0 ? 202 : 206).send({ transaction_failures: failures })
  })
}

/** One transaction of a body, in BCS or JSON, as BCS. */
export function readTransaction(body: unknown, ledger: Ledger): Uint8Array {
  return Buffer.isBuffer(body) ? body : signedBytesOf(body, ledger)
}

/** A batch is a BCS vector of signed transactions; each is written out again as it came. */
function splitBatch(body: Uint8Array): Uint8Array[] {
  return readBcs('Vec<SignedTransaction>', body, (bytes) => {
    const reader = new Deserializer(bytes)
    const count = reader.deserializeUleb128AsU32()
    if (count > MOST_IN_BATCH) {
      throw invalidInput(`Submitted too many transactions: ${count}, while the limit is ${MOST_IN_BATCH}`)
    }
    return Array.from({ length: count }, () => SignedTransaction.deserialize(reader).bcsToBytes())
  })
}

function trySubmit(ledger: Ledger, signedBytes: Uint8Array): ErrorBody | null {
  try {
    ledger.submit(signedBytes)
    return null
  } catch (error) {
    const refusal = toApiError(error)
    if (refusal === null) throw error
    return refusal.body
  }
}
