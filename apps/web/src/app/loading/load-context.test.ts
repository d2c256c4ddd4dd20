import { getNetwork } from '@opal/contract/network'
import { afterEach, expect, it, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { apiContext, createLoadContext, siteApiContext } from './load-context.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Returns the URL and the headers of a call of the API while a visitor is served. */
async function callFor(visitor: string | null, client = apiContext, cookie: string | null = null) {
  const asked = vi.fn(async (_url: string, _init?: RequestInit) => new Response('{}', { status: 500 }))
  vi.stubGlobal('fetch', asked)
  const served = {
    requestId: 'page-1',
    requestHeaders: { 'x-request-id': 'page-1' },
    nonce: 'n',
    visitor,
    cookie,
    report: () => undefined,
    readStyles: () => '',
  }
  const api = createLoadContext(readConfig({ OPAL_NETWORK: 'local' }), served).get(client)
  await api(getNetwork, {}).catch(() => undefined)
  const [url = '', init] = asked.mock.calls[0] ?? []
  return { search: new URL(url).search, headers: new Headers(init?.headers) }
}

async function headersFor(visitor: string | null, client = apiContext): Promise<Headers> {
  return (await callFor(visitor, client)).headers
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

// @feature operate.replicas
it('asks the API for nothing older than what the browser has seen, but not for what all visitors share', async () => {
  const searchFor = async (cookie: string | null, client = apiContext) => (await callFor(null, client, cookie)).search
  expect(await searchFor('opal.theme=dark; opal.seen=41; a=b')).toBe('?seen=41')
  expect(await searchFor('opal.seen=18446744073709551615')).toBe('?seen=18446744073709551615')
  expect(await searchFor('opal.seen=41', siteApiContext)).toBe('')
  const bad = [
    null,
    '',
    'opal.seen=',
    'opal.seen=-1',
    'opal.seen=0x41',
    'opal.seen=184467440737095516150',
    'xopal.seen=41',
    'opal.seen=1&take=9',
  ]
  for (const cookie of bad) expect(await searchFor(cookie), `${cookie}`).toBe('')
})
