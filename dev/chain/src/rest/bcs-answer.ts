import { Serializer } from '@aptos-labs/ts-sdk'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const BCS = 'application/x-bcs'

/** Does the client ask for BCS, and not for JSON before it? */
export function wantsBcs(request: FastifyRequest): boolean {
  const [first = ''] = (request.headers.accept ?? '').split(',')
  return first.split(';')[0]?.trim() === BCS
}

/** Sends what a writer wrote. */
export function sendBcs(reply: FastifyReply, write: (writer: Serializer) => void): FastifyReply {
  const writer = new Serializer()
  write(writer)
  return reply.type(BCS).send(Buffer.from(writer.toUint8Array()))
}
