import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { RouteHandlerMethod } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { encodingFor } from './compression.ts'
import { createServer } from './create-server.ts'

const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })

/** Asks a server of the API that answers so. */
async function askFor(answer: RouteHandlerMethod, accepted: string) {
  const server = await createServer(config, pino({ level: 'silent' }))
  onTestFinished(() => server.close())
  server.get('/here', answer)
  const headers = { 'accept-encoding': accepted, origin: 'http://127.0.0.1:3000' }
  const { headers: answered, rawPayload, statusCode } = await server.inject({ url: '/here', headers })
  return { statusCode, headers: answered, rawPayload }
}

const LARGE = randomBytes(500_000).toString('hex')

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'an answer that is made whole is compressed before it is sent, so that no compressor waits for its reader: %s',
  async (accepted, encoding, decompress) => {
    const { headers, rawPayload } = await askFor(() => LARGE, accepted)
    expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(rawPayload.length) })
    expect(String(headers.vary).toLowerCase()).toBe('origin, accept-encoding')
    expect(rawPayload.length).toBeLessThan(LARGE.length)
    expect(String(decompress(rawPayload))).toBe(LARGE)
  },
)

test.each(['identity', '*', 'deflate, zstd'])('an answer is sent as it is to who accepts %s', async (accepted) => {
  const { headers, rawPayload } = await askFor(() => LARGE, accepted)
  expect(headers['content-encoding']).toBeUndefined()
  expect(String(rawPayload)).toBe(LARGE)
})

test('a file that is made for its reader is compressed as it is read', async () => {
  const rows = Array.from({ length: 2_000 }, (_, at) => `row ${at}\r\n`)
  const { headers, rawPayload } = await askFor(
    (_, reply) => reply.type('text/csv; charset=utf-8').send(Readable.from(rows)),
    'br',
  )
  expect(headers['content-encoding']).toBe('br')
  expect(String(brotliDecompressSync(rawPayload))).toBe(rows.join(''))
})

test.each(['application/octet-stream', 'application/json'])(
  'a stored file is sent as it is, with its length: %s',
  async (type) => {
    const stored = gzipSync(LARGE)
    const { headers, rawPayload } = await askFor(
      (_, reply) =>
        reply
          .type(type)
          .header('content-length', stored.length)
          .send(Readable.from([stored])),
      'gzip, br',
    )
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['content-length']).toBe(String(stored.length))
    expect(rawPayload.equals(stored)).toBe(true)
  },
)

test('a failure in place of a compressed file can be read', async () => {
  const failing = new Readable({ read: () => void failing.destroy(new Error('by the test')) })
  const { statusCode, headers, rawPayload } = await askFor((_, reply) => reply.type('text/csv').send(failing), 'br')
  expect([statusCode, headers['content-encoding']]).toEqual([500, undefined])
  expect(JSON.parse(String(rawPayload))).toMatchObject({ error: { code: 'internal' } })
})

test.each([
  ['gzip, deflate, br', 2_000, 'br'],
  ['GZIP;q=0.5 , BR ; q=0.1', 2_000, 'br'],
  ['br;q=0, gzip', 2_000, 'gzip'],
  ['br; Q=0.000,gzip;q=1', 2_000, 'gzip'],
  ['x-br, br-x, not.br', 2_000, null],
  ['x-gzip-x, zstd;br=1', 2_000, null],
  ['deflate', 2_000, null],
  ['', 2_000, null],
  [undefined, 2_000, null],
  ['br', 100, null],
] as const)(
  'the best encoding that a client can read, for bodies that are worth it: %s of %i bytes is %s',
  (accepted, bytes, encoding) => {
    expect(encodingFor(accepted, bytes)).toBe(encoding)
  },
)
