import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowServices, withoutServices } from './apt-get.ts'

const FILES = ['usr/sbin/policy-rc.d', 'etc/systemd/system-preset/00-opal-none.preset'] as const
const MODULE = new URL('./apt-get.ts', import.meta.url).href

/** Returns those of the files that are there. */
const filesAt = (root: string) => FILES.filter((name) => existsSync(join(root, name)))

/** Begins to install in another process, which is killed before it has ended. */
function installAndDie(root: string): void {
  const program = `const { withoutServices } = await import(${JSON.stringify(MODULE)})
    await withoutServices(async () => process.kill(process.pid, 'SIGKILL'), ${JSON.stringify(root)})`
  const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect([signal, stderr]).toEqual(['SIGKILL', ''])
}

test('no package starts a service while some are installed, and each does afterwards', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-apt-'))
  const root = folder.path
  await withoutServices(async () => {
    expect(filesAt(root)).toEqual(FILES)
    expect(spawnSync(join(root, FILES[0])).status).toBe(101)
    expect(readFileSync(join(root, FILES[1]), 'utf8')).toMatch(/^disable \*$/m)
  }, root)
  await expect(withoutServices(() => Promise.reject(new Error('no mirror')), root)).rejects.toThrow('no mirror')
  expect(filesAt(root)).toEqual([])
})

test('services start again after an installation that was killed, by the next start or installation', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-apt-'))
  const root = folder.path
  installAndDie(root)
  expect(filesAt(root)).toEqual(FILES)
  allowServices(root)
  expect(filesAt(root)).toEqual([])
  installAndDie(root)
  await withoutServices(async () => expect(filesAt(root)).toEqual(FILES), root)
  expect(filesAt(root)).toEqual([])
})

test('what an operator has decided about services stays, and so does what another installation needs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray([...FILES]), async (own) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-apt-'))
      const root = folder.path
      for (const name of own) {
        mkdirSync(dirname(join(root, name)), { recursive: true })
        writeFileSync(join(root, name), '#!/bin/sh\nexit 101\n')
      }
      await withoutServices(async () => {
        allowServices(root)
        expect(filesAt(root)).toEqual(FILES)
      }, root)
      expect(filesAt(root)).toEqual(FILES.filter((name) => own.includes(name)))
      for (const name of own) expect(readFileSync(join(root, name), 'utf8')).toBe('#!/bin/sh\nexit 101\n')
    }),
    { numRuns: 20 },
  )
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s does not end an installation before its end',
  async (signal) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-apt-'))
    const root = folder.path
    const program = `const { uninterrupted, withoutServices } = await import(${JSON.stringify(MODULE)})
    const { setTimeout: delay } = await import('node:timers/promises')
    const work = async () => { console.log('begins'); await delay(500); console.log('ends') }
    await uninterrupted(() => withoutServices(work, ${JSON.stringify(root)}))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
    await once(child.stdout, 'data')
    child.kill(signal)
    const [code] = await once(child, 'close')
    expect([code, said.join('')]).toEqual([1, expect.stringMatching(/^begins\nends\n[\s\S]*Given up\./)])
    expect(filesAt(root)).toEqual([])
  },
)
