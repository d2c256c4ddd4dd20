import {
  assertFetchable,
  type FetchTarget,
  HostRefusedError,
  isAllowedHost,
  isBelow,
  publicLookup,
  redirectedTo,
} from '@opal/chain/web/public-hosts'
import { Agent, type Dispatcher, request } from 'undici'
import { MetadataError } from './media-errors.ts'

/**
 * Tries sources in turn, each a little after the one before or as soon as that has failed, until one succeeds: a
 * slow gateway costs the stagger only, and a fast one is the only one requested.
 * @param attempt is aborted by its signal once another has succeeded.
 * @throws the last error; TypeError when there is no source.
 */
export async function race<Source, Result>(
  sources: readonly Source[],
  staggerMs: number,
  attempt: (source: Source, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  try {
    return await next(sources, staggerMs, (source) => attempt(source, ending.signal))
  } finally {
    ending.abort()
  }
}

async function next<Source, Result>(
  [source, ...rest]: readonly Source[],
  staggerMs: number,
  attempt: (source: Source) => Promise<Result>,
): Promise<Result> {
  if (source === undefined) throw new TypeError('there is no source to try')
  const first = attempt(source)
  if (rest.length === 0) return first
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, staggerMs)
  // Settled either way: the next one's turn comes with a failure or with the stagger, whichever is first.
  const failed = first.then(
    () => new Promise<void>(() => undefined),
    () => undefined,
  )
  try {
    const turn = Promise.race([failed, late.promise]).then(() => next(rest, staggerMs, attempt))
    return await Promise.any([first, turn])
  } catch (error) {
    throw error instanceof AggregateError ? error.errors.at(-1) : error
  } finally {
    clearTimeout(timer)
  }
}

/** A host that asks for more is asked again after this all the same. */
const MAX_SECONDS = 24 * 60 * 60

/**
 * Returns how long a host asks to wait, in seconds: given as a number, or as a date that is compared with our own
 * clock.
 * @param header `Retry-After` as it came; null and whatever is no such header are nothing.
 * @param nowMs milliseconds since 1970.
 * @source RFC 9110, section 10.2.3
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text), MAX_SECONDS)
  // Only the dates of HTTP: what else a parser takes for a date is a mistake of the host's.
  if (!/^[A-Za-z]{3,9},? .{5,30}$/.test(text)) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  return Math.min(Math.max(0, Math.ceil((at - nowMs) / 1_000)), MAX_SECONDS)
}

type Gateways = Pick<MediaConfig, 'gateways' | 'arweaveGateways'>

/**
 * Returns the places of a metadata address: `ipfs://` (also in the form of a gateway's path) and `ar://` at each of
 * their gateways, anything else as it is.
 * @throws MetadataError for anything else.
 */
function fetchTargets(uri: string, { gateways, arweaveGateways }: Gateways): readonly FetchTarget[] {
  const ipfsPath = ipfsPathOf(uri)
  if (ipfsPath !== null) return atEach(gateways, ipfsPath)
  if (uri.startsWith('ar://')) return atEach(arweaveGateways, uri.slice('ar://'.length))
  return [{ url: toUrl(uri), gateway: null }]
}

function atEach(gateways: readonly string[], path: string): readonly FetchTarget[] {
  if (gateways.length === 0) throw new MetadataError('no gateway is configured', false)
  return gateways.map((gateway) => belowBase(gateway.replace(/\/+$/, ''), path))
}

/** The path stays below the gateway's own: dots cannot climb out of it. */
function belowBase(gateway: string, path: string): FetchTarget {
  const url = toUrl(`${gateway}/${path}`)
  if (!isBelow(url, gateway)) throw new MetadataError('its path leaves its content', false)
  return { url, gateway }
}

/** `<cid>/<path>` of an IPFS address; null for others. */
function ipfsPathOf(uri: string): string | null {
  const match = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(uri)
  return match?.[1] ?? null
}

function toUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new MetadataError('not an address', false)
  return url
}

export interface MediaConfig {
  /** Bases that `<cid>/<path>` is appended to, raced. */
  readonly gateways: readonly string[]
  /** Bases that an Arweave id is appended to, raced. */
  readonly arweaveGateways: readonly string[]
  /** Hosts that need not be public, by name or by name and port. */
  readonly allowedHosts: readonly string[]
}

/** A fetched body. */
export interface Fetched {
  readonly contentType: string
  readonly body: Buffer
}

/** A request. */
export interface FetchRequest {
  /** As on chain or in a document: `ipfs://`, `ar://`, `https://`, `http://`. */
  readonly uri: string
  readonly accept: string
  /** Most bytes to read, by content type; 0 reads none of it. */
  readonly maxBytes: (contentType: string) => number
}

export interface BoundedFetcher extends AsyncDisposable {
  /** @throws MetadataError, and what the network throws. */
  fetch(what: FetchRequest): Promise<Fetched>
}

/** For everything: gateways, redirections and reading. @source docs/product/tokens-and-filters.md#fetch-limits */
const TIMEOUT_MS = 15_000
/** Time after which the next gateway is requested as well. */
const STAGGER_MS = 2_000
const MAX_REDIRECTS = 3
const CONNECTIONS_PER_HOST = 8
const SCHEMES = ['https:', 'http:']

/**
 * Fetches what strangers name, politely: few connections a host, bounded in time and size, public hosts only.
 * @param now milliseconds since 1970, which the dates of hosts are taken against.
 */
export function createBoundedFetcher(
  config: MediaConfig,
  signal: AbortSignal,
  now: () => number = Date.now,
): BoundedFetcher {
  const allowed = new Set(config.allowedHosts)
  const open = new Agent({ connections: CONNECTIONS_PER_HOST, connect: { lookup: publicLookup(null) } })
  // Connections to gateways and allowed hosts are never used for others: each agent keeps its own. As many as are asked for, which
  // the caller bounds: content that a gateway cannot find would hold the few connections that other content needs.
  const within = new Agent()
  const agentFor = ({ url, gateway }: FetchTarget) => (gateway !== null || isAllowedHost(url, allowed) ? within : open)
  return {
    fetch: (what) => {
      const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const targets = fetchTargets(what.uri, config)
      return race(targets, STAGGER_MS, (target, lost) =>
        fetchTarget(target, what, { agentFor, allowed, now, signal: AbortSignal.any([ending, lost]) }),
      )
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([open.destroy(), within.destroy()])
    },
  }
}

interface Access {
  readonly agentFor: (target: FetchTarget) => Agent
  readonly allowed: ReadonlySet<string>
  readonly now: () => number
  readonly signal: AbortSignal
}

async function fetchTarget(
  first: FetchTarget,
  what: FetchRequest,
  { agentFor, allowed, now, signal }: Access,
): Promise<Fetched> {
  let target = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    refuseUnfetchable(target, allowed)
    const options = { dispatcher: agentFor(target), signal, headers: { accept: what.accept } }
    const response = await request(target.url, options)
    const { location } = response.headers
    if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
      await response.body.dump()
      target = redirectedTo(target, redirected(target.url, location))
      continue
    }
    if (response.statusCode !== 200) {
      await response.body.dump()
      const wait = parseRetryAfter(String(response.headers['retry-after'] ?? ''), now())
      throw new MetadataError(`the host answered ${response.statusCode}`, isPassing(response.statusCode), wait)
    }
    const contentType = String(response.headers['content-type'] ?? '')
    return { contentType, body: await readBounded(response.body, what.maxBytes(contentType)) }
  }
  throw new MetadataError('too many redirections', false)
}

function refuseUnfetchable({ url, gateway }: FetchTarget, allowed: ReadonlySet<string>): void {
  if (gateway !== null) return
  try {
    assertFetchable(url, allowed, SCHEMES)
  } catch (error) {
    throw error instanceof HostRefusedError ? new MetadataError(`${error.message} (${url.host})`, false) : error
  }
}

function redirected(from: URL, location: string): URL {
  const url = URL.parse(location, from)
  if (url === null) throw new MetadataError('redirected to no address', false)
  return url
}

async function readBounded(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (maxBytes === 0) {
    body.destroy()
    return Buffer.alloc(0)
  }
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) throw new MetadataError(`it is larger than ${maxBytes} bytes`, false)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isPassing(status: number): boolean {
  return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500
}
