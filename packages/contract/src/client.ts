import type * as z from 'zod'
import { ApiError, statusSentence, UNREADABLE } from './http/api-error.ts'
import {
  BASE_PATHS,
  type Base,
  type Endpoint,
  type EndpointInput,
  type EndpointResult,
  type ObjectSchema,
} from './http/endpoint.ts'
import { errorBody } from './http/error-body.ts'
import { parseAnswer } from './shapes/shown-names.ts'

export interface ApiClientOptions {
  /** Origin of the API, e.g. `http://127.0.0.1:3001`; or one address per base where they differ. */
  readonly api: string | Readonly<Record<Base, string>>
  readonly fetch?: typeof fetch
  /** Sent with every call, e.g. a forwarded cookie during server rendering. */
  readonly headers?: Readonly<Record<string, string>>
  /** Returns the ledger version that its user has seen, of which no answer is to be from before; null where there is none. */
  readonly seen?: () => bigint | null
  /** A call is given up after this long. Default 15 s. */
  readonly timeoutMs?: number
}

type AnyEndpoint = Endpoint<ObjectSchema, ObjectSchema, z.ZodType, z.ZodType, unknown>

/** Calls endpoints of the contract; see {@link createApiClient}. */
export type ApiClient = <E>(
  endpoint: E & AnyEndpointLike,
  input: EndpointInput<E>,
  options?: { readonly signal?: AbortSignal },
) => Promise<EndpointResult<E>>

// Variance of schema types keeps exact endpoints from being assignable to AnyEndpoint; these members are enough to call one.
type AnyEndpointLike = Pick<AnyEndpoint, 'id' | 'bases' | 'method' | 'path' | 'response'> & {
  readonly failure?: { readonly value: unknown }
}

/**
 * Creates a fetch client for the contract's endpoints: validates answers, turns error bodies into {@link ApiError}, logs
 * errors and turns them into the failure value where the endpoint names one. An abort by the caller's signal is always rethrown.
 * @example const { data } = await call(listCollections, { query: { take: 20 } })
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  return async (endpoint, input, { signal } = {}) => {
    try {
      return (await request(options, endpoint, input as LooseInput, signal)) as never
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (endpoint.failure === undefined) throw error
      // biome-ignore lint/suspicious/noConsole: docs/product/tokens-and-filters.md#tokens-that-cannot-be-loaded
      console.error(`The call ${endpoint.id} failed; its failure value replaces the answer.`, error)
      return endpoint.failure.value as never
    }
  }
}

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

async function request(
  options: ApiClientOptions,
  endpoint: AnyEndpointLike,
  input: LooseInput,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 15_000)
  const answer = await send(
    options,
    endpoint,
    input,
    signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  )
  const json = parseJson(await answer.text().catch(throwUnreachable))
  const requestId = answer.headers.get('x-request-id')
  if (!answer.ok) throw toApiError(answer.status, requestId, json)
  const parsed = endpoint.response.safeParse(json)
  if (!parsed.success) {
    throw new ApiError('unexpected-answer', UNREADABLE, {
      status: answer.status,
      requestId,
      cause: new Error(`The answer to ${endpoint.id} is not what the contract promises.`, { cause: parsed.error }),
    })
  }
  return parsed.data
}

async function send(
  options: ApiClientOptions,
  endpoint: AnyEndpointLike,
  input: LooseInput,
  signal: AbortSignal,
): Promise<Response> {
  const hasBody = input.body !== undefined
  const call = options.fetch ?? fetch
  try {
    return await call(withSeen(endpointUrl(options.api, endpoint, input), endpoint.method, options.seen?.() ?? null), {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      signal,
      ...(hasBody && { body: JSON.stringify(input.body) }),
    })
  } catch (cause) {
    throwUnreachable(cause)
  }
}

function throwUnreachable(cause: unknown): never {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError'
  const message = isLate ? 'The server took too long to respond.' : 'Couldn’t reach the server.'
  throw new ApiError('unreachable', message, { cause, retryable: true })
}

/** Returns undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return parseAnswer(text)
  } catch {
    return undefined
  }
}

/** Adds the version that a reading call's user has seen to its address. */
function withSeen(url: string, method: string, seen: bigint | null): string {
  if (seen === null || method !== 'GET') return url
  return `${url}${url.includes('?') ? '&' : '?'}seen=${seen}`
}

/** Returns the full address of a call, parameters encoded, absent query members left out, lists repeated. */
export function endpointUrl(
  api: ApiClientOptions['api'],
  endpoint: Pick<AnyEndpoint, 'bases' | 'path'>,
  input: LooseInput,
): string {
  const base = endpoint.bases[0]
  const prefix = typeof api === 'string' ? api.replace(/\/$/, '') + BASE_PATHS[base] : api[base].replace(/\/$/, '')
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) query.append(name, String(item))
  }
  const search = query.toString()
  return prefix + path + (search === '' ? '' : `?${search}`)
}

function toApiError(status: number, requestId: string | null, json: unknown): ApiError {
  const parsed = errorBody.safeParse(json)
  if (!parsed.success)
    return new ApiError('unexpected-answer', statusSentence(status), {
      status,
      requestId,
      retryable: status >= 500,
      cause: new Error(`The server answered with status ${status}.`),
    })
  const { code, message, retryable, details } = parsed.data.error
  return new ApiError(code, message, { status, requestId, retryable, details })
}
