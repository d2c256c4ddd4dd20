import { errorMessage } from '@opal/domain/errors'
import type { Json } from '@opal/domain/json'
import { isJsonObject } from '@opal/domain/json'
import { BodyTooLargeError, readBoundedJson } from '../web/bounded-body.ts'
import { NodeRefusedError, NodeUnreachableError } from './node-errors.ts'

/** Connection options of a node. */
export interface NodeHttpOptions {
  /** Base of the REST API, e.g. `http://127.0.0.1:8080/v1`. */
  readonly nodeUrl: string
  readonly apiKey?: string | null
  /** Default 10 s. */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 10_000
/** Largest answer, bytes. The largest is a simulation: that of thirty items has some hundred kilobytes, and no transaction writes more than ten megabytes. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** One request to a node's REST API. */
export interface NodeRequest {
  /** Below the base, with its leading slash and query; empty for the ledger's own page. */
  readonly path: string
  /** Makes it a POST. */
  readonly body?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> }
}

/** @throws NodeUnreachableError, NodeRefusedError */
export async function requestNode(options: NodeHttpOptions, { path, body }: NodeRequest): Promise<Json> {
  const response = await fetchNode(options, path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: headersOf(options, body?.type),
    signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    ...(body !== undefined && { body: body.content }),
  })
  const answer = await readJson(response)
  if (response.ok && answer !== undefined) return answer
  if (response.status >= 500 || response.status === 429 || answer === undefined) {
    throw new NodeUnreachableError(`it answered ${response.status}`)
  }
  throw refusal(response.status, answer)
}

async function fetchNode({ nodeUrl }: NodeHttpOptions, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${nodeUrl.replace(/\/$/, '')}${path}`, init)
  } catch (cause) {
    throw new NodeUnreachableError(errorMessage(cause), cause)
  }
}

function headersOf({ apiKey }: NodeHttpOptions, type = 'application/json'): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': type }
  if (apiKey != null && apiKey !== '') headers.authorization = `Bearer ${apiKey}`
  return headers
}

/** @returns undefined for a body that is no JSON, as proxies in front of a node send. @throws NodeUnreachableError where it is too large. */
async function readJson(response: Response): Promise<Json | undefined> {
  try {
    return (await readBoundedJson(response, MAX_ANSWER_BYTES)) as Json
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new NodeUnreachableError('its answer is too large', error)
    return undefined
  }
}

function refusal(status: number, answer: Json): NodeRefusedError {
  const { error_code: code, message } = isJsonObject(answer) ? answer : {}
  return new NodeRefusedError(
    status,
    typeof code === 'string' ? code : 'unknown',
    typeof message === 'string' ? message : '',
  )
}
