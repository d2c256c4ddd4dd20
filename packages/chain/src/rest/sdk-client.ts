import type { Client, ClientRequest, ClientResponse } from '@aptos-labs/ts-sdk'
import { readBoundedBody, readBoundedJson } from '../web/bounded-body.ts'
import { ANSWER_BOUNDS } from './node-http.ts'

const TIMEOUT_MS = 15_000

/**
 * Makes the SDK send one `fetch` per call. Its own client for Node retries after its caller has given up, and an
 * error of that retry is unhandled: it ends the process although only a node went away.
 */
export const sdkClient: Client = {
  async provider<Req, Res>({ url, method, params, headers, body }: ClientRequest<Req>): Promise<ClientResponse<Res>> {
    const address = new URL(url)
    for (const [name, value] of Object.entries(params ?? {}))
      if (value !== undefined) address.searchParams.set(name, String(value))
    const response = await fetch(address, {
      method,
      headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])),
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    const isBcs = response.headers.get('content-type')?.includes('bcs') === true
    const data: unknown = isBcs
      ? (await readBoundedBody(response, ANSWER_BOUNDS.bytes)).buffer
      : await readBoundedJson(response, ANSWER_BOUNDS)
    const { status, statusText } = response
    return { status, statusText, data: data as Res, headers: Object.fromEntries(response.headers) }
  },
}
