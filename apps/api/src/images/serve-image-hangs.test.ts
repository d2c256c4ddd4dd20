import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientAt } from '@opal/domain/limits/client'
import { network } from '@opal/domain/limits/testing/held-works'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { drawInProcess } from './draw/draw-process.ts'
import { IMAGE_FETCHES } from './image-turns.ts'
import { createMemoryCache } from './media-cache.ts'
import { createMediaQueue } from './media-queue.ts'
import { createMedia } from './serve-image.ts'
import { SourceShares } from './sources/source-shares.ts'

vi.mock('./draw/draw-process.ts', () => ({ drawInProcess: vi.fn(), QUICK_PROCESSES: 2 }))

/** Much less than the 15 s that a host may hang, and much more than an image takes. */
const BOUND_MS = 4_000
const MB = 1024 * 1024
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const PARTS = Buffer.concat([PNG, Buffer.alloc(7 * MB)])
const KINDS = ['answers', 'heavy', 'hangs', 'begins', 'trickles', 'stalls'] as const
type Kind = (typeof KINDS)[number]
const HANGING: ReadonlySet<Kind> = new Set(['hangs', 'begins', 'trickles', 'stalls'])

/** Hosts that do what a path says, at as many addresses as there are in 127.0.0.0/8: bounds count each as one of its own. */
const hosts = createServer((request, answer) => {
  const kind = KINDS.find((each) => request.url?.includes(each)) ?? 'answers'
  requested.push(request.url ?? '')
  if (isOver) return void answer.writeHead(404).end()
  if (kind === 'heavy') return void answer.end(PARTS)
  if (kind === 'answers') return void answer.end(PARTS.subarray(0, 2 * MB))
  hanging += 1
  hang(kind, answer)
})
function hang(kind: Kind, answer: ServerResponse): void {
  if (kind === 'begins') answer.write(PNG)
  if (kind === 'stalls') answer.write(PARTS)
  if (kind === 'trickles') {
    const timer = setInterval(() => answer.write('x'), 20)
    answer.on('close', () => clearInterval(timer))
  }
}
const requested: string[] = []
let hanging = 0
let isOver = false
let port = 0
beforeAll(async () => {
  vi.mocked(drawInProcess).mockResolvedValue({ image: PNG })
  await new Promise<void>((resolve) => hosts.listen(0, '0.0.0.0', resolve))
  port = (hosts.address() as AddressInfo).port
})
afterAll(async () => {
  hosts.closeAllConnections()
  await new Promise((resolve) => hosts.close(resolve))
})

/** Where an image is: at one of twenty hosts, or in content of its own at one of two services. */
type Place = { readonly host: number } | { readonly service: number }
const hostAt = (at: Place) => ('host' in at ? `127.0.1.${at.host}` : `127.0.2.${at.service}`)
const sourceAt = (at: Place, kind: Kind, nth: number) =>
  `http://${hostAt(at)}:${port}${'service' in at ? `/ipfs/bafy${nth}` : ''}/${kind}-${nth}.png`

const place = fc.oneof(
  fc.record({ host: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ service: fc.integer({ min: 1, max: 2 }) }),
)
const asked = fc.array(fc.record({ at: place, kind: fc.constantFrom(...KINDS) }), { minLength: 6, maxLength: 12 })
const addresses = fc.array(asked, { minLength: 2, maxLength: 4 })
const networks = fc.array(asked, { minLength: 2, maxLength: 10 })

function openMedia() {
  const ips = Array.from({ length: 22 }, (_, at) => hostAt(at < 2 ? { service: at + 1 } : { host: at - 1 }))
  const sources = {
    gateways: [],
    arweaveGateways: [],
    allowedHosts: new Set([...ips, hostAt(HONEST)].map((ip) => `${ip}:${port}`)),
    shares: new SourceShares(),
    isKnown: async () => true,
  }
  return createMedia(createMemoryCache(1_000_000), sources, createMediaQueue(IMAGE_FETCHES))
}

const HONEST = { host: 99 }

/**
 * Has clients ask for images of hosts that hang, and then another for some of hosts that answer.
 * @returns whether these are there in time
 */
async function areServed(
  clients: readonly { readonly from: string; readonly asked: readonly { readonly at: Place; readonly kind: Kind }[] }[],
  honest: readonly Place[],
): Promise<boolean> {
  const media = openMedia()
  const image = (src: string, from: string) => media.image({ src, width: 256, client: clientAt(from) })
  hanging = 0
  isOver = false
  let nth = 0
  const flood = clients.flatMap(({ from, asked }) =>
    asked.map(({ at, kind }) => {
      nth += 1
      return image(sourceAt(at, kind, nth), from)
    }),
  )
  const outcomes = Promise.allSettled(flood)
  const all = clients.flatMap(({ asked }) => asked)
  if (all.some(({ kind }) => HANGING.has(kind))) await expect.poll(() => hanging).toBeGreaterThan(0)
  const served = Promise.all(honest.map((at, index) => image(sourceAt(at, 'answers', 1_000 + index), '203.0.113.99')))
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), BOUND_MS)
  const inTime = await Promise.race([served.then(() => true), late.promise])
  clearTimeout(timer)
  isOver = true
  hosts.closeAllConnections()
  await Promise.allSettled([outcomes, served])
  return inTime
}

describe('images of hosts that answer wait for none that hang, trickle or stall,', () => {
  it('of any hosts and services, for which four addresses ask: also at the same services', async () => {
    await fc.assert(
      fc.asyncProperty(addresses, fc.array(place, { minLength: 1, maxLength: 3 }), async (clients, places) => {
        const from = clients.map((list, at) => ({ from: `203.0.113.${at + 1}`, asked: list }))
        expect(await areServed(from, [HONEST, ...places])).toBe(true)
      }),
      { numRuns: runs(5), endOnFailure: true },
    )
  }, 120_000)

  it('of any hosts and services, for which the networks of one IPv6 /48 ask', async () => {
    await fc.assert(
      fc.asyncProperty(networks, async (clients) => {
        const from = clients.map((list, at) => ({ from: network(at), asked: list }))
        expect(await areServed(from, [HONEST, HONEST, HONEST])).toBe(true)
      }),
      { numRuns: runs(2, 40), endOnFailure: true },
    )
  }, 120_000)

  it.each(['hangs', 'begins', 'trickles', 'stalls'] as const)(
    'where two addresses ask two services for all that they may, each of which %s',
    async (kind) => {
      const list = Array.from({ length: 12 }, (_, at) => ({ at: { service: 1 + (at % 2) }, kind }))
      const clients = ['203.0.113.1', '203.0.113.2'].map((from) => ({ from, asked: list }))
      expect(await areServed(clients, [HONEST])).toBe(true)
    },
    20_000,
  )
})

describe('large images of one client', () => {
  it('are all made, those that find no share of the memory one after the other, and leave others their turns', async () => {
    const drawn = Promise.withResolvers<void>()
    vi.mocked(drawInProcess).mockImplementation(async ({ source }) => {
      if (source.byteLength > 3 * MB) await drawn.promise
      return { image: PNG }
    })
    const media = openMedia()
    const image = (src: string, from: string) => media.image({ src, width: 256, client: clientAt(from) })
    requested.length = 0
    isOver = false
    const large = [1, 2, 3, 4, 5, 6].map((nth) => image(sourceAt({ host: nth }, 'heavy', nth), '203.0.113.1'))
    // Three of 7 MB find a share, until they are drawn. Another that was given up is asked for again in a turn of large images.
    await expect.poll(() => requested.length).toBe(7)
    expect(await image(sourceAt({ host: 1 }, 'answers', 7), '203.0.113.2')).toEqual(PNG)
    drawn.resolve()
    expect(await Promise.all(large)).toEqual(large.map(() => PNG))
    for (const path of new Set(requested)) expect(requested.filter((one) => one === path).length).toBeLessThan(3)
    vi.mocked(drawInProcess).mockReset().mockResolvedValue({ image: PNG })
  })
})
