import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimitedError } from '../errors.ts'
import type { HotLimit } from '../http/rate-limits.ts'

/** An answer as it went out, ready to go out again. */
export interface HotBody {
  readonly body: Buffer
  /** Flat: name, value, name, value. Without length and encoding. */
  readonly headers: readonly string[]
  readonly etag: string
  readonly until: number
  /** What it takes in memory, its address and headers included. */
  readonly bytes: number
  readonly packed: Map<Encoding, Promise<Buffer>>
}

export type Encoding = 'br' | 'gzip'

/** Bytes of all entries together, and of one body. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_BODY_BYTES = 1024 * 1024
const MAX_ENTRIES = 5_000
/** What the objects of an entry take beside its texts. */
const ENTRY_BYTES = 500
/** Smaller bodies are not packed. */
const WORTH_PACKING_BYTES = 1024

/** Answers by address, for a second or until the feed tells of a change. */
export class HotBodies {
  /** Oldest first, so also by when they end. */
  readonly #bodies = new Map<string, HotBody>()
  readonly #lifeMs: number
  readonly #now: () => number
  #bytes = 0
  /** Counts what was dropped: an answer that was begun before is not kept. */
  age = 0

  /** @param lifeMs 0 keeps nothing. */
  constructor(lifeMs: number, now: () => number = () => performance.now()) {
    this.#lifeMs = lifeMs
    this.#now = now
  }

  get isOn(): boolean {
    return this.#lifeMs > 0
  }

  /** What the entries take in memory, and how many they are. */
  get size(): { readonly bytes: number; readonly entries: number } {
    return { bytes: this.#bytes, entries: this.#bodies.size }
  }

  get(address: string): HotBody | null {
    const found = this.#bodies.get(address)
    if (found === undefined) return null
    if (found.until > this.#now()) return found
    this.#drop(address, found)
    return null
  }

  /** @param age what {@link age} was when the answer was begun. */
  keep(address: string, body: Buffer, headers: readonly string[], age: number): void {
    if (!this.isOn || age !== this.age || body.length > MAX_BODY_BYTES) return
    const before = this.#bodies.get(address)
    if (before !== undefined) this.#drop(address, before)
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    const texts = headers.reduce((sum, text) => sum + text.length, address.length)
    const entry = { body, headers, etag, until: this.#now() + this.#lifeMs, bytes: body.length + texts + ENTRY_BYTES }
    this.#bodies.set(address, { ...entry, packed: new Map() })
    this.#bytes += entry.bytes
    this.#sweep()
  }

  forgetAll(): void {
    this.age += 1
    this.#bodies.clear()
    this.#bytes = 0
  }

  /** Drops from the oldest on what has ended or is too much. */
  #sweep(): void {
    const now = this.#now()
    for (const [address, oldest] of this.#bodies) {
      if (oldest.until > now && this.#bytes <= MAX_BYTES && this.#bodies.size <= MAX_ENTRIES) return
      this.#drop(address, oldest)
    }
  }

  #drop(address: string, kept: HotBody): void {
    this.#bodies.delete(address)
    this.#bytes -= kept.bytes
  }
}

/** How a client takes a body best; null for as it is. */
export function encodingFor(accepted: string | undefined, bytes: number): Encoding | null {
  if (accepted === undefined || bytes < WORTH_PACKING_BYTES) return null
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : null
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The body packed, once however often it is asked for. */
export function packed(hot: HotBody, encoding: Encoding): Promise<Buffer> {
  const known = hot.packed.get(encoding)
  if (known !== undefined) return known
  const packing =
    encoding === 'br'
      ? brotli(hot.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : zip(hot.body, { level: 5 })
  hot.packed.set(encoding, packing)
  return packing
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers everybody alike: kept for a moment. */
    hot?: boolean
    /** A member of the query that makes the answer one person's, which is never kept. */
    personalBy?: string
    /** Writes what hot answers show. */
    changesHot?: boolean
  }
}

/** Headers that say something of one request only; the others are kept with the body. */
const PER_REQUEST =
  /^(access-control-|vary$|content-length$|content-encoding$|set-cookie$|x-ratelimit-|ratelimit|retry-after$|etag$|date$|connection$|keep-alive$)/i

interface Asked {
  readonly age: number
}

export interface HotOptions {
  /** CORS headers for an origin. */
  readonly corsOf: (origin: string | undefined) => readonly string[]
  readonly limit: HotLimit
}

/**
 * Answers what was asked a moment ago from memory, before anything else of the server runs: routes whose `config.hot` is set
 * answer everybody alike. Such answers carry an ETag, are packed once, and have a limit of their own, far above that of calls
 * that are worked out. Calls whose `config.changesHot` is set drop them all.
 */
export function serveHot(server: FastifyInstance, bodies: HotBodies, { corsOf, limit }: HotOptions): void {
  if (!bodies.isOn) return
  const asked = new WeakMap<FastifyRequest, Asked>()
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') return done()
    const hot = bodies.get(request.raw.url ?? '')
    if (hot !== null) {
      const seconds = limit.admit(request.raw)
      if (seconds === null) return void send(request, reply, hot, { corsOf, limit })
      reply.header('retry-after', seconds)
      return done(new RateLimitedError(seconds))
    }
    if (isHot(request)) asked.set(request, { age: bodies.age })
    done()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const { age } = asked.get(request) ?? {}
    if (age !== undefined && reply.statusCode === 200 && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      bodies.keep(request.raw.url ?? '', Buffer.from(payload as string), keptHeaders(reply), age)
    }
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.changesHot === true && reply.statusCode < 400) bodies.forgetAll()
    done()
  })
}

function isHot(request: FastifyRequest): boolean {
  const { hot, personalBy } = request.routeOptions.config
  return hot === true && (personalBy === undefined || !(personalBy in (request.query as object)))
}

function keptHeaders(reply: FastifyReply): readonly string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    PER_REQUEST.test(name) || value === undefined ? [] : [name, String(value)],
  )
}

function send(request: FastifyRequest, reply: FastifyReply, hot: HotBody, { corsOf, limit }: HotOptions): void {
  reply.hijack()
  const { headers } = request
  const common = [...hot.headers, ...corsOf(headers.origin), 'etag', hot.etag, 'vary', 'origin, accept-encoding']
  if (headers['if-none-match'] === hot.etag) {
    reply.raw.writeHead(304, common)
    reply.raw.end()
    return
  }
  const encoding = encodingFor(headers['accept-encoding'] as string | undefined, hot.body.length)
  if (encoding === null) {
    limit.spend(request.raw, hot.body.length)
    reply.raw.writeHead(200, [...common, 'content-length', String(hot.body.length)])
    reply.raw.end(hot.body)
    return
  }
  packed(hot, encoding).then(
    (body) => {
      limit.spend(request.raw, body.length)
      reply.raw.writeHead(200, [...common, 'content-encoding', encoding, 'content-length', String(body.length)])
      reply.raw.end(body)
    },
    (error: Error) => reply.raw.destroy(error),
  )
}
