import type { JsonObject } from '@opal/domain/json'
import type { Localnet } from '../start.ts'

/** An answer of the REST node: status, headers and parsed body, whatever they are. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** Asks the REST node as a client without a library would. Paths are below `/v1`; `Body` is what the test expects. */
export interface RestClient {
  get<Body = JsonObject>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>
  post<Body = JsonObject>(
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    contentType?: string,
  ): Promise<Answer<Body>>
}

/** Returns a client of this localnet. */
export function createRestClient({ nodeUrl }: Localnet): RestClient {
  const ask = async <Body>(path: string, init: RequestInit): Promise<Answer<Body>> => {
    const response = await fetch(`${nodeUrl}${path}`, init)
    const text = await response.text()
    const body = JSON.parse(text === '' ? 'null' : text) as Body
    return { status: response.status, headers: response.headers, body }
  }
  return {
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, body, contentType = 'application/json') =>
      ask(path, { method: 'POST', body, headers: { 'content-type': contentType } }),
  }
}
