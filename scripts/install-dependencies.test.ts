import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { installDependencies } from './install-dependencies.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'opal-install-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>
}

function readJson<Value>(...path: string[]): Value {
  return JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))
}

/** Packs a package whose install script leaves a file behind. @returns its address for a manifest. */
function pack(name: string): string {
  const folder = join(home, 'sources', name)
  mkdirSync(folder, { recursive: true })
  const scripts = { postinstall: `node -e "require('fs').writeFileSync('ran', '')"` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', scripts }))
  npm(['pack', '--pack-destination', home], folder)
  return `file:../${name}-1.0.0.tgz`
}

function npm(words: readonly string[], cwd: string): void {
  execFileSync('npm', [...words], { cwd, stdio: 'ignore' })
}

test('an install runs the scripts of the packages that are allowed, and of no other', async () => {
  const root = join(home, 'project')
  mkdirSync(root)
  const dependencies = { allowed: pack('allowed'), stranger: pack('stranger') }
  const allowScripts = { allowed: true, 'of-another-platform': true, stranger: false }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'project', dependencies, allowScripts }))
  writeFileSync(join(root, '.npmrc'), readFileSync(join(ROOT, '.npmrc')))
  npm(['install', '--package-lock-only', '--offline'], root)
  await installDependencies(root, () => undefined)
  const ran = (name: string) => existsSync(join(root, 'node_modules', name, 'ran'))
  expect({ allowed: ran('allowed'), stranger: ran('stranger') }).toEqual({ allowed: true, stranger: false })
})

test('every allowed package is one that the lockfile has, with a script', () => {
  const { packages } = readJson<{ packages: Record<string, { hasInstallScript?: boolean }> }>('package-lock.json')
  for (const name of Object.keys(readJson<Manifest>('package.json').allowScripts))
    expect(packages[`node_modules/${name}`]?.hasInstallScript, name).toBe(true)
})
