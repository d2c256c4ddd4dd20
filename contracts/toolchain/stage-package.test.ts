import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const CONTRACTS = join(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'opal-staged-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function stage(...words: readonly string[]): string {
  const program = join(CONTRACTS, 'toolchain/stage-package.ts')
  return execFileSync(process.execPath, [program, ...words], { encoding: 'utf8', stdio: 'pipe' }).slice(0, 64)
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()

it.each(['testnet', 'mainnet'])(
  'stages the marketplace for %s: its sources, without what is for tests, and a framework of that network',
  (network) => {
    const target = join(home, network)
    const hash = stage('marketplace', network, target)
    expect(filesIn(target)).toEqual(
      ['Move.toml', ...filesIn(join(CONTRACTS, 'marketplace/sources')).map((file) => join('sources', file))]
        .filter((file) => !file.includes('testing'))
        .sort(),
    )
    const manifest = readFileSync(join(target, 'Move.toml'), 'utf8')
    expect(manifest).toMatch(new RegExp(`^AptosFramework = .*rev = "${network}"`, 'm'))
    expect(manifest).not.toMatch(/NETWORK|local = |stubs/)
    // The same commit staged elsewhere has the same hash.
    expect(stage('marketplace', network, join(home, `${network} again`))).toBe(hash)
    expect(() => stage('marketplace', network, target)).toThrow('is not empty')
  },
)

it('names another hash where a byte differs', () => {
  const [one, other] = [
    stage('marketplace', 'mainnet', join(home, 'one')),
    stage('marketplace', 'testnet', join(home, 'other')),
  ]
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  expect(other).not.toBe(one)
})

it('the guide publishes without a language version, and hands over code and fees before anything is traded', () => {
  const guide = readFileSync(join(CONTRACTS, '../docs/how-to/publish-the-contracts.md'), 'utf8')
  expect(guide).not.toContain('--language-version')
  // With its sources the marketplace is larger than a transaction.
  const publications = [
    ...guide.matchAll(/^aptos move (?:deploy-object|build-publish-payload) --package-dir out\/marketplace .*$/gm),
  ]
  expect(publications).toHaveLength(2)
  for (const [command] of publications) expect(command).toContain('--included-artifacts none')
  const steps = [
    'aptos multisig create ',
    'deploy-object',
    '0x1::object::transfer',
    'propose_owner',
    'accept_owner',
    'npm run doctor',
  ]
  const places = steps.map((step) => guide.indexOf(step))
  expect(Math.min(...places)).toBeGreaterThan(0)
  expect(places).toEqual(places.toSorted((one, next) => one - next))
})
