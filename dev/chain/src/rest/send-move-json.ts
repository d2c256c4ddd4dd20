import type { MoveOutput } from '@opal/marketplaces/move-module'
import type { FastifyReply } from 'fastify'

/** Sends Move values as JSON; a bigint becomes the decimal string that the node prints for u64 and wider. */
export function sendMoveJson(reply: FastifyReply, value: MoveOutput): FastifyReply {
  const text = JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
  return reply.type('application/json').send(text)
}
