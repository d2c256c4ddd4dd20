import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { clientAt } from '@opal/domain/limits/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type MediaFixture, openMediaFixture } from '../testing/media-fixture.ts'
import { createMediaQueue } from './media-queue.ts'
import { mountVideo, videoType } from './serve-video.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
/** Each byte depends on its position. */
const video = Buffer.from(Uint8Array.from({ length: 5 * 1024 * 1024 }, (_, at) => (at * 31 + (at >> 8)) % 256))
const MAX_PART_BYTES = 2 * 1024 * 1024

/** A host that knows ranges, but for what is called otherwise. */
const host = createServer((request, answer) => {
  const name = request.url?.split('/').at(-1)
  if (name === 'page.mp4') return void answer.writeHead(200, { 'content-type': 'text/html' }).end('<script>')
  if (name === 'away.mp4') return void answer.writeHead(302, { location: 'https://169.254.169.254/1.mp4' }).end()
  if (name === 'whole.mp4') return void answer.writeHead(200, { 'content-type': 'video/mp4' }).end(video)
  if (name === 'endless.mp4') return void answer.writeHead(200, { 'content-type': 'video/mp4' }).end(Buffer.alloc(27e6))
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(first)
  if (start >= video.length) return void answer.writeHead(416, { 'content-range': `bytes */${video.length}` }).end()
  const part = video.subarray(start, last === '' ? video.length : Number(last) + 1)
  const range = `bytes ${start}-${start + part.length - 1}/${video.length}`
  answer.writeHead(206, { 'content-range': range, 'content-type': 'video/mp4' }).end(part)
})
let fixture: MediaFixture

beforeAll(async () => {
  fixture = await openMediaFixture(host, async (src) => !src.endsWith('unnamed.mp4'))
  mountVideo(fixture.server, {
    sources: fixture.sources,
    fetching: fixture.queue,
    clientOf: () => clientAt('a reader'),
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const get = (src: string, range?: string) =>
  fixture.server.inject({
    url: `/media/video?${new URLSearchParams({ src })}`,
    headers: range === undefined ? {} : { range },
  })

describe('/media/video', () => {
  it.each([['1.mp4'], ['whole.mp4']])('gives %s in parts that fit together, whatever its host can do', async (name) => {
    const parts: Buffer[] = []
    for (let start = 0; start < video.length; start += MAX_PART_BYTES) {
      const answer = await get(`ipfs://${cid}/${name}`, `bytes=${start}-`)
      const end = Math.min(start + MAX_PART_BYTES, video.length) - 1
      expect(answer.statusCode).toBe(206)
      expect(answer.headers).toMatchObject({
        'content-type': 'video/mp4',
        'content-range': `bytes ${start}-${end}/${video.length}`,
        'content-length': String(end - start + 1),
        'accept-ranges': 'bytes',
      })
      parts.push(answer.rawPayload)
    }
    expect(Buffer.concat(parts).equals(video)).toBe(true)
  })

  it('serves a range, the whole file without one, and 416 beyond the end', async () => {
    const short = await get(`ipfs://${cid}/1.mp4`, 'bytes=100-199')
    expect(short.rawPayload.equals(video.subarray(100, 200))).toBe(true)
    const whole = await get(`ipfs://${cid}/1.mp4`)
    expect(whole.statusCode).toBe(200)
    expect(whole.rawPayload.equals(video)).toBe(true)
    for (const name of ['1.mp4', 'whole.mp4']) {
      const beyond = await get(`ipfs://${cid}/${name}`, `bytes=${video.length}-`)
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${video.length}`])
    }
  })

  it.each([
    ['an HTML page named as a video', `ipfs://${cid}/page.mp4`, 422, 'media-unreadable'],
    ['what is larger than 25 MB where it is had only whole', `ipfs://${cid}/endless.mp4`, 422, 'media-unreadable'],
    ['a host that leads into a private network', `ipfs://${cid}/away.mp4`, 400, 'source-refused'],
    ['a private host', 'https://10.0.0.1/1.mp4', 400, 'source-refused'],
    ['what no token and no collection names', `ipfs://${cid}/unnamed.mp4`, 400, 'source-refused'],
    ['a file', 'file:///etc/passwd', 400, 'source-refused'],
  ])('refuses %s', async (_, src, status, code) => {
    const answer = await get(src, 'bytes=0-')
    expect({ status: answer.statusCode, code: answer.json().error.code }).toEqual({ status, code })
  })

  it('gives nothing beyond 256 MB', async () => {
    const { statusCode, json } = await get(`ipfs://${cid}/1.mp4`, `bytes=${256 * 1024 * 1024}-`)
    expect([statusCode, json().error.code]).toEqual([422, 'media-unreadable'])
  })

  it.each(['bytes=5-1', 'bytes=-500', 'bytes=0-1,5-9', 'zebras=0-1', `bytes=${'9'.repeat(15)}-`])(
    'takes %s for no range',
    async (range) => {
      expect((await get(`ipfs://${cid}/1.mp4`, range)).statusCode).toBe(200)
    },
  )
})

it.each([
  ['video/mp4', '/1', 'video/mp4'],
  ['Audio/MPEG; charset=x', '/1', 'audio/mpeg'],
  ['application/octet-stream', '/ipfs/x/1.MP4', 'video/mp4'],
  [undefined, '/song.flac', 'audio/flac'],
  [undefined, '/1', null],
  ['text/html', '/1.mp4', null],
  ['image/svg+xml', '/1.mp4', null],
  ['video/mp4\r\nset-cookie: x', '/1', null],
])('%s at %s is served as %s', (contentType, path, type) => {
  expect(videoType(contentType, path)).toBe(type)
})
it('holds of a video that its host has only whole no more in memory than the part that is sent, for as long as its reader takes', async () => {
  const host = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'video/mp4' }).end(video))
  await using fixture = await openMediaFixture(host)
  const held: number[] = []
  fixture.server.addHook('onSend', async (_request, _reply, payload) => {
    if (Buffer.isBuffer(payload)) held.push(payload.buffer.byteLength)
    return payload
  })
  mountVideo(fixture.server, { ...fixture, fetching: fixture.queue, clientOf: () => clientAt('a reader') })
  const url = `/media/video?src=ipfs://${cid}/1.mp4`
  for (const range of ['bytes=0-', `bytes=${MAX_PART_BYTES}-`])
    expect((await fixture.server.inject({ url, headers: { range } })).rawPayload).toHaveLength(MAX_PART_BYTES)
  expect(held).toEqual([MAX_PART_BYTES, MAX_PART_BYTES])
})

it('keeps its place in the queue until its reader has it, or has left', async () => {
  const host = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'video/mp4' }).end(Buffer.alloc(24e6)),
  )
  await using fixture = await openMediaFixture(host)
  const bounds = { concurrency: 1, concurrencyPerClient: 1, maxPending: 9, maxPendingPerClient: 9 }
  mountVideo(fixture.server, { ...fixture, fetching: createMediaQueue(bounds), clientOf: () => clientAt('a reader') })
  await fixture.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = fixture.server.server.address() as AddressInfo
  const ask = () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /media/video?src=ipfs://${cid}/1.mp4 HTTP/1.1\r\nhost: a\r\n\r\n`)
    return { socket, begun: once(socket, 'readable').then(() => true) }
  }
  const unread = ask()
  await unread.begun
  const next = ask()
  expect(await Promise.race([next.begun, new Promise((resolve) => setTimeout(resolve, 300, false))])).toBe(false)
  unread.socket.destroy()
  await next.begun
  next.socket.resume()
  await ask().begun
})
