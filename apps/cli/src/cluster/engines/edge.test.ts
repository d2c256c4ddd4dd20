import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { connect, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@opal/domain/testing/start-server'
import { freePort } from '@opal/store/embedded/free-port'
import { describe, expect, test } from 'vitest'
import { renderTemplate } from '../template.ts'
import { allowedBy, NOTHING_ALLOWED } from '../testing/allowed-by.ts'

const [WEB_HOST, API_HOST] = ['opal.example', 'api.opal.example']

/**
 * Starts HAProxy as an edge, whose certificate it makes itself, in front of a site and an API at one port: with a hundredth of its connections, as
 * all of them take more open files than a process may have on some machines.
 * @param change of its configuration
 * @returns its ports, and a call of the API or the site by a page of some origin.
 */
async function startEdge(server: number, change: (config: string) => string = (config) => config) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'opal-edge-'))
  const [http, https] = [await freePort(0), await freePort(0)]
  const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'opal.pem')]
  const subject = ['-subj', `/CN=${WEB_HOST}`, '-keyout', key, '-out', certificate]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  execFileSync('/usr/bin/openssl', ['req', '-x509', '-nodes', ...curve, ...subject], { stdio: 'ignore' })
  writeFileSync(certificate, readFileSync(key), { flag: 'a' })
  const text = renderTemplate('haproxy/edge.cfg', {
    HOST: '127.0.0.1',
    HTTP_PORT: http,
    HTTPS_PORT: https,
    CERTIFICATE: certificate,
    WEB_HOST,
    API_HOST,
    WEB: `127.0.0.1:${server}`,
    API: `127.0.0.1:${server}`,
  })
  writeFileSync(join(folder.path, 'edge.cfg'), change(smaller(text)))
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', 'edge.cfg'], { cwd: folder.path, stdio: 'ignore' })
  await expect.poll(() => statusOfAddress(http, '127.0.0.1'), { timeout: 10_000 }).toBe(308)
  return {
    http,
    https,
    async ask(host: string, origin: string, method = 'GET') {
      const before = method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : {}
      const sent = httpsRequest({
        host: '127.0.0.1',
        port: https,
        path: '/aggregator/collection',
        method,
        rejectUnauthorized: false,
        headers: { host, origin, ...before },
      })
      const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
      response.resume()
      return { status: response.statusCode, ...allowedBy((name) => response.headers[name] ?? null) }
    },
    async [Symbol.asyncDispose]() {
      proxy.kill('SIGKILL')
      await once(proxy, 'exit')
      folder[Symbol.dispose]()
    },
  }
}

/** Scale of the edge's total limits in this test; limits per address are unchanged. */
const SCALE = 0.01
const smaller = (config: string) =>
  config.replace(
    /(\bmaxconn|\b[fb]e_conn(?:\(\w+\))? gt) (\d+)/g,
    (_, what: string, count: string) => `${what} ${Number(count) * SCALE}`,
  )

/** Returns what an address is answered by the edge's port without TLS; null where its connection is refused or waits. */
function statusOfAddress(port: number, localAddress: string): Promise<number | null> {
  return new Promise((resolve) => {
    const host = localAddress.includes(':') ? '::1' : '127.0.0.1'
    const asked = httpRequest({ host, port, localAddress, agent: false, timeout: 2_000 })
    asked.on('response', (response) => {
      response.destroy()
      resolve(response.statusCode ?? null)
    })
    asked.on('timeout', () => asked.destroy(new Error('it waits')))
    asked.on('error', () => resolve(null))
    asked.end()
  })
}

const addressOf = (client: number) => `127.1.0.${client}`
const clients = (count: number) => Array.from({ length: count }, (_, at) => addressOf(at + 1))
const VISITOR = '127.2.0.1'

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const canRun = ['/usr/sbin/haproxy', '/usr/bin/openssl'].every((path) => existsSync(path)) && process.getuid?.() === 0

describe.skipIf(!canRun)('the edge', () => {
  test('leaves connections to visitors, however many a few addresses open', { timeout: 30_000 }, async () => {
    await using site = await startServer((_, response) => response.end())
    await using edge = await startEdge(site.port)
    const sockets: Socket[] = []
    for (const localAddress of clients(4)) {
      const opened = Array.from({ length: 60 }, () => {
        const socket = connect({ host: '127.0.0.1', port: edge.https, localAddress }).on('error', () => undefined)
        sockets.push(socket)
        return once(socket, 'connect').catch(() => undefined)
      })
      await Promise.all(opened)
    }
    const visits = await Promise.all(
      ['127.2.0.1', '127.2.0.2', '127.2.0.3'].map((one) => statusOfAddress(edge.http, one)),
    )
    for (const socket of sockets) socket.destroy()
    expect(visits).toEqual([308, 308, 308])
  })

  test.skipIf(!hasIpv6)('takes visitors by IPv6 at lines of their own', { timeout: 30_000 }, async () => {
    await using site = await startServer((_, response) => response.end())
    const alsoByIpv6 = (config: string) => config.replace(/^ {2}bind 127\.0\.0\.1:(.*)$/gm, '$&\n  bind :::$1 v6only')
    await using edge = await startEdge(site.port, alsoByIpv6)
    const visits = [VISITOR, '::1'].map((one) => statusOfAddress(edge.http, one))
    expect(await Promise.all(visits)).toEqual([308, 308])
  })

  test('refuses an address that connects again and again, and no other', { timeout: 30_000 }, async () => {
    await using site = await startServer((_, response) => response.end())
    await using edge = await startEdge(site.port)
    const statuses: (number | null)[] = []
    for (let round = 0; round < 60; round += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => statusOfAddress(edge.http, addressOf(1))))))
    expect(statuses.filter((status) => status === 308)).toHaveLength(500)
    expect(await statusOfAddress(edge.http, VISITOR)).toBe(308)
  })

  test.each([
    ['calls', '/aggregator/collection'],
    ['live updates', '/socket.io/?EIO=4&transport=polling'],
  ])(
    'has few %s of one address wait where many do, and passes on those of another',
    { timeout: 30_000 },
    async (_, path) => {
      const waiting: string[] = []
      await using api = await startServer(({ url = '', headers }, response) => {
        if (headers['x-visit'] === undefined) waiting.push(url)
        else response.writeHead(200).end()
      })
      await using edge = await startEdge(api.port)
      using stack = new DisposableStack()
      const ask = (localAddress: string, headers: Readonly<Record<string, string>>) => {
        const agent = stack.adopt(new Agent({ rejectUnauthorized: false }), (one) => one.destroy())
        const asked = httpsRequest({
          host: '127.0.0.1',
          port: edge.https,
          path,
          localAddress,
          agent,
          servername: API_HOST,
          headers: { host: API_HOST, ...headers },
        })
        stack.defer(() => asked.destroy())
        return new Promise<number | null>((resolve) => {
          asked.on('response', ({ statusCode = null }) => resolve(statusCode))
          asked.on('error', () => resolve(null))
          asked.end()
        })
      }
      const statuses: (number | null)[] = []
      for (let at = 0; at < 60; at += 1) void ask(addressOf(1), {}).then((status) => statuses.push(status))
      await expect.poll(() => waiting.length + statuses.length, { timeout: 10_000 }).toBe(60)
      expect([waiting.length, ...new Set(statuses)]).toEqual([40, 429])
      expect(await ask(VISITOR, { 'x-visit': 'yes' })).toBe(200)
    },
  )

  test('lets pages of the site read that there were too many requests at the edge, or that nothing answers behind it', {
    timeout: 30_000,
  }, async () => {
    const closedPort = await freePort(0)
    const site = 'https://opal.example'
    await using edge = await startEdge(closedPort, (config) =>
      config.replace(/^ {2}timeout connect 2s$/m, '$&\n  retries 0'),
    )
    await using full = await startEdge(closedPort, (config) =>
      config.replaceAll(/( deny_status 429 .*) gt \d+ \}$/gm, '$1 gt 0 }'),
    )
    for (const [{ ask }, status] of [
      [edge, 503],
      [full, 429],
    ] as const) {
      expect(await ask('api.opal.example', site)).toEqual({ status, origin: site, credentials: 'true' })
      for (const origin of ['https://other.example', 'https://opal.example.other.example', 'null'])
        expect(await ask('api.opal.example', origin)).toEqual({ status, ...NOTHING_ALLOWED })
      expect(await ask('opal.example', site)).toEqual({ status, ...NOTHING_ALLOWED })
      // What a browser asks before the call: refused, it would be a connection that failed.
      expect(await ask('api.opal.example', site, 'OPTIONS')).toEqual({ status: 204, origin: site, credentials: 'true' })
      expect(await ask('api.opal.example', 'https://other.example', 'OPTIONS')).toEqual({ status, ...NOTHING_ALLOWED })
    }
  })
})
