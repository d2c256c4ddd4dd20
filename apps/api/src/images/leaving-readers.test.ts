import { createServer, request, type ServerResponse } from 'node:http'
import { clientAt } from '@opal/domain/limits/client'
import { describe, expect, it, vi } from 'vitest'
import { openMediaFixture } from '../testing/media-fixture.ts'
import { drawInProcess } from './draw/draw-process.ts'
import { createMemoryCache } from './media-cache.ts'
import { createMediaQueue } from './media-queue.ts'
import type { MediaRouteOptions } from './media-route.ts'
import { createMedia, mountMedia } from './serve-image.ts'
import { mountMediaType } from './serve-media-type.ts'
import { mountOriginal } from './serve-original.ts'
import { mountVideo } from './serve-video.ts'

vi.mock('./draw/draw-process.ts', () => ({ drawInProcess: vi.fn(), QUICK_PROCESSES: 2 }))
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
vi.mocked(drawInProcess).mockResolvedValue({ image: PNG })

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

type Mount = (server: Parameters<typeof mountOriginal>[0], options: MediaRouteOptions) => void
const ROUTES: readonly [string, Mount][] = [
  [
    '/media/image',
    (server, { sources, fetching, clientOf }) =>
      mountMedia(server, createMedia(createMemoryCache(1_000_000), sources, fetching), clientOf),
  ],
  ['/media/video', mountVideo],
  ['/media/original', mountOriginal],
  ['/media/type', mountMediaType],
]

/**
 * A route with one slot and a place behind it, at a host that answers each file when it is let.
 * @param before what requests wait for before they are handled.
 */
async function openRoute(path: string, mount: Mount, before = async () => undefined as unknown) {
  const hanging = new Map<string, ServerResponse>()
  const requested: string[] = []
  const host = createServer((asked, answer) => {
    const name = asked.url?.split('/').at(-1) ?? ''
    requested.push(name)
    hanging.set(name, answer)
    answer.on('close', () => hanging.delete(name))
  })
  const fixture = await openMediaFixture(host)
  fixture.server.addHook('onRequest', async () => void (await before()))
  const bounds = { concurrency: 1, concurrencyPerClient: 1, maxPending: 2, maxPendingPerClient: 2 }
  const fetching = createMediaQueue(bounds)
  const add = vi.spyOn(fetching, 'add')
  mount(fixture.server, { ...fixture, fetching, clientOf: () => clientAt('a reader') })
  const origin = await fixture.server.listen({ host: '127.0.0.1', port: 0 })
  const get = (name: string) => {
    const query = new URLSearchParams({ src: `ipfs://${cid}/${name}`, ...(path === '/media/image' && { w: '256' }) })
    const asked = request(`${origin}${path}?${query}`)
    const status = new Promise<number>((resolve) => {
      asked.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
      asked.on('error', () => resolve(0))
    })
    asked.end()
    return { status, leave: () => asked.destroy() }
  }
  const begun = (name: string) => expect.poll(() => [...hanging.keys()]).toContain(name)
  const answer = (name: string) => hanging.get(name)?.writeHead(200, { 'content-type': 'video/mp4' }).end(PNG)
  const lastEnd = () => add.mock.settledResults.at(-1)?.type
  return { fixture, get, hanging, requested, begun, answer, queued: () => add.mock.calls.length, lastEnd }
}

describe('a reader who leaves', () => {
  it.each(ROUTES)('frees its place where it waits for %s', async (path, mount) => {
    const { fixture, get, begun, answer, queued, lastEnd } = await openRoute(path, mount)
    await using _ = fixture
    const first = get('first')
    await begun('first')
    const waiting = get('waiting')
    await expect.poll(queued).toBe(2)
    waiting.leave()
    await waiting.status
    const next = await vi.waitFor(async () => {
      const before = queued()
      const asked = get('next')
      await expect.poll(queued).toBe(before + 1)
      // It waits, unless its place is not free yet.
      expect(lastEnd()).toBe('incomplete')
      return asked
    }, 20_000)
    answer('first')
    expect(await first.status).toBe(200)
    await begun('next')
    answer('next')
    expect(await next.status).toBe(200)
  })

  it.each(ROUTES)('before their request is handled has no host asked for %s', async (path, mount) => {
    const handled = Promise.withResolvers<void>()
    let arrived = 0
    const { fixture, get, requested, begun, answer } = await openRoute(path, mount, () => {
      arrived += 1
      return handled.promise
    })
    await using _ = fixture
    const early = get('early')
    await expect.poll(() => arrived).toBe(1)
    early.leave()
    await expect
      .poll(() => new Promise((resolve) => fixture.server.server.getConnections((_, count) => resolve(count))))
      .toBe(0)
    handled.resolve()
    const next = get('next')
    await expect.poll(() => requested.length).toBe(1)
    expect(requested).toEqual(['next'])
    await begun('next')
    answer('next')
    expect(await next.status).toBe(200)
  })

  // Others may wait for the same image.
  it.each(ROUTES.slice(1))('ends the fetch for %s', async (path, mount) => {
    const { fixture, get, hanging, begun } = await openRoute(path, mount)
    await using _ = fixture
    const first = get('first')
    await begun('first')
    first.leave()
    await expect.poll(() => hanging.size).toBe(0)
  })
})
