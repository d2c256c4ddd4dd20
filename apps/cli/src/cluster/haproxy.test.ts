import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@opal/store/embedded/free-port'
import { describe, expect, test } from 'vitest'
import { dataDirectory } from '../start/data-directory.ts'
import { engineFolder } from './engine.ts'
import { haproxy } from './engines/proxies.ts'
import { type ClusterPortName, clusterPorts } from './ports.ts'
import { SECRET_NAMES } from './secrets.ts'
import { renderTemplate } from './template.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A program behind HAProxy. */
async function startServer(answer: Answer) {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A site of one release: it has the pages and its own files. */
async function startSite(release: string) {
  const asked: string[] = []
  const server = await startServer(({ url = '' }, response) => {
    if (url !== '/readyz') asked.push(url)
    const isMissing = url.startsWith('/nowhere') || (url.startsWith('/assets/') && !url.includes(release))
    response.writeHead(isMissing ? 404 : 200).end(release)
  })
  return { ...server, asked }
}

/** Starts HAProxy as a cluster does, in front of these programs. @returns its ports. */
async function startProxy(programs: Readonly<Partial<Record<ClusterPortName, number>>>) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'opal-haproxy-'))
  const own: ClusterPortName[] = ['web', 'api', 'chainGraphql', 'primary', 'replicas', 'haproxyStats']
  const free = new Set<number>()
  while (free.size < own.length) free.add(await freePort(0))
  const chosen = Object.fromEntries([...free].map((port, at) => [own[at] ?? '', port] as const))
  const cluster = {
    directory: dataDirectory(folder.path),
    engines: folder.path,
    restore: null,
    ports: { ...clusterPorts(0), ...chosen, ...programs },
    secrets: Object.fromEntries(SECRET_NAMES.map((name) => [name, name])) as never,
  }
  const engine = haproxy(cluster)
  const home = engineFolder(cluster, engine.name)
  mkdirSync(home)
  for (const [name, { text }] of Object.entries(engine.files)) writeFileSync(join(home, name), text)
  const proxy = spawn(engine.command, engine.args, { cwd: home, stdio: 'ignore' })
  await expect.poll(engine.isReady).toBe(true)
  return {
    ports: cluster.ports,
    async [Symbol.asyncDispose]() {
      proxy.kill('SIGKILL')
      await once(proxy, 'exit')
      folder[Symbol.dispose]()
    },
  }
}

/**
 * Starts HAProxy as an edge, whose certificate it makes itself, in front of an API at a port.
 * @param change of its configuration
 */
async function startEdge(api: number, change: (config: string) => string = (config) => config) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'opal-edge-'))
  const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'opal.pem')]
  const subject = ['-subj', '/CN=opal.example', '-keyout', key, '-out', certificate]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  execFileSync('/usr/bin/openssl', ['req', '-x509', '-nodes', ...curve, ...subject], { stdio: 'pipe' })
  writeFileSync(certificate, readFileSync(key), { flag: 'a' })
  const [http, https] = await Promise.all([freePort(0), freePort(0)])
  const text = renderTemplate('haproxy/edge.cfg', {
    HOST: '127.0.0.1',
    HTTP_PORT: http,
    HTTPS_PORT: https,
    CERTIFICATE: certificate,
    WEB_HOST: 'opal.example',
    API_HOST: 'api.opal.example',
    WEB: `127.0.0.1:${api}`,
    API: `127.0.0.1:${api}`,
  })
  writeFileSync(join(folder.path, 'edge.cfg'), change(text))
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', 'edge.cfg'], { cwd: folder.path, stdio: 'ignore' })
  const ask = async (host: string, origin: string) => {
    const sent = request({
      host: '127.0.0.1',
      port: https,
      path: '/aggregator/collection',
      rejectUnauthorized: false,
      headers: { host, origin },
    })
    const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
    response.resume()
    return { status: response.statusCode, ...allowedBy((name) => response.headers[name] ?? null) }
  }
  const isUp = () => ask('nobody.example', 'null').then(
    () => true,
    () => false,
  )
  await expect.poll(isUp, { timeout: 10_000 }).toBe(true)
  return {
    ask,
    async [Symbol.asyncDispose]() {
      proxy.kill('SIGKILL')
      await once(proxy, 'exit')
      folder[Symbol.dispose]()
    },
  }
}

/** What an answer allows pages of other origins: whose may read it, and whether with cookies. */
const allowedBy = (read: (name: string) => unknown) => ({
  origin: read('access-control-allow-origin'),
  credentials: read('access-control-allow-credentials'),
})
const NOTHING_ALLOWED = { origin: null, credentials: null }

const statusOf = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
const TIMES = 20
const statusesOf = (port: number, path: string) =>
  Promise.all(Array.from({ length: TIMES }, () => statusOf(port, path)))
const all = (status: number) => Array(TIMES).fill(status)

const canRun = existsSync('/usr/sbin/haproxy') && process.getuid?.() === 0

describe.skipIf(!canRun)('HAProxy', () => {
  test('gets each file, while sites of two releases run, from the one that has it', async () => {
    await using old = await startSite('old')
    await using young = await startSite('new')
    await using proxy = await startProxy({ web1: old.port, web2: young.port })
    const ask = (path: string) => statusesOf(proxy.ports.web, path)
    expect(await ask('/assets/entry-new.js')).toEqual(all(200))
    expect(await ask('/assets/entry-old.js')).toEqual(all(200))
    expect(await ask('/assets/entry-gone.css')).toEqual(all(404))
    for (const site of [old, young]) site.asked.splice(0)
    expect(await ask('/nowhere')).toEqual(all(404))
    // What is no file is asked for once.
    expect(old.asked.length + young.asked.length).toBe(TIMES)
  })

  test.each([
    ['which are too busy to answer one', () => undefined],
    ['which say that they are not ready', (response: ServerResponse) => response.writeHead(503).end()],
  ] as const)('asks all servers where no health check succeeds: those %s', async (_, check) => {
    const isCheck = (url = '') => url === '/readyz' || url === '/healthz'
    const answer: Answer = ({ url }, response) => void (isCheck(url) ? check(response) : response.writeHead(200).end())
    await using one = await startServer(answer)
    await using other = await startServer(answer)
    await using proxy = await startProxy({ web1: one.port, web2: other.port, api1: one.port, api2: other.port })
    const activeServers = async () => {
      const text = await (await fetch(`http://127.0.0.1:${proxy.ports.haproxyStats}/metrics`)).text()
      return [...text.matchAll(/^haproxy_backend_active_servers\{proxy="(?:webs|living_apis)"\} (\d+)$/gm)].map(
        (found) => found[1],
      )
    }
    await expect.poll(activeServers).toEqual(['0', '0'])
    expect(await statusesOf(proxy.ports.web, '/')).toEqual(all(200))
    expect(await statusesOf(proxy.ports.api, '/aggregator/collection')).toEqual(all(200))
  })

  test('lets pages of the site read what it answers for the API itself, and no others', { timeout: 30_000 }, async () => {
    const nobody = await freePort(0)
    await using proxy = await startProxy({ api1: nobody, api2: nobody })
    const site = `http://127.0.0.1:${proxy.ports.web}`
    const ask = async (origin: string, path: string) => {
      const response = await fetch(`http://127.0.0.1:${proxy.ports.api}${path}`, { headers: { origin } })
      return { status: response.status, ...allowedBy((name) => response.headers.get(name)) }
    }
    for (const path of ['/aggregator/collection', '/socket.io/?EIO=4&transport=polling']) {
      expect(await ask(site, path)).toEqual({ status: 503, origin: site, credentials: 'true' })
      expect(await ask('https://other.example', path)).toEqual({ status: 503, ...NOTHING_ALLOWED })
    }
  })

  test('leaves what the API allows as it is', async () => {
    await using api = await startServer(({ headers: { origin = '' } }, response) => {
      const isOpen = origin.startsWith('http')
      response.writeHead(200, isOpen ? { 'access-control-allow-origin': origin } : {}).end()
    })
    await using proxy = await startProxy({ api1: api.port, api2: api.port })
    const site = `http://127.0.0.1:${proxy.ports.web}`
    for (const [origin, allowed] of [
      [site, site],
      ['https://other.example', 'https://other.example'],
      ['null', null],
    ] as const) {
      const response = await fetch(`http://127.0.0.1:${proxy.ports.api}/one`, { headers: { origin } })
      expect([response.status, allowedBy((name) => response.headers.get(name))]).toEqual([
        200,
        { origin: allowed, credentials: null },
      ])
    }
  })

  test.skipIf(!existsSync('/usr/bin/openssl'))(
    'lets pages of the site read that there were too many requests at the edge, or that nothing answers behind it',
    { timeout: 30_000 },
    async () => {
      const nobody = await freePort(0)
      const site = 'https://opal.example'
      await using edge = await startEdge(nobody, (config) => config.replace(/^ {2}timeout connect 2s$/m, '$&\n  retries 0'))
      await using full = await startEdge(nobody, (config) =>
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
      }
    },
  )
})
