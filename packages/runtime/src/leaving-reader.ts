import type { FastifyReply } from 'fastify'

/** Returns a signal that is aborted when the reader disconnects before the answer is sent. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  const onClose = () => {
    if (!reply.raw.writableFinished) leaving.abort()
  }
  // A reader who left during an earlier hook fires no further `close` event.
  if (reply.raw.closed) onClose()
  else reply.raw.once('close', onClose)
  return leaving.signal
}
