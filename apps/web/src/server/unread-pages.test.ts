import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { clientAt } from '@opal/domain/limits/client'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createPageServer } from './page-server.ts'
import { countUnreadPages } from './unread-pages.ts'
import { serveFiles, servePages } from './web-server.ts'

/** A site that renders one page at a time, each of many megabytes. */
async function openSite() {
  const server = createPageServer({ trustedProxies: ['loopback'] }, pino({ level: 'silent' }))
  const bounds = { concurrency: 1, concurrencyPerClient: 1, maxPending: 9, maxPendingPerClient: 9, maxWaitMs: 60_000 }
  const page = Buffer.alloc(16_000_000, 'a')
  servePages(
    server,
    { pagesPerMinute: 1_000, exemptsOwnMachine: false },
    async (_, reply) => void reply.send(Readable.from([page])),
    bounds,
  )
  await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    server.server.closeAllConnections()
    await server.close()
  })
  const { port } = server.server.address() as AddressInfo
  const ask = (visitor: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).pause()
    onTestFinished(() => void socket.destroy())
    socket.write(`GET / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${visitor}\r\n\r\n`)
    return socket
  }
  return { ask }
}

it.each([
  ['nothing', 0],
  ['a little at a time', 1_000],
])('a page keeps others waiting for a second at most while its reader takes %s of it', async (_, bytes) => {
  const { ask } = await openSite()
  const slow = ask('203.0.113.1')
  await once(slow, 'readable')
  const reading = setInterval(() => bytes > 0 && slow.read(bytes), 50)
  onTestFinished(() => clearInterval(reading))
  const startMs = performance.now()
  const quick = ask('203.0.113.2')
  await once(quick, 'readable')
  // Else it would be minutes, or for ever; a busy machine may take some seconds more.
  expect(performance.now() - startMs).toBeLessThan(15_000)
  expect(slow.destroyed).toBe(false)
})

it('a page that is still being made, whose reader takes all that there is, keeps its place', async () => {
  const server = createPageServer({ trustedProxies: [] }, pino({ level: 'silent' }))
  onTestFinished(() => server.close())
  const bounds = { concurrency: 1, concurrencyPerClient: 1, maxPending: 9, maxPendingPerClient: 9, maxWaitMs: 60_000 }
  const bodies: PassThrough[] = []
  servePages(
    server,
    { pagesPerMinute: 1_000, exemptsOwnMachine: true },
    async (_, reply) => {
      const body = new PassThrough()
      bodies.push(body)
      body.write('begun')
      void reply.send(body)
    },
    bounds,
  )
  const pages = ['203.0.113.1', '203.0.113.2'].map((remoteAddress) => server.inject({ url: '/', remoteAddress }))
  await pause(2_000)
  expect(bodies).toHaveLength(1)
  bodies[0]?.end()
  await expect.poll(() => bodies.length).toBe(2)
  bodies[1]?.end()
  expect((await Promise.all(pages)).map(({ body }) => body)).toEqual(['begun', 'begun'])
})

it('bounds the files that wait for their readers, and disconnects no client that has fewer than another', async () => {
  const root = `${await mkdtemp(`${tmpdir()}/opal-files-`)}/`
  onTestFinished(() => rm(root, { recursive: true }))
  await writeFile(`${root}large.js`, Buffer.alloc(16_000_000, 'a'))
  const server = createPageServer({ trustedProxies: ['loopback'] }, pino({ level: 'silent' }))
  await serveFiles(server, { exemptsOwnMachine: false }, root, 4)
  await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    server.server.closeAllConnections()
    await server.close()
  })
  const { port } = server.server.address() as AddressInfo
  let hungUp = 0
  // At the server: a reader sees the end only behind what it has not read yet.
  server.server.on('connection', (socket) =>
    socket.on('close', () => {
      hungUp += 1
    }),
  )
  const begin = async (visitor: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /large.js HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${visitor}\r\n\r\n`)
    await once(socket, 'readable')
    // Reads on, slowly.
    const reading = setInterval(() => socket.read(1_000), 20)
    onTestFinished(() => clearInterval(reading))
    return socket
  }
  const quick = await begin('203.0.113.2')
  for (let at = 0; at < 8; at += 1) await begin('203.0.113.1')
  await expect.poll(() => hungUp).toBe(5)
  expect(quick.destroyed).toBe(false)
  quick.resume()
})

it('bounds the pages that wait for their readers, and disconnects no client that has fewer than another', () => {
  const step = fc.record({ visitor: fc.nat(5), isTaken: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), fc.integer({ min: 1, max: 8 }), (steps, max) => {
      const count = countUnreadPages(max)
      const open: { readonly visitor: number; readonly close: () => void }[] = []
      const ownOf = (visitor: number) => open.filter((page) => page.visitor === visitor).length
      for (const { visitor, isTaken } of steps) {
        if (isTaken) {
          open.shift()?.close()
          continue
        }
        const closing: (() => void)[] = []
        const page = { visitor, close: () => closing.map((close) => close()) }
        const response = {
          closed: false,
          once: (_: string, close: () => void) => closing.push(close),
          destroy() {
            const most = Math.max(...open.map((one) => ownOf(one.visitor)))
            expect(ownOf(visitor)).toBe(most)
            open.splice(open.indexOf(page), 1)
            page.close()
          },
        }
        open.push(page)
        count(clientAt(`203.0.113.${visitor}`), response as unknown as ServerResponse)
        expect(open.length).toBeLessThanOrEqual(max)
      }
    }),
  )
})

it.each([1, 8])(
  'a page that is begun is not closed for those of as many addresses as may wait, %i of a site, each of which reads one slowly',
  (ofSite) => {
    const max = 96
    const count = countUnreadPages(max)
    const open: string[] = []
    const begin = (visitor: string) => {
      const closing: (() => void)[] = []
      const response = {
        closed: false,
        once: (_: string, close: () => void) => closing.push(close),
        destroy() {
          open.splice(open.indexOf(visitor), 1)
          for (const close of closing) close()
        },
      }
      open.push(visitor)
      count(clientAt(visitor), response as unknown as ServerResponse)
    }
    const slow = Array.from({ length: max }, (_, at) => `2001:db8:${(at % (max / ofSite)).toString(16)}:${at}::1`)
    for (const visitor of slow) begin(visitor)
    expect(open).toEqual(slow)
    for (let at = 0; at < max; at += 1) {
      begin(`203.0.113.${at}`)
      expect(open).toContain(`203.0.113.${at}`)
      expect(open).toHaveLength(max)
    }
  },
)
