import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type ApiConfig, readConfig } from '../config.ts'
import { createServer } from './create-server.ts'

const env = { OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody', API_RATE_LIMIT: '1' }

interface Ask {
  /** Address of the proxy. */
  readonly from: string
  readonly forwardedFor?: string
}

/** Statuses of requests, one after the other, at a server that answers each client once. */
async function statusesOf(
  variables: Readonly<Record<string, string>>,
  asks: readonly Ask[],
  settings: Partial<ApiConfig> = {},
): Promise<number[]> {
  const config = { ...readConfig({ ...env, ...variables }), ...settings }
  const server = await createServer(config, pino({ level: 'silent' }))
  server.get('/here', () => 'here')
  const statuses: number[] = []
  for (const { from, forwardedFor } of asks) {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
    statuses.push((await server.inject({ url: '/here', remoteAddress: from, headers })).statusCode)
  }
  await server.close()
  return statuses
}

const A = '203.0.113.7'
const B = '203.0.113.8'

describe('the server behind a proxy', () => {
  it('counts the address that the proxy saw, whatever the client claims to be', async () => {
    const asks = [`127.0.0.1, ${A}`, `${B}, ${A}`].map((forwardedFor) => ({ from: '10.0.0.9', forwardedFor }))
    expect(await statusesOf({ TRUST_PROXY: 'true' }, asks)).toEqual([200, 429])
  })

  it('tells clients of one proxy apart', async () => {
    const asks = [A, B, B].map((forwardedFor) => ({ from: '10.0.0.9', forwardedFor }))
    expect(await statusesOf({ TRUST_PROXY: 'true' }, asks)).toEqual([200, 200, 429])
  })
})

// The site's server asks from this machine, for its visitors.
describe('what this machine forwards', () => {
  const visitors = [A, B, A, B].map((forwardedFor) => ({ from: '127.0.0.1', forwardedFor }))
  const own = { from: '127.0.0.1' }

  it.each(['false', 'true', '10.0.0.0/8'])('is counted by visitor, with TRUST_PROXY=%s', async (trusted) => {
    const statuses = await statusesOf({ TRUST_PROXY: trusted }, [...visitors, own, own])
    expect(statuses).toEqual([200, 200, 429, 429, 200, 200])
  })

  it('is one client where programs of this machine are not exempt, for it may be anyone', async () => {
    const asks = [...visitors, own]
    expect(await statusesOf({}, asks, { exemptsOwnMachine: false })).toEqual([200, 429, 429, 429, 429])
  })
})

it('believes no stranger about the address of another', async () => {
  const asks = [A, B].map((forwardedFor) => ({ from: '198.51.100.1', forwardedFor }))
  expect(await statusesOf({ TRUST_PROXY: 'false' }, asks)).toEqual([200, 429])
})
