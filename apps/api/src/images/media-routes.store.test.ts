import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20" fill="#00f"/></svg>'
const MEGABYTE = Buffer.alloc(1_000_000)
/** A host of videos of 24 MB, of files of 200 MB, and of small images. What is `moved` is at the same host by another address. */
const host = createServer((request, answer) => {
  const path = request.url ?? ''
  if (path.startsWith('/moved'))
    return void answer.writeHead(302, { location: `${elsewhere}${path.replace('/moved', '')}` }).end()
  if (path.endsWith('.svg')) return void answer.writeHead(200, { 'content-type': 'image/svg+xml' }).end(SVG)
  const megabytes = path.endsWith('small.mp4') ? 1 : path.endsWith('.mp4') ? 24 : 200
  answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': megabytes * MEGABYTE.length })
  Readable.from(Array.from({ length: megabytes }, () => MEGABYTE)).pipe(answer)
})
let api: TestApi
let origin = ''
let source = ''
let elsewhere = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '0.0.0.0', resolve))
  const address = `127.0.0.1:${(host.address() as AddressInfo).port}`
  source = `http://${address}`
  elsewhere = source.replace('127.0.0.1', '127.0.0.2')
  api = await createTestApi({}, { MEDIA_ALLOWED_HOSTS: `${address},${new URL(elsewhere).host}` })
  await api.store.pool.query(
    `insert into market.metadata (uri, status) select $1 || name, 'ready' from unnest($2::text[]) name`,
    [source, ['/a.svg', '/b.svg', '/small.mp4', '/film.mp4', '/large.bin', '/moved/c.svg', '/moved/small.mp4']],
  )
  origin = await api.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
})

/** Reads all of it. @returns whether it came whole. */
async function get(route: string, name: string): Promise<boolean> {
  const query = new URLSearchParams({ src: `${source}/${name}`, ...(route === 'image' && { w: '64' }) })
  const answer = await fetch(`${origin}/media/${route}?${query}`)
  try {
    for await (const _ of answer.body ?? []);
    return answer.ok
  } catch {
    return false
  }
}

describe('the routes of media', () => {
  it.each([
    ['image', 'moved/c.svg'],
    ['original', 'moved/c.svg'],
    ['type', 'moved/small.mp4'],
    ['video', 'moved/small.mp4'],
  ])('each follow a redirect to the host of another owner: %s', async (route, name) => {
    expect(await get(route, name)).toBe(true)
  })

  it.each([
    ['original', 'large.bin', 'a.svg', [['video', 'small.mp4']]],
    ['video', 'film.mp4', 'b.svg', []],
  ] as const)('each count for themselves what a client has fetched: %s', async (route, large, image, others) => {
    let fetched = 0
    while (fetched < 20 && (await get(route, large))) fetched += 1
    expect(fetched).toBeGreaterThan(0)
    expect(await get(route, large)).toBe(false)
    for (const [other, name] of [['image', image], ['type', large], ...others] as const)
      expect([other, await get(other, name)]).toEqual([other, true])
  })
})
