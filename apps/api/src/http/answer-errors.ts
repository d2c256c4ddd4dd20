import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { QueriesBusyError } from '../load/query-gate.ts'
import { logNowAndThen } from './log-now-and-then.ts'
import { toErrorAnswer } from './to-error-answer.ts'

/** Answers every failure of this server, and what no route is for, with the contract's error body. */
export function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  server.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: { code: 'not-found', message: `There is no call ${request.method} here.`, retryable: false, details: {} },
    }),
  )
}

/** Addresses that the router cannot read never come as far as the server's own handlers. */
export function answerUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  sendError(error, request, reply)
}

/** Who floods chooses how often they are refused: their lines must not fill the disk. */
const refused = logNowAndThen()

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = toErrorAnswer(error)
  const facts = { method: request.method, url: request.url }
  if (error instanceof QueriesBusyError) {
    const line = refused()
    if (line !== null) request.log.warn({ ...facts, ...line }, 'refused: too much is asked at once')
  } else if (status >= 500) request.log.error({ err: error, ...facts }, 'request failed')
  // Sent as text: the body is already of the contract's shape, whatever the route's own schemas say.
  return reply
    .code(status)
    .type('application/json')
    .serializer((value: string) => value)
    .send(JSON.stringify(body))
}

/** What is no HTTP at all, has headers without end, or never ends: answered as well as a bare socket can, and hung up. */
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
