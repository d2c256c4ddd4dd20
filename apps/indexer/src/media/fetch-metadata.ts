import type { MetadataFound, MetadataJob, MetadataOutcome } from '@opal/store/write/metadata-queue'
import { Agent, request } from 'undici'
import { MetadataError } from './media-errors.ts'
import { toFetchableUrls } from './media-urls.ts'
import { parseMetadata } from './parse-metadata.ts'
import { assertPublicHost, publicLookup } from './public-lookup.ts'

export interface MediaConfig {
  /** Bases that `<cid>/<path>` is appended to, tried in turn. */
  readonly gateways: readonly string[]
  /** Hosts that need not be public. */
  readonly allowedHosts: readonly string[]
}

export interface MetadataFetcher extends AsyncDisposable {
  /** Never throws: what went wrong is part of the outcome. */
  fetch(job: MetadataJob): Promise<MetadataOutcome>
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 1_000_000
const MAX_REDIRECTS = 3
const MAX_ATTEMPTS = 6
const FIRST_RETRY_SECONDS = 5
const CONNECTIONS_PER_HOST = 8

/** Fetches metadata documents politely: few connections a host, bounded in time and size, public hosts only. */
export function createMetadataFetcher(config: MediaConfig, signal: AbortSignal): MetadataFetcher {
  const allowed = new Set(config.allowedHosts)
  const agent = new Agent({ connections: CONNECTIONS_PER_HOST, connect: { lookup: publicLookup(allowed) } })
  return {
    async fetch(job) {
      try {
        return await fetchFromAny(job.uri, config.gateways, { agent, allowed, signal })
      } catch (error) {
        return toMissing(job, error)
      }
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

interface Access {
  readonly agent: Agent
  readonly allowed: ReadonlySet<string>
  readonly signal: AbortSignal
}

async function fetchFromAny(uri: string, gateways: readonly string[], access: Access): Promise<MetadataFound> {
  let failure: unknown = new MetadataError('no gateway is configured', false)
  for (const url of toFetchableUrls(uri, gateways)) {
    try {
      const { contentType, body } = await fetchDocument(url, access)
      return { uri, status: 'ready', ...parseMetadata(uri, contentType, body) }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function fetchDocument(first: URL, { agent, allowed, signal }: Access) {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  let url = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    assertPublicHost(url, allowed)
    const response = await request(url, {
      dispatcher: agent,
      signal: ending,
      headers: { accept: 'application/json, image/*' },
    })
    const location = response.headers.location
    if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
      await response.body.dump()
      url = redirected(url, location)
      continue
    }
    if (response.statusCode !== 200) {
      await response.body.dump()
      throw new MetadataError(`the host answered ${response.statusCode}`, isPassing(response.statusCode))
    }
    const contentType = String(response.headers['content-type'] ?? '')
    return { contentType, body: await readBounded(response.body, contentType) }
  }
  throw new MetadataError('too many redirections', false)
}

function redirected(from: URL, location: string): URL {
  const url = URL.parse(location, from)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new MetadataError('redirected to no address', false)
  return url
}

/** An image is known by its type alone and not read. */
async function readBounded(body: AsyncIterable<Uint8Array> & { destroy(): unknown }, contentType: string) {
  const chunks: Uint8Array[] = []
  let size = 0
  if (contentType.startsWith('image/')) {
    body.destroy()
    return Buffer.alloc(0)
  }
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_BYTES) throw new MetadataError(`the document is larger than ${MAX_BYTES} bytes`, false)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isPassing(status: number): boolean {
  return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500
}

function toMissing(job: MetadataJob, error: unknown): MetadataOutcome {
  const mayPass = !(error instanceof MetadataError) || error.retryable
  const isLast = job.attempts + 1 >= MAX_ATTEMPTS
  return {
    uri: job.uri,
    status: mayPass && !isLast ? 'pending' : 'failed',
    error: error instanceof Error ? error.message.slice(0, 500) : 'failed',
    retryAfterSeconds: FIRST_RETRY_SECONDS * 4 ** Math.min(job.attempts, MAX_ATTEMPTS),
  }
}
