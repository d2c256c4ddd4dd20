import { createServer } from 'node:http'
import { clientAt } from '@opal/domain/limits/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MediaFixture, openMediaFixture } from '../testing/media-fixture.ts'
import { createMediaQueue } from './media-queue.ts'
import { MEDIA_TYPE_FETCHES, mountMediaType } from './serve-media-type.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const TYPES: Readonly<Record<string, string>> = {
  film: 'video/mp4',
  'song.txt': 'audio/mpeg; charset=utf-8',
  'page.mp4': 'Text/HTML; charset=utf-8',
  duck: 'model/gltf-binary',
  odd: '"><script>',
}

const asked: string[] = []
/** A host whose files' names say nothing of what they are; some of them never end. */
const host = createServer((request, answer) => {
  const name = request.url?.split('/').at(-1) ?? ''
  asked.push(name)
  if (name === 'hangs') return
  if (name === 'gone') return void answer.writeHead(404).end()
  if (name === 'silent') return void answer.writeHead(200).end('?')
  answer.writeHead(200, { 'content-type': TYPES[name] ?? 'application/octet-stream' }).write('endless')
})
let fixture: MediaFixture

beforeAll(async () => {
  fixture = await openMediaFixture(host, async (src) => !src.endsWith('unnamed'))
  mountMediaType(fixture.server, {
    sources: fixture.sources,
    fetching: fixture.queue,
    clientOf: () => clientAt('a reader'),
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const get = (src: string) => fixture.server.inject({ url: `/media/type?${new URLSearchParams({ src })}` })

// @feature token.media
it.each([
  ['film', 'video/mp4'],
  ['song.txt', 'audio/mpeg'],
  ['page.mp4', 'text/html'],
  ['duck', 'model/gltf-binary'],
  ['unknown', 'application/octet-stream'],
  ['odd', null],
  ['silent', null],
  ['gone', null],
])('answers for %s what its host says, not what its address ends in: %s', async (name, type) => {
  const answer = await get(`ipfs://${cid}/${name}`)
  expect([answer.statusCode, answer.json()]).toEqual([200, { type }])
})

it.each(['https://169.254.169.254/latest', 'https://localhost/film', 'ipfs://x/../../admin'])(
  'sends no request for %s',
  async (src) => {
    const answer = await get(src)
    expect(answer.statusCode === 400 || answer.json().type === null).toBe(true)
  },
)

it('sends no request for what no token and no collection names', async () => {
  const answer = await get(`ipfs://${cid}/unnamed`)
  expect([answer.statusCode, answer.json()]).toEqual([200, { type: null }])
  expect(asked).not.toContain('unnamed')
})

it('answers at once for what a host says, while four addresses ask for what hangs at the same gateway', async () => {
  const own = await openMediaFixture(createServer((...of) => host.emit('request', ...of)))
  await using _ = own
  mountMediaType(own.server, {
    sources: own.sources,
    fetching: createMediaQueue(MEDIA_TYPE_FETCHES),
    clientOf: ({ headers }) => clientAt(String(headers['x-from'])),
  })
  const ask = (content: string, from: string) =>
    own.server.inject({ url: `/media/type?src=ipfs://${content}`, headers: { 'x-from': from } })
  asked.length = 0
  for (let nth = 0; nth < 64; nth += 1) void ask(`content${nth}/hangs`, `203.0.113.${nth % 4}`).catch(() => undefined)
  await expect.poll(() => asked.length).toBe(16)
  expect((await ask(`${cid}/film`, '203.0.113.9')).json()).toEqual({ type: 'video/mp4' })
}, 10_000)
