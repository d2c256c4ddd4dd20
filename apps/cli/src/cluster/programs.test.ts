import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type DataDirectory, openDataDirectory } from '../start/data-directory.ts'
import { clusterPorts } from './ports.ts'
import { clusterProgram } from './programs.ts'
import { readSecrets } from './secrets.ts'

let home: string
let directory: DataDirectory
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'opal-programs-'))
  directory = openDataDirectory(join(home, 'data'), 'local')
})
afterEach(() => {
  directory.release()
  rmSync(home, { recursive: true, force: true })
})

function optionsOf(kind: 'indexer' | 'api' | 'web' | 'localnet', environment: Readonly<Record<string, string>>) {
  const cluster = { directory, engines: home, ports: clusterPorts(0), secrets: readSecrets(home), restore: null }
  return clusterProgram(kind, 1, cluster, { config: readConfig(environment), story: true }).env.NODE_OPTIONS
}

test.each(['indexer', 'api', 'web'] as const)('%s gets the heap that Node takes in its container', (kind) => {
  const manifest = readFileSync(new URL(`../../../../deploy/kubernetes/${kind}.yaml`, import.meta.url), 'utf8')
  const [, limitGib] = /limits: \{memory: (\d+)Gi\}/.exec(manifest) ?? []
  expect(optionsOf(kind, {})).toBe(`--max-old-space-size=${(Number(limitGib) * 1_024) / 2}`)
})

test("an operator's own options of Node win, and the local chain has no others", () => {
  const own = { NODE_OPTIONS: '--max-old-space-size=3000' }
  // V8 takes the last of equal options.
  expect(optionsOf('api', own)).toMatch(/--max-old-space-size=3000$/)
  expect(optionsOf('localnet', own)).toBe('--max-old-space-size=3000')
  expect(optionsOf('localnet', {})).toBeUndefined()
})
