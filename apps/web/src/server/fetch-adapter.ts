import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Converts a Fastify request to a fetch request, which is aborted when the client disconnects. */
export function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const leaving = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) leaving.abort()
  })
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(new URL(request.url, `${request.protocol}://${request.host}`), {
    method: request.method,
    headers: toWebHeaders(request.headers),
    signal: leaving.signal,
    ...(hasBody && { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' }),
  } as RequestInit)
}

function toWebHeaders(headers: FastifyRequest['headers']): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) copy.append(name, item)
  }
  return copy
}

/** Sends a fetch response, streaming its body. */
export function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.send(response.body === null ? null : Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>))
}
