import type { Json } from '@opal/domain/json'
import type { FastifyReply } from 'fastify'
import type { MoveOutput } from '../../modules/move-module.ts'

/** Sends Move values as JSON. */
export function sendMoveJson(reply: FastifyReply, value: MoveOutput): FastifyReply {
  return reply.type('application/json').send(moveText(value))
}

/** Returns Move values as plain JSON. */
export function toMoveJson(value: MoveOutput): Json {
  return JSON.parse(moveText(value)) as Json
}

/** A bigint becomes the decimal string that the node prints for u64 and wider. */
function moveText(value: MoveOutput): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
}
