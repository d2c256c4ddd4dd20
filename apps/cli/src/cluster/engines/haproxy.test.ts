import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@opal/domain/testing/start-server'
import { freePort } from '@opal/store/embedded/free-port'
import { describe, expect, test } from 'vitest'
import { dataDirectory } from '../../start/data-directory.ts'
import { engineFolder } from '../engine.ts'
import { type ClusterPortName, clusterPorts } from '../ports.ts'
import { SECRET_NAMES } from '../secrets.ts'
import { allowedBy, NOTHING_ALLOWED } from '../testing/allowed-by.ts'
import { haproxy } from './proxies.ts'

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

/** Starts HAProxy as a cluster does, in front of these programs. @param edit changes its configuration. @returns its ports. */
async function startProxy(
  programs: Readonly<Partial<Record<ClusterPortName, number>>>,
  edit: (text: string) => string = (text) => text,
) {
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
  for (const [name, { text }] of Object.entries(engine.files)) writeFileSync(join(home, name), edit(text))
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

const statusOf = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
const TIMES = 20
const statusesOf = (port: number, path: string) =>
  Promise.all(Array.from({ length: TIMES }, () => statusOf(port, path)))
const all = (status: number) => Array(TIMES).fill(status)

const isCheck = (url = '') => url === '/readyz' || url === '/healthz'
const IMAGE = '/media/image?src=ipfs%3A%2F%2Fslow&w=64'

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
    const answer: RequestListener = ({ url }, response) =>
      void (isCheck(url) ? check(response) : response.writeHead(200).end())
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

  test('lets pages of the site read what it answers for the API itself, and no others', {
    timeout: 30_000,
  }, async () => {
    const closedPort = await freePort(0)
    await using proxy = await startProxy({ api1: closedPort, api2: closedPort })
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

  test('lets pages of the site ask before a call, whatever an API says to that, and no others', {
    timeout: 30_000,
  }, async () => {
    await using api = await startServer((_, response) => response.writeHead(429).end())
    await using proxy = await startProxy({ api1: api.port, api2: api.port })
    const site = `http://127.0.0.1:${proxy.ports.web}`
    const ask = async (origin: string, headers: Readonly<Record<string, string>>) => {
      const url = `http://127.0.0.1:${proxy.ports.api}/session`
      const response = await fetch(url, { method: 'OPTIONS', headers: { origin, ...headers } })
      const read = (name: string) => response.headers.get(`access-control-allow-${name}`)
      return [response.status, read('origin'), read('credentials'), read('methods'), read('headers')]
    }
    const before = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type,x-seen' }
    expect(await ask(site, before)).toEqual([204, site, 'true', 'PATCH', 'content-type,x-seen'])
    expect(await ask('https://other.example', before)).toEqual([429, null, null, null, null])
    // Any other request of that method.
    expect(await ask(site, {})).toEqual([429, site, 'true', null, null])
  })

  test('waits for an image of a slow host, and asks for it once; for another read it asks each API once', async () => {
    const asked: string[] = []
    const fetched = Promise.withResolvers<void>()
    const api =
      (name: string): RequestListener =>
      async ({ url = '' }, response) => {
        if (isCheck(url)) return void response.writeHead(200).end()
        asked.push(url === IMAGE ? url : `${name} ${url}`)
        await fetched.promise
        response.writeHead(200).end()
      }
    await using one = await startServer(api('one'))
    await using other = await startServer(api('other'))
    const servers = { api1: one.port, api2: other.port, web1: one.port, web2: other.port }
    await using proxy = await startProxy(servers, (text) =>
      text.replaceAll('timeout server 4500ms', 'timeout server 100ms'),
    )
    const image = statusOf(proxy.ports.api, IMAGE)
    // What is slow at both is given up.
    expect(await statusOf(proxy.ports.api, '/api/collection')).toBe(504)
    for (const path of ['/assets/a.js', '/collection/a']) expect(await statusOf(proxy.ports.web, path)).toBe(504)
    fetched.resolve()
    expect(await image).toBe(200)
    expect(asked.filter((each) => each === IMAGE)).toHaveLength(1)
    const others = asked.filter((each) => each !== IMAGE)
    for (const path of ['/api/collection', '/assets/a.js'])
      expect(others.filter((each) => each.endsWith(path)).sort()).toEqual([`one ${path}`, `other ${path}`])
    // A page may have waited for an API at both.
    expect(others.filter((each) => each.endsWith('/collection/a'))).toHaveLength(3)
    // An alert is raised by these.
    const text = await (await fetch(`http://127.0.0.1:${proxy.ports.haproxyStats}/metrics`)).text()
    const failed = text.matchAll(/^haproxy_backend_http_responses_total\{proxy="(\w+)",code="5xx"\} ([1-9]\d*)$/gm)
    expect(Object.fromEntries([...failed].map(([, name, count]) => [name, Number(count)]))).toEqual({
      apis: 1,
      webs: 1,
      web_files: 1,
    })
  })

  test('lets an API that ends send what it was asked for, and asks the other one for images until it is back', async () => {
    const sending = Promise.withResolvers<void>()
    const drained: string[] = []
    let isEnding = false
    const ending: RequestListener = async ({ url = '' }, response) => {
      if (isCheck(url)) return void response.writeHead(url === '/readyz' && isEnding ? 503 : 200).end()
      drained.push(url)
      await sending.promise
      response.writeHead(200).end()
    }
    await using one = await startServer(ending)
    await using other = await startServer((_, response) => response.writeHead(200).end())
    await using proxy = await startProxy({ api1: one.port, api2: other.port })
    const ask = () => statusOf(proxy.ports.api, IMAGE)
    const held: Promise<number>[] = []
    const askAgain = () => {
      held.push(ask())
      return drained.length
    }
    await expect.poll(askAgain).toBeGreaterThan(0)
    isEnding = true
    const readyServers = async () => {
      const text = await (await fetch(`http://127.0.0.1:${proxy.ports.haproxyStats}/metrics`)).text()
      return /^haproxy_backend_active_servers\{proxy="apis"\} (\d+)$/m.exec(text)?.[1]
    }
    await expect.poll(readyServers).toBe('1')
    const before = drained.length
    expect(await statusesOf(proxy.ports.api, IMAGE)).toEqual(all(200))
    expect(drained).toHaveLength(before)
    sending.resolve()
    expect(new Set(await Promise.all(held))).toEqual(new Set([200]))
  })

  test('asks the other API for an image that a frozen one holds', async () => {
    let frozen: string | null = null
    const api =
      (name: string): RequestListener =>
      ({ url = '' }, response) => {
        if (!isCheck(url)) frozen ??= name
        if (frozen !== name) response.writeHead(200).end()
      }
    await using one = await startServer(api('one'))
    await using other = await startServer(api('other'))
    await using proxy = await startProxy({ api1: one.port, api2: other.port }, (text) =>
      text.replaceAll('timeout check 2s', 'timeout check 200ms'),
    )
    expect(await statusOf(proxy.ports.api, IMAGE)).toBe(200)
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
})
