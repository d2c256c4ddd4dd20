import { getNetwork } from '@opal/contract/network'
import { afterEach, expect, it, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { apiContext, createLoadContext, siteApiContext } from './load-context.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Returns the headers of a call of the API while a visitor is served. */
async function headersFor(visitor: string | null, client: typeof apiContext = apiContext): Promise<Headers> {
  const asked = vi.fn(async (_url: string, _init?: RequestInit) => new Response('{}', { status: 500 }))
  vi.stubGlobal('fetch', asked)
  const served = {
    requestId: 'page-1',
    requestHeaders: { 'x-request-id': 'page-1' },
    nonce: 'n',
    visitor,
    report: () => undefined,
    readStyles: () => '',
  }
  const api = createLoadContext(readConfig({ OPAL_NETWORK: 'local' }), served).get(client)
  await api(getNetwork, {}).catch(() => undefined)
  return new Headers(asked.mock.calls[0]?.[1]?.headers)
}

it('asks the API in the name of the visitor', async () => {
  expect((await headersFor('203.0.113.9')).get('x-forwarded-for')).toBe('203.0.113.9')
  expect((await headersFor(null)).has('x-forwarded-for')).toBe(false)
})

// @feature operate.request-ids
it('asks the API under the id of the page', async () => {
  for (const client of [apiContext, siteApiContext])
    expect((await headersFor('203.0.113.9', client)).get('x-request-id')).toBe('page-1')
})

it('asks the API in its own name for what all visitors share', async () => {
  expect((await headersFor('203.0.113.9', siteApiContext)).has('x-forwarded-for')).toBe(false)
})
