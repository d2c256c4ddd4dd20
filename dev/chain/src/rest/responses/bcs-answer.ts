import { Serializer } from '@aptos-labs/ts-sdk'
import type { FastifyReply, FastifyRequest } from 'fastify'

const BCS = 'application/x-bcs'
const JSON_TYPE = 'application/json'

/** Both forms of an answer; only the wanted one is made. */
export interface BothForms {
  readonly json: () => unknown
  readonly bcs: (writer: Serializer) => void
}

/** Returns whether the client prefers BCS to JSON. Without a preference responses are JSON. */
export function wantsBcs(request: FastifyRequest): boolean {
  const accepted = (request.headers.accept ?? '').split(',').map((part) => part.split(';')[0]?.trim())
  return accepted.find((type) => type === BCS || type === JSON_TYPE) === BCS
}

/** Answers in the form that the client wants. */
export function answerInBoth(request: FastifyRequest, reply: FastifyReply, { json, bcs }: BothForms): FastifyReply {
  return wantsBcs(request) ? sendBcs(reply, bcs) : reply.send(json())
}

/** Sends what a writer wrote. */
export function sendBcs(reply: FastifyReply, write: (writer: Serializer) => void): FastifyReply {
  const writer = new Serializer()
  write(writer)
  return sendBytes(reply, writer.toUint8Array())
}

/** Sends bytes that are BCS already. */
export function sendBytes(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  return reply.type(BCS).send(Buffer.from(bytes))
}
