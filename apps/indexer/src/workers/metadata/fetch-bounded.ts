import { readBoundedParts } from '@opal/chain/web/bounded-body'
import { boundParts } from '@opal/chain/web/bounded-parts'
import { type Answered, followRedirects } from '@opal/chain/web/follow-redirects'
import type { Gateways } from '@opal/chain/web/gateways'
import { createHostAgent } from '@opal/chain/web/host-agent'
import {
  assertFetchable,
  type FetchTarget,
  HostRefusedError,
  isAllowedHost,
  publicLookup,
} from '@opal/chain/web/public-hosts'
import { hostOwner } from '@opal/domain/limits/host-owner'
import { type Dispatcher, request } from 'undici'
import { fetchTargets } from './fetch-targets.ts'
import { MetadataError } from './media-errors.ts'
import { race } from './race.ts'
import { parseRetryAfter } from './retry-after.ts'

export interface MediaConfig extends Gateways {
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
const CONNECTIONS_PER_HOST = 8
/**
 * Time for which an idle connection is kept, whatever its host asks for: hosts cost strangers nothing, and each that is fetched from could
 * hold its connections for ten minutes.
 */
const KEEP_ALIVE_MS = 2_000
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
  const keepAlive = { keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS }
  const open = createHostAgent({
    ...keepAlive,
    connections: CONNECTIONS_PER_HOST,
    connect: { lookup: publicLookup(null) },
  })
  // An agent of its own, so that connections to gateways and allowed hosts are never used for others. Without a limit of connections,
  // because the caller limits its requests: slow look-ups of missing content would otherwise block the gateway.
  const within = createHostAgent(keepAlive)
  // Hosts reached by a redirect, likewise: anyone can redirect to what hangs at a host, and would block the few connections of its own documents.
  const elsewhere = createHostAgent({ ...keepAlive, connect: { lookup: publicLookup(null) } })
  const bounded = {
    open: open.compose(boundParts),
    within: within.compose(boundParts),
    elsewhere: elsewhere.compose(boundParts),
  }
  const dispatcherFor: Access['dispatcherFor'] = ({ url, gateway }, named) => {
    if (gateway !== null || isAllowedHost(url, allowed)) return bounded.within
    return hostOwner(url.hostname) === hostOwner(named.url.hostname) ? bounded.open : bounded.elsewhere
  }
  return {
    fetch: (what) => {
      const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const targets = fetchTargets(what.uri, config)
      return race(targets, STAGGER_MS, (target, lost) =>
        fetchTarget(target, what, { dispatcherFor, allowed, now, signal: AbortSignal.any([ending, lost]) }),
      )
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([open.destroy(), within.destroy(), elsewhere.destroy()])
    },
  }
}

interface Access {
  /** @param named the target that was asked for, of which this one may be a redirect. */
  readonly dispatcherFor: (target: FetchTarget, named: FetchTarget) => Dispatcher
  readonly allowed: ReadonlySet<string>
  readonly now: () => number
  readonly signal: AbortSignal
}

function fetchTarget(
  first: FetchTarget,
  what: FetchRequest,
  { dispatcherFor, allowed, now, signal }: Access,
): Promise<Fetched> {
  const ask = async (target: FetchTarget): Promise<Answered<Fetched>> => {
    refuseUnfetchable(target, allowed)
    const options = { dispatcher: dispatcherFor(target, first), signal, headers: { accept: what.accept } }
    const { statusCode, headers, body } = await request(target.url, options)
    if (statusCode >= 300 && statusCode < 400 && typeof headers.location === 'string') {
      await body.dump()
      return { redirect: redirected(target.url, headers.location) }
    }
    if (statusCode !== 200) {
      await body.dump()
      const wait = parseRetryAfter(String(headers['retry-after'] ?? ''), now())
      throw new MetadataError(`the host answered ${statusCode}`, isPassing(statusCode), wait)
    }
    const contentType = String(headers['content-type'] ?? '')
    return { read: { contentType, body: await readBounded(body, what.maxBytes(contentType)) } }
  }
  return followRedirects(first, ask, () => new MetadataError('too many redirections', false))
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
  if (maxBytes === 0) {
    body.destroy()
    return Buffer.alloc(0)
  }
  return readBoundedParts(body, maxBytes, () => new MetadataError(`it is larger than ${maxBytes} bytes`, false))
}

function isPassing(status: number): boolean {
  return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500
}
