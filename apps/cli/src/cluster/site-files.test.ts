import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@opal/store/embedded/free-port'
import { expect, test } from 'vitest'
import { dataDirectory } from '../start/data-directory.ts'
import { engineFolder } from './engine.ts'
import { haproxy } from './engines/proxies.ts'
import { type ClusterPortName, clusterPorts } from './ports.ts'
import { SECRET_NAMES } from './secrets.ts'

/** A site of one release: it has the pages and its own files. */
async function startSite(release: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { url = '' } = request
    if (url !== '/readyz') asked.push(url)
    const isMissing = url.startsWith('/nowhere') || (url.startsWith('/assets/') && !url.includes(release))
    response.writeHead(isMissing ? 404 : 200).end(release)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    asked,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Ports of a cluster of which HAProxy's own, and those of the sites, are free ones. */
async function portsFor(sites: { readonly web1: number; readonly web2: number }) {
  const own: ClusterPortName[] = ['web', 'api', 'chainGraphql', 'primary', 'replicas', 'haproxyStats']
  const free = await Promise.all(own.map(async (name) => [name, await freePort(0)] as const))
  return { ...clusterPorts(0), ...Object.fromEntries(free), ...sites }
}

const canRun = existsSync('/usr/sbin/haproxy') && process.getuid?.() === 0

test.skipIf(!canRun)(
  'while sites of two releases run, HAProxy gets each file from the one that has it',
  async () => {
    await using old = await startSite('old')
    await using young = await startSite('new')
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-haproxy-'))
    const cluster = {
      ...{ directory: dataDirectory(folder.path), engines: folder.path, restore: null },
      ports: await portsFor({ web1: old.port, web2: young.port }),
      secrets: Object.fromEntries(SECRET_NAMES.map((name) => [name, name])) as never,
    }
    const engine = haproxy(cluster)
    const home = engineFolder(cluster, engine.name)
    mkdirSync(home)
    for (const [name, { text }] of Object.entries(engine.files)) writeFileSync(join(home, name), text)
    const proxy = spawn(engine.command, engine.args, { cwd: home, stdio: 'ignore' })
    try {
      await expect.poll(engine.isReady, { timeout: 10_000 }).toBe(true)
      const ask = async (path: string) => (await fetch(`http://127.0.0.1:${cluster.ports.web}${path}`)).status
      const askMany = (path: string) => Promise.all(Array.from({ length: 20 }, () => ask(path)))
      expect(await askMany('/assets/entry-new.js')).toEqual(Array(20).fill(200))
      expect(await askMany('/assets/entry-old.js')).toEqual(Array(20).fill(200))
      expect(await askMany('/assets/entry-gone.css')).toEqual(Array(20).fill(404))
      for (const site of [old, young]) site.asked.splice(0)
      expect(await askMany('/nowhere')).toEqual(Array(20).fill(404))
      // What is no file is asked for once.
      expect(old.asked.length + young.asked.length).toBe(20)
    } finally {
      proxy.kill('SIGKILL')
      await once(proxy, 'exit')
    }
  },
  30_000,
)
