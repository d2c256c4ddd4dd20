import { createServer, type IncomingMessage, get as request } from 'node:http'
import { clientAt } from '@opal/domain/limits/client'
import { parse } from 'content-disposition'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createServer as createApiServer } from '../http/create-server.ts'
import { type MediaFixture, openMediaFixture } from '../testing/media-fixture.ts'
import { createMediaQueue } from './media-queue.ts'
import { mountOriginal, originalName } from './serve-original.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const file = Buffer.from(Uint8Array.from({ length: 3 * 1024 * 1024 }, (_, at) => (at * 31 + (at >> 8)) % 256))

const TYPES: Readonly<Record<string, string>> = {
  'a.png': 'image/png',
  film: 'video/mp4',
  'robot.glb': 'model/gltf-binary',
  'art.svg': 'image/svg+xml',
  'page.html': 'text/html; charset=utf-8',
  odd: 'image/png\u00e9; nonsense',
}
const host = createServer((request, answer) => {
  const name = request.url?.split('/').at(-1) ?? ''
  if (name === 'gone.png') return void answer.writeHead(404).end()
  if (name === 'large.bin') return void answer.writeHead(200, { 'content-length': 300 * 1024 * 1024 }).end()
  if (name === 'cut.png') {
    answer.writeHead(200, { 'content-length': file.length, 'content-type': 'image/png' })
    return void answer.write(file.subarray(0, 1_000), () => answer.destroy())
  }
  answer.writeHead(200, { 'content-length': file.length, 'content-type': TYPES[name] ?? '' }).end(file)
})
let fixture: MediaFixture
let origin = ''

beforeAll(async () => {
  fixture = await openMediaFixture(host, async (src) => !src.endsWith('unnamed.png'))
  mountOriginal(fixture.server, {
    sources: fixture.sources,
    fetching: fixture.queue,
    clientOf: () => clientAt('a reader'),
  })
  origin = await fixture.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const get = (path: string, name = 'Opal #7') =>
  fetch(`${origin}/media/original?${new URLSearchParams({ src: `ipfs://${cid}/${path}`, name })}`)

describe('/media/original', () => {
  // @feature token.download
  it.each([
    ['a.png', 'Opal #7.png', 'image/png'],
    ['film', 'Opal #7.mp4', 'video/mp4'],
    ['robot.glb', 'Opal #7.glb', 'model/gltf-binary'],
    ['art.svg', 'Opal #7.svg', 'image/svg+xml'],
    ['page.html', 'Opal #7.html', 'application/octet-stream'],
    ['unknown', 'Opal #7', 'application/octet-stream'],
  ])('gives %s byte for byte, to be saved as %s', async (path, name, type) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-length')).toBe(String(file.length))
    const { type: disposition, parameters } = parse(answer.headers.get('content-disposition') ?? '')
    expect({ disposition, name: parameters.filename }).toEqual({ disposition: 'attachment', name })
    expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
  })

  it('is saved under any name that a token has', async () => {
    for (const name of ['Müller “七”', '😀'.repeat(60), '\u202Egnp.exe', '"; filename="x.exe', '\r\nSet-Cookie: a=b']) {
      const answer = await get('a.png', name)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(parse(answer.headers.get('content-disposition') ?? '').parameters.filename).toMatch(/\.png$/)
      await answer.arrayBuffer()
    }
  })

  it.each([
    ['what is not there', 'gone.png'],
    ['what is above the size limit', 'large.bin'],
    ['what no token and no collection names', 'unnamed.png'],
  ])('refuses %s in words', async (_, path) => {
    const answer = await get(path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(await answer.text()).toMatch(/"message":"[^"]+\."/)
  })

  it('breaks off with its host, so that a browser takes no half file for a whole one', async () => {
    const answer = await get('cut.png')
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })
})

describe('the name of a saved original', () => {
  it.each([
    ['Opal #7', 'ipfs://bafy/7.png', 'image/png', 'Opal #7.png'],
    ['Opal #7', 'ipfs://bafy/7', 'image/jpeg', 'Opal #7.jpg'],
    ['Film', 'https://a.example/film?x=1.gif', 'video/mp4', 'Film.mp4'],
    ['Robot', 'https://a.example/robot.GLB', 'application/octet-stream', 'Robot.glb'],
    ['Robot', 'ipfs://bafy', null, 'Robot'],
    ['cat.png', 'ipfs://bafy/1.png', 'image/png', 'cat.png'],
    ['cat.png', 'ipfs://bafy/1.webp', 'image/webp', 'cat.png.webp'],
    ['', 'ipfs://bafy/1.png', 'image/png', '1.png'],
    ['..', 'ipfs://bafy/', null, 'original'],
    ['../../etc/passwd', 'ipfs://bafy/1.png', null, 'etc passwd.png'],
    ['photo\u202Egnp.exe', 'ipfs://bafy/1.png', 'image/png', 'photo gnp.exe.png'],
  ])('of %s at %s as %s is %s', (name, src, type, saved) => {
    expect(originalName(name, src, type)).toBe(saved)
  })

  it('is a name in one folder, whatever strangers called things', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 60, size: 'max' })
    fc.assert(
      fc.property(texts, texts, (name, path) => {
        const saved = originalName(name, `https://a.example/${path}`, null)
        expect(saved).toMatch(/^[^\\/:*?"<>|\p{Cc}\p{Cf}]{1,110}$/u)
        expect(saved).not.toMatch(/^\.{0,2}$/)
      }),
    )
  })
})

it('a host that breaks off before the first byte is no file to keep', async () => {
  const broken = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'image/png', 'content-length': '100' }).flushHeaders()
    setTimeout(() => answer.destroy(), 50)
  })
  await using fixture = await openMediaFixture(broken)
  const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })
  const server = await createApiServer(config, pino({ level: 'silent' }))
  mountOriginal(server, { ...fixture, fetching: fixture.queue, clientOf: () => clientAt('a reader') })
  const answer = await server.inject({ url: `/media/original?${new URLSearchParams({ src: `ipfs://${cid}/1.png` })}` })
  await server.close()
  expect([answer.statusCode, answer.json().error.code]).toEqual([502, 'media-unavailable'])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-disposition']).toBeUndefined()
})

// Few readers who are slow on purpose would keep all others from downloads.
it('leaves its slot to others after a while, and goes on, where its reader is slow', async () => {
  const bytes = Buffer.alloc(30_000_000, 'x')
  const hosting = createServer((asked, answer) => answer.end(asked.url?.endsWith('large') ? bytes : 'small'))
  await using own = await openMediaFixture(hosting)
  const fetching = createMediaQueue({ concurrency: 1, concurrencyPerClient: 1, maxPending: 9, maxPendingPerClient: 9 })
  const clientOf = ({ headers }: IncomingMessage) => clientAt(String(headers['x-reader']))
  mountOriginal(own.server, { ...own, fetching, clientOf }, 100)
  const address = await own.server.listen({ host: '127.0.0.1', port: 0 })
  const open = (name: string, reader: string) =>
    new Promise<IncomingMessage>((resolve) => {
      const query = new URLSearchParams({ src: `ipfs://${cid}/${name}` })
      request(`${address}/media/original?${query}`, { headers: { 'x-reader': reader } }, resolve)
    })
  const slow = await open('large', 'slow')
  const quick = await open('small', 'quick')
  expect(quick.statusCode).toBe(200)
  quick.resume()
  let read = 0
  for await (const chunk of slow) read += (chunk as Buffer).byteLength
  expect(read).toBe(bytes.byteLength)
})
