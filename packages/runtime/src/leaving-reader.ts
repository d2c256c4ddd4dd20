import type { FastifyReply } from 'fastify'

/** Each listens to its answer once, however many ask. */
const signals = new WeakMap<FastifyReply, AbortSignal>()

/** Returns a signal that is aborted when the reader disconnects before the answer is sent. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const known = signals.get(reply)
  if (known !== undefined) return known
  const leaving = new AbortController()
  signals.set(reply, leaving.signal)
  const onClose = () => {
    if (!reply.raw.writableFinished) leaving.abort()
  }
  // A reader who left during an earlier hook fires no further `close` event.
  if (reply.raw.closed) onClose()
  else reply.raw.once('close', onClose)
  return leaving.signal
}
