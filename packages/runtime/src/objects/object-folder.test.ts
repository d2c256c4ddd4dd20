import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { buildApp } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ObjectFolder, openObjectFolder, parseS3Place, type S3Settings } from './object-folder.ts'

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

describe('a failing object store', () => {
  const answers: Readonly<Record<string, RequestListener>> = {
    refuses: (_request, response) =>
      response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>'),
    fails: (_request, response) => response.writeHead(500).end(),
    'says nothing': () => undefined,
    'hangs up': (request) => request.socket.destroy(),
  }

  test.each(Object.keys(answers))('that %s causes an error in bounded time, not a missing object', async (how) => {
    const server = createServer(answers[how]).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const folder = await openObjectFolder('s3://bucket/a', settingsOf(`http://127.0.0.1:${port}`))
      await expect(folder.read('b')).rejects.toThrow()
      await expect(folder.write('b', Buffer.from('b'))).rejects.toThrow()
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
