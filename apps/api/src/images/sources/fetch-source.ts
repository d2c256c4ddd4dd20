import { readBoundedParts } from '@opal/chain/web/bounded-body'
import { boundParts } from '@opal/chain/web/bounded-parts'
import { type Answered, followRedirects, MAX_REDIRECTS } from '@opal/chain/web/follow-redirects'
import type { Gateways } from '@opal/chain/web/gateways'
import { createHostAgent } from '@opal/chain/web/host-agent'
import { type FetchTarget, HostRefusedError, isAllowedHost, publicLookup } from '@opal/chain/web/public-hosts'
import type { Client } from '@opal/domain/limits/client'
import { mediaSourceOf } from '@opal/domain/limits/media-source'
import { errors, request } from 'undici'
import {
  MediaBusyError,
  MediaUnavailableError,
  MediaUnreadableError,
  SourceMovedError,
  SourceRefusedError,
} from '../media-errors.ts'
import type { SourceShares } from './source-shares.ts'
import { timeSource } from './source-time.ts'
import { assertFetchable, sourceTargets } from './source-urls.ts'

/** Largest image that is fetched, bytes. @source docs/product/tokens-and-filters.md#fetch-limits */
export const MAX_SOURCE_BYTES = 25 * 1024 * 1024
/** Longest fetch of an image, over all gateways and redirects, milliseconds. @source docs/product/tokens-and-filters.md#fetch-limits */
const TIMEOUT_MS = 15_000
/** Longer addresses are not followed. Metadata has none. */
const MAX_ADDRESS_LENGTH = 2_048

export interface SourceOptions extends Gateways {
  readonly allowedHosts: ReadonlySet<string>
  readonly shares: SourceShares
  /**
   * Returns whether a token or a collection names this URL, which a client asks for. Nothing else is fetched, so the service is no open proxy.
   * @param signal ends the wait of a client that has left, with its reason
   */
  readonly isKnown: (src: string, client: Client, signal?: AbortSignal) => Promise<boolean>
  readonly timeoutMs?: number
  /** The client that the fetch counts against. */
  readonly client?: Client
  /** Cancels the fetch. */
  readonly signal?: AbortSignal
}

/** Response of a host before its body is read. */
export interface SourceAnswer {
  readonly url: URL
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: AsyncIterable<Uint8Array>
}

/** Request to a host, and how its response is read. */
export interface SourceRequest<Result> {
  readonly headers: Readonly<Record<string, string>>
  /** Reads the answer, within bounds of its own. */
  read(answer: SourceAnswer): Promise<Result>
}

/**
 * Fetches an image's bytes without checking them. No credentials are sent.
 * @param counted passes on the body, and may end the fetch by throwing a MediaBusyError
 * @throws SourceRefusedError, MediaUnavailableError, MediaUnreadableError when it is too large, SourceMovedError: see {@link inTurns}
 */
export function fetchSource(
  src: string,
  options: SourceOptions,
  counted: (body: SourceAnswer['body']) => SourceAnswer['body'] = (body) => body,
): Promise<Buffer> {
  return askSource(src, options, {
    headers: { accept: 'image/*' },
    async read({ statusCode, body }) {
      if (statusCode !== 200) throw new MediaUnavailableError(`its host answered ${statusCode}`)
      return readBounded(counted(body), MAX_SOURCE_BYTES)
    },
  })
}

/**
 * Refuses an address whose host is not public, and one that no token or collection names.
 * @param client asks for it
 * @param signal is aborted when it has left
 * @throws SourceRefusedError; the reason of the signal
 */
export async function assertNamed(
  src: string,
  options: SourceOptions,
  client: Client,
  signal?: AbortSignal,
): Promise<void> {
  sourceTargets(src, options, options.allowedHosts)
  if (!(await options.isKnown(src, client, signal))) throw new SourceRefusedError('no token or collection refers to it')
}

/**
 * Fetches from a source and, where it redirects to another owner's host, again from there: a fetch counts against the host that
 * serves it, and no longer holds a slot of the first one.
 * @param turn fetches from an address; throws SourceMovedError when it redirects to another owner
 */
export async function inTurns<Result>(src: string, turn: (src: string) => Promise<Result>): Promise<Result> {
  let at = src
  for (let moves = 0; moves <= MAX_REDIRECTS; moves += 1) {
    try {
      return await turn(at)
    } catch (error) {
      if (!(error instanceof SourceMovedError)) throw error
      at = error.src
    }
  }
  throw new MediaUnavailableError('it redirects too many times')
}

/**
 * Requests a source from each of its targets, until one serves it.
 * @throws SourceRefusedError, MediaUnavailableError, MediaUnreadableError, SourceMovedError: see {@link inTurns}
 */
export async function askSource<Result>(
  src: string,
  options: SourceOptions,
  asked: SourceRequest<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  const source = timeSource()
  try {
    const counted: SourceRequest<Result> = {
      ...asked,
      async read(answer) {
        source.answered()
        const body = options.shares.counted(src, source.timed(answer.body), options.client ?? null)
        try {
          return await asked.read({ ...answer, body })
        } finally {
          source.asked()
        }
      },
    }
    return await askEach(src, options, counted, signal)
  } finally {
    source.answered()
    options.shares.took(src, source.ms)
  }
}

async function askEach<Result>(
  src: string,
  options: SourceOptions,
  asked: SourceRequest<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let last: unknown = new MediaUnavailableError('no gateway is configured')
  for (const target of sourceTargets(src, options, options.allowedHosts)) {
    try {
      return await follow(target, { owner: ownerOf(src), allowedHosts: options.allowedHosts }, asked, signal)
    } catch (error) {
      last = error
      if (error instanceof MediaUnreadableError || error instanceof MediaBusyError || signal.aborted) break
    }
  }
  throw last
}

/** Returns the owner whose hosts an address is at; null for content, which is counted by its root wherever gateways have it. */
function ownerOf(src: string): string | null {
  const { key, service, isContent } = mediaSourceOf(src)
  return isContent ? null : (service ?? key)
}

function follow<Result>(
  start: FetchTarget,
  at: { readonly owner: string | null; readonly allowedHosts: ReadonlySet<string> },
  asked: SourceRequest<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const ask = async (target: FetchTarget): Promise<Answered<Result>> => {
    const { url, gateway } = target
    if (target !== start) refuseElsewhere(url, at)
    if (gateway === null) assertFetchable(url, at.allowedHosts)
    return askOnce(url, gateway !== null || isAllowedHost(url, at.allowedHosts), asked, signal)
  }
  return followRedirects(start, ask, () => new MediaUnavailableError('it redirects too many times'))
}

/** Refuses a redirect to another owner's host, which has a turn of its own. @throws SourceMovedError */
function refuseElsewhere(
  url: URL,
  { owner, allowedHosts }: { readonly owner: string | null; readonly allowedHosts: ReadonlySet<string> },
): void {
  const { href } = url
  if (href.length > MAX_ADDRESS_LENGTH) throw new MediaUnavailableError('it redirects to an address that is too long')
  if (owner === null || ownerOf(href) === owner) return
  assertFetchable(url, allowedHosts)
  throw new SourceMovedError(href)
}

async function askOnce<Result>(
  url: URL,
  mayBePrivate: boolean,
  asked: SourceRequest<Result>,
  signal: AbortSignal,
): Promise<Answered<Result>> {
  // A connection of its own: one made for an allowed host is never reused for another.
  const agent = createHostAgent({ connect: { lookup: publicLookup(mayBePrivate ? url.hostname : null) } })
  const dispatcher = agent.compose(boundParts)
  try {
    const { statusCode, headers, body } = await request(url, { dispatcher, signal, headers: asked.headers })
    const location = headers.location
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string' && URL.canParse(location, url)) {
      await body.dump({ limit: 64 * 1024 })
      return { redirect: new URL(location, url) }
    }
    return { read: await asked.read({ url, statusCode, headers, body }) }
  } catch (error) {
    throw translate(error, signal)
  } finally {
    void agent.destroy()
  }
}

/** @throws MediaUnreadableError when there are more bytes. */
export function readBounded(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new MediaUnreadableError(`it is larger than ${maxBytes / 1024 / 1024} MB`)
  return readBoundedParts(body, maxBytes, tooLarge)
}

function translate(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof HostRefusedError) return new SourceRefusedError(error.reason)
  if (
    error instanceof SourceRefusedError ||
    error instanceof MediaBusyError ||
    error instanceof MediaUnreadableError ||
    error instanceof MediaUnavailableError
  )
    return error
  if (signal.aborted) return new MediaUnavailableError('its host did not respond in time', { cause: error })
  return new MediaUnavailableError('its host cannot be reached', { cause: withoutAnswer(error) })
}

/** Returns why a request failed without what was received: of an answer that is no HTTP the error holds 64 kB or more, and failures stay in memory. */
function withoutAnswer(error: unknown): unknown {
  return error instanceof errors.HTTPParserError ? new Error(error.message) : error
}
