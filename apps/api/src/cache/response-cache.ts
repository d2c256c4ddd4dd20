import { createHash } from 'node:crypto'
import { REQUEST_ID_HEADER } from '@opal/runtime/request-id'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { compressBody, type Encoding, encodingFor } from '../http/compression.ts'
import { hasAnswer } from '../http/entity-tags.ts'
import { admitCached, type CachedResponseLimit } from '../http/limits/cached-response-limit.ts'
import type { CountUnread } from '../http/limits/unread-answers.ts'
import { CacheReads } from './cache-reads.ts'
import type { MemoryUse } from './memory-use.ts'
import { ownBytes } from './own-bytes.ts'

/** A response that can be sent again. */
export interface CachedResponse {
  readonly body: Buffer
  /** Names and values in turn, without content length and encoding. */
  readonly headers: readonly string[]
  /** Weak: it is that of the body as it is, and compressed in each way. */
  readonly etag: string
  readonly compressed: Map<Encoding, Promise<Buffer>>
}

/** Bytes of all entries together, and of one body. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_BODY_BYTES = 1024 * 1024
const MAX_ENTRIES = 5_000
/** Memory of an entry's objects, without its texts. */
const ENTRY_BYTES = 500

/** Responses by URL, until they expire or the change feed clears them. */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>
  readonly isOn: boolean
  readonly reads = new CacheReads()
  /** Counts calls of {@link clear}: a response that was begun before the last one is not stored. */
  generation = 0

  /** @param ttlMs 0 caches nothing. */
  constructor(ttlMs: number, now: () => number = () => performance.now()) {
    this.isOn = ttlMs > 0
    this.#responses = new LRUCache({
      max: MAX_ENTRIES,
      maxSize: MAX_BYTES,
      ttl: ttlMs,
      ttlResolution: 0,
      perf: { now },
    })
  }

  get entries(): number {
    return this.#responses.size
  }

  memory(): MemoryUse {
    return { bytes: this.#responses.calculatedSize, maxBytes: MAX_BYTES }
  }

  get(address: string): CachedResponse | null {
    const cached = this.#responses.get(address) ?? null
    this.reads.count(cached !== null)
    return cached
  }

  /** Stores a response. @param generation {@link ResponseCache.generation} when the response was begun. */
  set(address: string, body: Buffer, headers: readonly string[], generation: number): void {
    if (!this.isOn || generation !== this.generation || body.length > MAX_BODY_BYTES) return
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
    const texts = headers.reduce((sum, text) => sum + text.length, address.length)
    const size = body.length + texts + ENTRY_BYTES
    this.#responses.set(address, { body: ownBytes(body), headers, etag, compressed: new Map() }, { size })
  }

  /** Returns the compressed body of a response; compresses it once. The copy counts in the response's size, so other responses are evicted for it. */
  async compress(address: string, cached: CachedResponse, encoding: Encoding): Promise<Buffer> {
    const known = cached.compressed.get(encoding)
    if (known !== undefined) return known
    const compressing = compressBody(cached.body, encoding).then(ownBytes)
    cached.compressed.set(encoding, compressing)
    const { length } = await compressing
    const now = this.#responses.info(address)
    // The cache changes the size of an entry only with a new value.
    if (now?.size !== undefined && now.value.compressed === cached.compressed)
      this.#responses.set(address, { ...cached }, { size: now.size + length, noUpdateTTL: true })
    return compressing
  }

  clear(): void {
    this.generation += 1
    this.#responses.clear()
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Everyone gets the same response, which may be cached. */
    isShared?: boolean
    /** Query member that makes the response personal, which is never cached. */
    personalByQuery?: string
    /** Writes what cached responses show. */
    clearsCache?: boolean
  }
}

/** Headers of one request only; the others are stored with the body. */
const PER_REQUEST =
  /^(access-control-|vary$|content-length$|content-encoding$|set-cookie$|x-ratelimit-|ratelimit|retry-after$|etag$|x-request-id$|date$|connection$|keep-alive$)/i

interface Asked {
  readonly generation: number
}

export interface ResponseCacheOptions {
  /** Whether a request may be answered from the cache; true when left out. */
  readonly mayServe?: (request: FastifyRequest) => boolean
  /** CORS headers for an origin. */
  readonly corsOf: (origin: string | undefined) => readonly string[]
  readonly limit: CachedResponseLimit
  readonly countUnread: CountUnread
}

/**
 * Serves cached responses before any other hook runs, for routes whose `config.isShared` is set. They carry an ETag, are compressed once,
 * and have a rate limit of their own, far above that of computed responses. Calls whose `config.clearsCache` is set clear the cache.
 */
export function serveFromCache(
  server: FastifyInstance,
  responses: ResponseCache,
  { corsOf, limit, countUnread, mayServe = () => true }: ResponseCacheOptions,
): void {
  if (!responses.isOn) return
  const asked = new WeakMap<FastifyRequest, Asked>()
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') return done()
    const cached = mayServe(request) ? responses.get(request.raw.url ?? '') : null
    if (cached !== null) {
      try {
        admitCached(request, reply, limit)
        // The body stays in memory until it is sent, even after the cache has replaced it.
        countUnread(request.raw, reply.raw, cached.body.length)
      } catch (error) {
        allowReading(reply, corsOf(request.headers.origin))
        return done(error as Error)
      }
      return send(request, reply, cached, { responses, corsOf, limit })
    }
    if (isCacheable(request)) asked.set(request, { generation: responses.generation })
    done()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const { generation } = asked.get(request) ?? {}
    if (
      generation !== undefined &&
      reply.statusCode === 200 &&
      (typeof payload === 'string' || Buffer.isBuffer(payload))
    ) {
      responses.set(request.raw.url ?? '', Buffer.from(payload as string), cacheableHeaders(reply), generation)
    }
    // Also where the client has left by then, for whom there is no `onResponse`.
    if (request.routeOptions.config.clearsCache === true && reply.statusCode < 400) responses.clear()
    done(null, payload)
  })
}

/** Has a page read why it is refused: the hook that allows that comes later. @param cors names and values in turn. */
function allowReading(reply: FastifyReply, cors: readonly string[]): void {
  for (let at = 0; at < cors.length; at += 2) reply.header(cors[at] ?? '', cors[at + 1])
  reply.header('vary', 'origin')
}

function isCacheable(request: FastifyRequest): boolean {
  const { isShared, personalByQuery } = request.routeOptions.config
  return isShared === true && (personalByQuery === undefined || !(personalByQuery in (request.query as object)))
}

function cacheableHeaders(reply: FastifyReply): readonly string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    PER_REQUEST.test(name) || value === undefined ? [] : [name, String(value)],
  )
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
  { responses, corsOf, limit }: Pick<ResponseCacheOptions, 'corsOf' | 'limit'> & { readonly responses: ResponseCache },
): void {
  reply.hijack()
  const { headers } = request
  const common = [
    ...cached.headers,
    ...corsOf(headers.origin),
    'etag',
    cached.etag,
    'vary',
    'origin, accept-encoding',
    REQUEST_ID_HEADER,
    request.id,
  ]
  if (hasAnswer(headers['if-none-match'], cached.etag)) {
    reply.raw.writeHead(304, common)
    reply.raw.end()
    return
  }
  const encoding = encodingFor(headers['accept-encoding'] as string | undefined, cached.body.length)
  if (encoding === null) {
    limit.spend(request.raw, cached.body.length)
    reply.raw.writeHead(200, [...common, 'content-length', String(cached.body.length)])
    reply.raw.end(cached.body)
    return
  }
  responses.compress(request.raw.url ?? '', cached, encoding).then(
    (body) => {
      limit.spend(request.raw, body.length)
      reply.raw.writeHead(200, [...common, 'content-encoding', encoding, 'content-length', String(body.length)])
      reply.raw.end(body)
    },
    (error: Error) => reply.raw.destroy(error),
  )
}
