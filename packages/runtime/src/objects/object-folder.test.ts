import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempDisposableSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { buildApp } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ObjectFolder, openObjectFolder, parseS3Place, type S3Settings } from './object-folder.ts'
import { ANSWER_MS, PART_BYTES } from './s3-folder.ts'

const BUCKET = 'test-bucket'
const stack = new AsyncDisposableStack()
const home = mkdtempSync(join(tmpdir(), 'opal-objects-'))
let settings: S3Settings

beforeAll(async () => {
  stack.defer(() => rmSync(home, { recursive: true }))
  const store = buildApp({ logger: false })
  await store.inject({ method: 'PUT', url: `/${BUCKET}` })
  await store.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(() => store.close())
  const { port } = store.server.address() as AddressInfo
  settings = settingsOf(`http://127.0.0.1:${port}`)
})
afterAll(() => stack.disposeAsync())

function settingsOf(endpoint: string): S3Settings {
  return { endpoint, region: 'us-east-1', keys: { accessKeyId: 'key', secretAccessKey: 'secret' } }
}

type Step =
  | { readonly kind: string; readonly name: string; readonly body: Buffer }
  | { readonly kind: string; readonly names: readonly string[] }

const NAMES = ['a', 'b.webp', '2026-01-01/schema.json', '2026-01-01/rows.csv.gz', '2026-01-02/schema.json']
const name = fc.constantFrom(...NAMES)
const body = fc.uint8Array({ maxLength: 70_000 }).map((bytes) => Buffer.from(bytes))
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('write', 'upload'), name, body }),
  fc.record({ kind: fc.constant('remove'), names: fc.uniqueArray(name) }),
)

// @feature operate.objects
describe.each(['a folder of this machine', 'an object store'])('%s', (kind) => {
  let count = 0
  const openEmpty = () => {
    count += 1
    const place = kind === 'an object store' ? `s3://${BUCKET}/${count}/media` : join(home, String(count))
    return openObjectFolder(place, settings)
  }

  test('returns what was last stored under each name, after any stores and removals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const folder = await openEmpty()
        const model = new Map<string, Buffer>()
        for (const one of steps) await apply(folder, model, one)
        const listed = (await folder.list('')).map((object) => [object.name, object.bytes] as const)
        expect(listed.sort()).toEqual([...model].map(([key, value]) => [key, value.length] as const).sort())
        for (const key of NAMES) {
          expect(await folder.read(key)).toEqual(model.get(key) ?? null)
          const opened = await folder.open(key)
          expect(opened === null ? null : await buffer(opened.body)).toEqual(model.get(key) ?? null)
          expect(opened?.bytes).toBe(model.get(key)?.length)
        }
        const below = await folder.list('2026-01-01/')
        expect(below.every((object) => object.name.startsWith('2026-01-01/'))).toBe(true)
      }),
      { numRuns: runs(15) },
    )
  })
})

async function apply(folder: ObjectFolder, model: Map<string, Buffer>, one: Step): Promise<void> {
  if ('names' in one) {
    await folder.remove(one.names)
    for (const key of one.names) model.delete(key)
    return
  }
  if (one.kind === 'write') await folder.write(one.name, one.body)
  else {
    const path = join(home, 'upload')
    writeFileSync(path, one.body)
    await folder.upload(one.name, path)
  }
  model.set(one.name, one.body)
}

test('a folder removes what its writes have left that were killed an hour ago, and nothing of others who use it', async () => {
  using own = mkdtempDisposableSync(join(tmpdir(), 'opal-objects-'))
  mkdirSync(join(own.path, 'deep'))
  const [left, deep, young] = [randomUUID(), randomUUID(), randomUUID()].map((name) => `${name}.tmp`)
  const files = [left, `deep/${deep}`, young, 'other.tmp', 'deep/other.tmp'] as const
  for (const name of files) {
    const path = join(own.path, `${name}`)
    writeFileSync(path, 'half')
    if (name !== young) utimesSync(path, 0, 0)
  }
  expect(await (await openObjectFolder(own.path, settings)).list('')).toEqual([])
  const there = readdirSync(own.path, { recursive: true, encoding: 'utf8' })
  expect(there.sort()).toEqual(['deep', 'deep/other.tmp', 'other.tmp', young].sort())
})

test('lists more objects than one page of the store', async () => {
  const folder = await openObjectFolder(`s3://${BUCKET}/many`, settings)
  const names = Array.from({ length: 1_010 }, (_, at) => `object-${at}`)
  for (let from = 0; from < names.length; from += 50)
    await Promise.all(names.slice(from, from + 50).map((key) => folder.write(key, Buffer.from(key))))
  expect((await folder.list('')).map((object) => object.name).sort()).toEqual(names.toSorted())
  await folder.remove(names)
  expect(await folder.list('')).toEqual([])
})

test.each([
  ['s3://bucket/a/b', { bucket: 'bucket', prefix: 'a/b/' }],
  ['s3://bucket', { bucket: 'bucket', prefix: '' }],
  ['s3://bucket/a/', { bucket: 'bucket', prefix: 'a/' }],
  ['/var/opal/media', null],
  ['media', null],
])('parses %s', (place, expected) => expect(parseS3Place(place)).toEqual(expected))

test.each(['s3://', 's3://B', 'https://bucket/a', 's3:///a'])('rejects %s', (place) =>
  expect(() => parseS3Place(place)).toThrow('expected a folder or s3://bucket/prefix'),
)

test('a file of several parts is stored as it was', async () => {
  const folder = await openObjectFolder(`s3://${BUCKET}/large`, settings)
  const path = join(home, 'large')
  for (const bytes of [PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES + 7_001]) {
    const written = randomBytes(bytes)
    writeFileSync(path, written)
    await folder.upload('rows.csv.gz', path)
    const stored = await folder.read('rows.csv.gz')
    expect([stored?.length, stored?.equals(written)]).toEqual([bytes, true])
  }
})

/** Opens a folder of a store that answers like this. */
async function openAnswering(answer: RequestListener | undefined) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const folder = await openObjectFolder('s3://bucket/a', settingsOf(`http://127.0.0.1:${port}`))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { folder, [Symbol.dispose]: close }
}

test('asks no store but that of AWS for checksums, nor to remove several objects at once: many refuse both', async () => {
  const asked: string[] = []
  using store = await openAnswering(async (request, response) => {
    const sent = await buffer(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
    const extra = Object.keys(request.headers).filter((header) => /checksum|trailer|content-encoding/.test(header))
    const parts = /checksum/i.test(String(sent.subarray(0, 4_096))) ? ['checksums of parts'] : []
    asked.push([request.method, pathname, ...searchParams.keys(), ...extra, ...parts].join(' '))
    if (request.method === 'DELETE')
      response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
    else if (request.method === 'POST' && searchParams.has('uploads'))
      response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>')
    else response.setHeader('etag', '"a"').end('<CompleteMultipartUploadResult/>')
  })
  const path = join(home, 'plain')
  await store.folder.write('small', Buffer.from('rows'))
  writeFileSync(path, Buffer.alloc(100))
  await store.folder.upload('part', path)
  writeFileSync(path, Buffer.alloc(PART_BYTES + 1))
  await store.folder.upload('parts', path)
  await store.folder.read('small')
  await store.folder.remove(['small', 'part'])
  const expected = [
    'PUT /bucket/a/small',
    'PUT /bucket/a/part',
    'POST /bucket/a/parts uploads',
    'PUT /bucket/a/parts partNumber uploadId',
    'PUT /bucket/a/parts partNumber uploadId',
    'POST /bucket/a/parts uploadId',
    'GET /bucket/a/small',
    'DELETE /bucket/a/small',
    'DELETE /bucket/a/part',
  ]
  expect(asked.map((one) => one.replace(' x-id', '')).sort()).toEqual(expected.sort())
})

test('an upload may take longer than an answer', async () => {
  using store = await openAnswering(async (request, response) => {
    await buffer(request)
    await delay(ANSWER_MS + 500)
    response.writeHead(200, { etag: '"a"' }).end()
  })
  const path = join(home, 'slow')
  writeFileSync(path, 'rows')
  await store.folder.upload('rows.csv.gz', path)
})

test('the store has no part of an upload that fails in the middle', async () => {
  const asked: string[] = []
  using store = await openAnswering(async (request, response) => {
    await buffer(request)
    const { searchParams } = new URL(request.url ?? '', 'http://store')
    const part = searchParams.get('partNumber')
    asked.push(`${request.method} ${part ?? searchParams.get('uploadId') ?? 'begin'}`)
    if (request.method === 'POST')
      response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>')
    else response.writeHead(part === '2' ? 403 : 200, { etag: '"a"' }).end()
  })
  const path = join(home, 'unstored')
  writeFileSync(path, Buffer.alloc(2 * PART_BYTES))
  await expect(store.folder.upload('rows.csv.gz', path)).rejects.toThrow()
  expect(asked).toEqual(['POST begin', 'PUT 1', 'PUT 2', 'DELETE one'])
})

test('an upload ends with its signal, whatever is left of the file, and the store has no part of it', async () => {
  const ending = new AbortController()
  const asked: string[] = []
  using store = await openAnswering(async (request, response) => {
    await buffer(request)
    asked.push(request.method ?? '')
    if (request.method === 'PUT') ending.abort()
    response.setHeader('etag', '"a"')
    response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>')
  })
  const path = join(home, 'ended')
  writeFileSync(path, Buffer.alloc(2 * PART_BYTES))
  await expect(store.folder.upload('rows.csv.gz', path, ending.signal)).rejects.toThrow()
  await expect.poll(() => asked).toEqual(['POST', 'PUT', 'DELETE'])
  await expect(store.folder.upload('rows.csv.gz', path, ending.signal)).rejects.toThrow()
  const endedSoon = new AbortController()
  const uploading = store.folder.upload('rows.csv.gz', path, endedSoon.signal)
  endedSoon.abort()
  await expect(uploading).rejects.toThrow()
  expect(asked).toHaveLength(3)
})

test('an object whose end the store does not send is an error in bounded time', async () => {
  using store = await openAnswering((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('the beginning')
  })
  await expect(store.folder.read('b')).rejects.toThrow()
})

test('objects that are streamed, as many as files may be open, leave connections to others', async () => {
  using store = await openAnswering((request, response) => {
    response.writeHead(200, { 'content-length': '5' })
    if (request.url?.includes('streamed')) response.write('a')
    else response.end('whole')
  })
  const streamed = await Promise.all(Array.from({ length: 50 }, (_, at) => store.folder.open(`streamed-${at}`)))
  expect(String(await store.folder.read('b'))).toBe('whole')
  for (const one of streamed) one?.body.destroy()
})

describe('a failing object store', () => {
  const answers: Readonly<Record<string, RequestListener>> = {
    refuses: (_request, response) =>
      response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>'),
    fails: (_request, response) => response.writeHead(500).end(),
    'says nothing': () => undefined,
    'hangs up': (request) => request.socket.destroy(),
  }

  test.each(Object.keys(answers))('that %s causes an error in bounded time, not a missing object', async (how) => {
    using store = await openAnswering(answers[how])
    await expect(store.folder.read('b')).rejects.toThrow()
    await expect(store.folder.write('b', Buffer.from('b'))).rejects.toThrow()
  })
})
