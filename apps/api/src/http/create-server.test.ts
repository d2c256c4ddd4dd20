import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createServer } from './create-server.ts'

const env = { OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody', API_RATE_LIMIT: '1', TRUST_PROXY: 'true' }

describe('the server behind a proxy', () => {
  it('counts the address that the proxy saw, whatever the client claims to be', async () => {
    const answers = await askTwice('127.0.0.1, 203.0.113.7')
    expect(answers).toEqual([404, 429])
  })

  it('tells clients of one proxy apart', async () => {
    const server = await createServer(readConfig(env), pino({ level: 'silent' }))
    server.get('/here', () => 'here')
    const ask = (client: string) =>
      server.inject({ url: '/here', remoteAddress: '10.0.0.9', headers: { 'x-forwarded-for': client } })
    expect((await ask('203.0.113.7')).statusCode).toBe(200)
    expect((await ask('203.0.113.8')).statusCode).toBe(200)
    expect((await ask('203.0.113.8')).statusCode).toBe(429)
    await server.close()
  })
})

async function askTwice(forwardedFor: string): Promise<readonly number[]> {
  const server = await createServer(readConfig(env), pino({ level: 'silent' }))
  server.get('/here', (_request, reply) => reply.code(404).send('nothing'))
  const ask = () =>
    server.inject({ url: '/here', remoteAddress: '10.0.0.9', headers: { 'x-forwarded-for': forwardedFor } })
  const statuses = [(await ask()).statusCode, (await ask()).statusCode]
  await server.close()
  return statuses
}
