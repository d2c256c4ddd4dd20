import { errorMessage } from '@opal/domain/errors'
import type { Json } from '@opal/domain/json'
import { isJsonObject } from '@opal/domain/json'
import { type AnswerBounds, BodyTooLargeError, type ParseTurn, readBoundedJson } from '../web/bounded-body.ts'
import { NodeRefusedError, NodeUnreachableError } from './node-errors.ts'

/** Connection options of a node. */
export interface NodeHttpOptions {
  /** Base of the REST API, e.g. `http://127.0.0.1:8080/v1`. */
  readonly nodeUrl: string
  readonly apiKey?: string | null
  /** Default 10 s. */
  readonly timeoutMs?: number
  /** Turns in which large answers are parsed; left out where nothing else has to be done at the same time. */
  readonly inTurn?: ParseTurn
}

const DEFAULT_TIMEOUT_MS = 10_000
/** Bounds of answers. The largest are resources and modules: a transaction writes a megabyte of either, which are two in hexadecimal digits. */
export const ANSWER_BOUNDS: AnswerBounds = {
  bytes: 4 * 1024 * 1024,
  values: 100_000,
  containers: 40_000,
  shapes: 2_000,
}

/**
 * Bounds of simulations, whose size is up to the modules of the items' creators: three times as much as that of thirty purchases on the marketplace that writes
 * most, which has 0.8 MB, 32,000 values and 14,000 lists and objects. Any within these bounds is parsed in some ten milliseconds.
 */
export const SIMULATION_BOUNDS: AnswerBounds = { ...ANSWER_BOUNDS, bytes: 2.5 * 1024 * 1024 }

/** One request to a node's REST API. */
export interface NodeRequest {
  /** Below the base, with its leading slash and query; empty for the ledger's own page. */
  readonly path: string
  /** Makes it a POST. */
  readonly body?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> }
  /** By default {@link ANSWER_BOUNDS}. */
  readonly bounds?: AnswerBounds
  /** Makes the error that is thrown for an answer beyond the bounds; by default a NodeUnreachableError. */
  readonly tooLarge?: (cause: Error) => Error
}

/** @throws NodeUnreachableError, NodeRefusedError */
export async function requestNode(options: NodeHttpOptions, request: NodeRequest): Promise<Json> {
  const { path, body } = request
  const response = await fetchNode(options, path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: headersOf(options, body?.type),
    signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    ...(body !== undefined && { body: body.content }),
  })
  const answer = await readJson(response, options, request)
  if (response.ok && answer !== undefined) return answer
  if (response.status >= 500 || response.status === 429 || answer === undefined) {
    throw new NodeUnreachableError(`it answered ${response.status}`)
  }
  throw refusal(response.status, answer)
}

async function fetchNode({ nodeUrl }: NodeHttpOptions, path: string, init: RequestInit): Promise<Response> {
  try {
    // A node that is not ours could have any address of our network asked, and sent what the node is sent.
    return await fetch(`${nodeUrl.replace(/\/$/, '')}${path}`, { ...init, redirect: 'error' })
  } catch (cause) {
    throw new NodeUnreachableError(errorMessage(cause), cause)
  }
}

function headersOf({ apiKey }: NodeHttpOptions, type = 'application/json'): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': type }
  if (apiKey != null && apiKey !== '') headers.authorization = `Bearer ${apiKey}`
  return headers
}

/** @returns undefined for a body that is no JSON, as proxies in front of a node send. @throws what `tooLarge` makes. */
async function readJson(
  response: Response,
  { inTurn }: NodeHttpOptions,
  { bounds = ANSWER_BOUNDS, tooLarge = unreachable }: NodeRequest,
): Promise<Json | undefined> {
  try {
    return (await readBoundedJson(response, bounds, inTurn)) as Json
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw tooLarge(error)
    return undefined
  }
}

function unreachable(cause: Error): NodeUnreachableError {
  return new NodeUnreachableError('its answer is too large', cause)
}

function refusal(status: number, answer: Json): NodeRefusedError {
  const { error_code: code, message } = isJsonObject(answer) ? answer : {}
  return new NodeRefusedError(
    status,
    typeof code === 'string' ? code : 'unknown',
    typeof message === 'string' ? message : '',
  )
}
