import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Query parameter with the ledger version that the client has seen. It belongs to no endpoint and is not part of a cache key. Of a query alone,
 * from its start: a path or a value that reads like it is no parameter, and answers to these are cached under addresses of their own.
 */
const SEEN = /(^|&)seen=(\d{1,20})(&|$)/

/** Delays answers until they are as new as the client's last one, so that clients of several APIs or replicas never go back in time. */
export class SeenVersions {
  readonly #catchUp: () => Promise<void>
  readonly #ahead = new WeakSet<IncomingMessage>()
  #announced = -1n

  /** @param catchUp resolves when every change that is committed by now has been announced. */
  constructor(catchUp: () => Promise<void>) {
    this.#catchUp = catchUp
  }

  /** A change of this version was announced to sockets and caches. */
  announced(version: bigint): void {
    if (version > this.#announced) this.#announced = version
  }

  /** Has requests whose clients have seen more than this process wait until it has caught up, before caches are asked. */
  serve(server: FastifyInstance): void {
    server.addHook('onRequest', async (request) => {
      const seen = takeSeen(request)
      if (seen === null || seen <= this.#announced) return
      await this.#catchUp()
      // Either nothing changed at this version, or it is not indexed yet: only the primary can tell.
      if (seen > this.#announced) this.#ahead.add(request.raw)
    })
  }

  /** Returns whether a client has seen more than this process knows of: the writer has to be read. */
  isAhead({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
    return this.#ahead.has(raw)
  }
}

/** Takes the version out of a request. */
function takeSeen({ raw, query }: FastifyRequest): bigint | null {
  const url = raw.url ?? ''
  const [path = ''] = url.split('?', 1)
  const asked = url.slice(path.length + 1)
  const found = SEEN.exec(asked)
  if (found === null) return null
  const [whole, before, version = '', behind] = found
  // By position: an earlier value may contain the same text.
  const rest = asked.slice(found.index + whole.length)
  const others = `${asked.slice(0, found.index)}${before === '' || behind === '' ? '' : '&'}${rest}`
  raw.url = others === '' ? path : `${path}?${others}`
  delete (query as Record<string, unknown>).seen
  return BigInt(version)
}
