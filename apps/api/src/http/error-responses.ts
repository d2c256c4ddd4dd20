import type { Socket } from 'node:net'
import { ERROR_STATUS, type ErrorBody } from '@opal/contract/http/error-body'
import { MarketError } from '@opal/domain/errors'
import { loggedRequest } from '@opal/runtime/logged-request'
import { type HoldRefusal, holdRefusals } from '@opal/runtime/refusal-pace'
import { isCharacterFault, isDatabaseAway } from '@opal/store/driver/faults'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { leaveQueue } from './limits/request-queue-hook.ts'
import { InvalidAnswerError } from './routes/serialize-answer.ts'

/** Response to an error. */
export interface ErrorAnswer {
  readonly status: number
  readonly body: ErrorBody
}

/**
 * Turns any error into a status and the contract's error body. Only errors raised on purpose say their message;
 * of all others a client learns nothing but that it was our fault.
 */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  if (hasZodFastifySchemaValidationErrors(error)) return invalidRequest(error.validation)
  if (error instanceof MarketError && error.code in ERROR_STATUS) {
    return errorAnswer(error.code as keyof typeof ERROR_STATUS, error.message, error.retryable, error.details)
  }
  if (isCharacterFault(error))
    return errorAnswer('invalid-request', 'A string contains a character that is not allowed.')
  if (isDatabaseAway(error)) return errorAnswer('database-unavailable', DATABASE_AWAY, true)
  return frameworkAnswer(error) ?? errorAnswer('internal', 'Something went wrong on our side.', true)
}

const DATABASE_AWAY = 'The database is unavailable right now. Try again shortly.'

function errorAnswer(
  code: keyof typeof ERROR_STATUS,
  message: string,
  retryable = false,
  details: ErrorBody['error']['details'] = {},
): ErrorAnswer {
  return { status: ERROR_STATUS[code], body: { error: { code, message, retryable, details } } }
}

/** Longest description of one fault. */
const MAX_CHARACTERS = 200

function invalidRequest(faults: readonly { instancePath: string; message?: string }[]): ErrorAnswer {
  const details = new Map<string, string>()
  for (const fault of faults.slice(0, 20)) {
    const path = fault.instancePath.replace(/^\//, '').replaceAll('/', '.') || 'request'
    // Both may quote the request, up to the size of a body.
    const member = path.slice(0, MAX_CHARACTERS)
    if (!details.has(member)) details.set(member, (fault.message ?? 'is not valid').slice(0, MAX_CHARACTERS))
  }
  const [path, sentence] = [...details][0] ?? ['request', 'is not valid']
  return errorAnswer(
    'invalid-request',
    `The request is not valid: ${path}: ${sentence}`,
    false,
    Object.fromEntries(details),
  )
}

/** Statuses that Fastify and its plugins raise by themselves. */
function frameworkAnswer(error: unknown): ErrorAnswer | null {
  const { statusCode: status, message } = error as { statusCode?: unknown; message?: string }
  if (status === 413) return errorAnswer('body-too-large', 'The body is too large.')
  if (status === 415) return errorAnswer('unsupported-media-type', 'Send the body as JSON.')
  if (status === 429) return errorAnswer('rate-limited', message ?? 'Too many requests.', true)
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return errorAnswer('invalid-request', 'The request could not be read.')
  }
  return null
}

/** Answers every failure of this server, and what no route is for, with the contract's error body. */
export function answerErrors(server: FastifyInstance, hold: HoldRefusal = holdRefusals()): void {
  server.setErrorHandler(async (error, request, reply) => {
    if (isRefusal(error)) {
      leaveQueue(request)
      await hold()
    }
    return sendError(error, request, reply)
  })
  const answerMissing = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await hold()
    return reply.code(404).send({
      error: {
        code: 'not-found',
        message: `No endpoint answers ${request.method} at this address.`,
        retryable: false,
        details: {},
      },
    })
  }
  // No limit counts requests without a route, so their bodies, which may take long to parse, are not read.
  server.addHook('preParsing', async (request, reply) => {
    if (request.is404) await answerMissing(request, reply)
  })
  server.setNotFoundHandler(answerMissing)
}

/** Returns whether too much was requested, by this client or by all of them. */
function isRefusal(error: unknown): boolean {
  const { code } = toErrorAnswer(error).body.error
  return code === 'rate-limited' || code === 'overloaded'
}

/**
 * Returns what answers addresses that the router cannot read: they never come as far as the server's own handlers and limits, so they are held
 * like refusals.
 */
export function answerUnroutable(
  hold: HoldRefusal,
): (error: Error, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => void hold().then(() => sendError(error, request, reply))
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = toErrorAnswer(error)
  const facts = loggedRequest(request)
  if (body.error.code === 'overloaded') request.log.warn(facts, 'refused: too many requests at once')
  else if (error instanceof InvalidAnswerError) {
    request.log.error({ ...facts, faults: error.faults }, 'an answer does not fit the contract and was not sent')
  } else if (status >= 500) request.log.error({ err: error, ...facts }, 'request failed')
  // The route may have set headers for the answer that failed.
  for (const name of ['content-disposition', 'content-encoding', 'content-range', 'etag']) reply.removeHeader(name)
  // Sent as text: the body is already of the contract's shape, whatever the route's own schemas say.
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .serializer((value: string) => value)
    .send(JSON.stringify(body))
}

/** Responds to malformed or endless requests on the bare socket, and closes it. */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { body } = toErrorAnswer({ statusCode: 400 })
  const text = JSON.stringify(body)
  if (socket.writable) {
    const head = ['HTTP/1.1 400 Bad Request', 'content-type: application/json', `content-length: ${text.length}`]
    socket.write(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n${text}`)
  }
  socket.destroy(error)
}
