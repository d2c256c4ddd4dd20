import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WorkerProcessError } from '@opal/chain/web/process-pool'
import { clientAt } from '@opal/domain/limits/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawInProcess } from './draw/draw-process.ts'
import { createMemoryCache } from './media-cache.ts'
import { createMediaQueue } from './media-queue.ts'
import { createMedia } from './serve-image.ts'
import { SourceShares } from './sources/source-shares.ts'

vi.mock('./draw/draw-process.ts', () => ({ drawInProcess: vi.fn(), QUICK_PROCESSES: 2 }))

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
// An image is its path: `slow` is drawn once it is let, and `large` is expensive.
// Those of a path with `hangs` never arrive; `document` names one of those, and `moved` leads to one.
const host = createServer((request, answer) => {
  const path = request.url ?? ''
  if (path.includes('document'))
    return answer.end(JSON.stringify({ image: new URL(`/hangs${path}`.replace('document', ''), hanger).href }))
  if (path.includes('moved')) {
    const location = new URL(`/hangs${path}`.replace('moved', ''), hanger).href
    return void answer.writeHead(302, { location }).end()
  }
  if (!path.includes('hangs')) return answer.end(Buffer.concat([PNG, Buffer.from(path)]))
  hanging += 1
  answer.write(PNG)
})
let hanging = 0
let gateway = ''
/** The same host by another address: bounds count it as another one. */
let hanger = ''
/** Owners whose hosts send on to it. */
const MOVED_FROM = Array.from({ length: 12 }, (_, at) => at)
const movedHost = (at: number) => `127.0.1.${at + 1}:${new URL(gateway).port}`
beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '0.0.0.0', resolve))
  const { port } = host.address() as AddressInfo
  gateway = `http://127.0.0.1:${port}/ipfs`
  hanger = `http://127.0.0.2:${port}`
})
afterAll(async () => {
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
})

let held = Promise.withResolvers<void>()
let drawing: string[] = []
beforeEach(() => {
  held = Promise.withResolvers()
  drawing = []
  vi.mocked(drawInProcess).mockImplementation(async ({ source, evenExpensive }) => {
    const path = Buffer.from(source).toString('latin1')
    if (path.includes('large') && !evenExpensive) return { expensive: true }
    drawing.push(path)
    if (/slow|large/.test(path)) await held.promise
    drawing.splice(drawing.indexOf(path), 1)
    return { image: PNG }
  })
})

const FETCHES = {
  concurrency: 12,
  concurrencyPerClient: 6,
  concurrencyPerSource: 5,
  maxPending: 99,
  maxPendingPerClient: 99,
}

function openMedia() {
  const fetching = createMediaQueue(FETCHES)
  const sources = {
    gateways: [gateway],
    arweaveGateways: [],
    allowedHosts: new Set([new URL(gateway).host, new URL(hanger).host, ...MOVED_FROM.map((at) => movedHost(at))]),
    shares: new SourceShares(),
    isKnown: async () => true,
  }
  const media = createMedia(createMemoryCache(1_000_000), sources, fetching)
  return (name: string, client: string, width = 256, signal?: AbortSignal) => {
    const src = name.startsWith('http')
      ? name
      : name.startsWith('hangs')
        ? new URL(`/${name}`, gateway).href
        : `ipfs://${cid}/${name}`
    return media.image({ src, width, client: clientAt(client), ...(signal && { signal }) })
  }
}

describe('images', () => {
  it('of one client leave a process to the images of others, however long they are drawn', async () => {
    const image = openMedia()
    const slow = Array.from({ length: 20 }, (_, at) => image(`slow${at}`, 'greedy'))
    await expect.poll(() => drawing).toHaveLength(1)
    for (const name of ['a', 'b', 'c']) expect(await image(name, 'modest')).toEqual(PNG)
    expect(drawing).toHaveLength(1)
    held.resolve()
    await Promise.all(slow)
  })

  it('that one client has queued behind slow ones are made immediately for another', async () => {
    const image = openMedia()
    const slow = Array.from({ length: 20 }, (_, at) => image(`slow${at}`, 'greedy'))
    const queued = ['a', 'b'].map((name) => image(name, 'greedy'))
    await expect.poll(() => drawing).toHaveLength(1)
    for (const name of ['a', 'b']) expect(await image(name, 'modest')).toEqual(PNG)
    expect(drawing).toHaveLength(1)
    held.resolve()
    await Promise.all([...slow, ...queued])
  })

  it('of a host that hangs hold its share of the fetches, and leave the rest to others, also of the same clients', async () => {
    const image = openMedia()
    const leaving = new AbortController()
    hanging = 0
    const slow = Array.from({ length: 40 }, (_, at) => image(`hangs${at}`, `client ${at % 5}`, 256, leaving.signal))
    const outcomes = Promise.allSettled(slow)
    await expect.poll(() => hanging).toBe(5)
    for (const name of ['a', 'b', 'c', 'd']) expect(await image(name, 'client 0')).toEqual(PNG)
    for (const name of ['e', 'f']) expect(await image(name, 'modest')).toEqual(PNG)
    expect(hanging).toBe(5)
    leaving.abort()
    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
  })

  /** Checks that six clients' images which hang at one host hold its share, and leave the rest to others. */
  async function holdTheirShare(sources: readonly string[]): Promise<void> {
    const image = openMedia()
    const leaving = new AbortController()
    hanging = 0
    const flood = sources.map((source, at) => image(source, `client ${at % 6}`, 256, leaving.signal))
    const outcomes = Promise.allSettled(flood)
    await expect.poll(() => hanging).toBe(5)
    for (const name of ['a', 'b', 'c', 'd']) expect(await image(name, 'modest')).toEqual(PNG)
    expect(hanging).toBe(5)
    leaving.abort()
    await outcomes
  }

  it('that hosts of many owners redirect to another are fetched in turns at that one, which holds its share', () =>
    holdTheirShare(MOVED_FROM.flatMap((at) => [1, 2, 3].map((nth) => `http://${movedHost(at)}/moved${nth}-${at}`))))

  it('that documents of many sources name are fetched as images of their own host, which holds its share', () =>
    holdTheirShare(Array.from({ length: 36 }, (_, at) => `document${at}`)))

  it('that one site has queued behind its own that hang are made in the turn of another client', async () => {
    const image = openMedia()
    hanging = 0
    const site = (at: number) => `2001:db8:1:${at.toString(16)}::1`
    const leaving = new AbortController()
    const slow = Array.from({ length: 24 }, (_, at) =>
      image(`${at % 2 === 0 ? 'hangs' : 'document'}${at}`, site(at), 256, leaving.signal),
    )
    const outcomes = Promise.allSettled(slow)
    await expect.poll(() => hanging).toBe(6)
    const queued = Array.from({ length: 20 }, (_, at) => image(`mint${at % 4}`, site(100 + at)))
    for (const name of ['mint0', 'mint1', 'mint2', 'mint3']) expect(await image(name, 'modest')).toEqual(PNG)
    leaving.abort()
    await Promise.all([...queued, outcomes])
  })

  it('find a place where three clients have asked for as many as may wait', async () => {
    const image = openMedia()
    const leaving = new AbortController()
    const flood = Array.from({ length: 1_200 }, (_, at) =>
      image(`hangs${at}`, `203.0.113.${at % 3}`, 256, leaving.signal),
    )
    const outcomes = Promise.allSettled(flood)
    await expect.poll(() => hanging).toBeGreaterThan(0)
    expect(await image('a', 'modest')).toEqual(PNG)
    leaving.abort()
    await outcomes
  })

  it('that are expensive hold one process and no fetch, from however many clients they come', async () => {
    const image = openMedia()
    const flood = Array.from({ length: 30 }, (_, at) => image(`large${at}`, `flood ${at}`))
    const outcomes = Promise.allSettled(flood)
    await expect.poll(() => drawing).toHaveLength(1)
    for (const name of ['a', 'b', 'c']) expect(await image(name, 'modest')).toEqual(PNG)
    expect(drawing).toHaveLength(1)
    held.resolve()
    const drawn = (await outcomes).filter(({ status }) => status === 'fulfilled')
    // Sources that wait are in memory: more of them are refused for now.
    expect(drawn).toHaveLength(16)
  })

  it('that cannot be drawn at one size are still drawn at another', async () => {
    const image = openMedia()
    vi.mocked(drawInProcess).mockImplementation(async ({ width }) => {
      if (width > 1_000) throw new WorkerProcessError('timeout')
      return { image: PNG }
    })
    await expect(image('a', 'one', 2_480)).rejects.toMatchObject({ code: 'media-unreadable' })
    expect(await image('a', 'another', 256)).toEqual(PNG)
  })

  it('that a busy server refused are drawn when they are asked for again', async () => {
    const image = openMedia()
    vi.mocked(drawInProcess).mockRejectedValueOnce(new WorkerProcessError('start'))
    await expect(image('a', 'one')).rejects.toMatchObject({ code: 'overloaded' })
    expect(await image('a', 'one')).toEqual(PNG)
  })
})
