import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changedFiles, touchesContracts, touchesPrograms } from './changed-files.ts'

describe('in a repository', () => {
  let root: string
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd: root, stdio: 'ignore' })
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'opal-changed-'))
    git('init', '-q')
    writeFileSync(join(root, '.gitignore'), 'left-out\n')
    for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), name)
    git('add', '-A')
    git('commit', '-qm', 'first')
  })
  afterAll(() => rmSync(root, { recursive: true }))

  test('edited, staged and unknown files changed; ignored ones did not', () => {
    expect(changedFiles('HEAD', root)).toEqual([])
    writeFileSync(join(root, 'a'), 'another')
    writeFileSync(join(root, 'b'), 'another')
    git('add', 'b')
    mkdirSync(join(root, 'new'))
    writeFileSync(join(root, 'new/d'), 'd')
    writeFileSync(join(root, 'left-out'), '')
    expect(changedFiles('HEAD', root)).toEqual(['a', 'b', 'new/d'])
    git('commit', '-qm', 'second')
    expect(changedFiles('HEAD', root)).toEqual(['a', 'new/d'])
    expect(changedFiles('HEAD~1', root)).toEqual(['a', 'b', 'new/d'])
  })

  test('names the commit that does not exist', () => {
    expect(() => changedFiles('nowhere', root)).toThrow('git knows no commit "nowhere" to compare with.')
  })
})

test.each([
  ['apps/api/src/routes/a.ts', true],
  ['packages/ui/src/theme/tokens.css', true],
  ['packages/store/migrations/0002_more.sql', true],
  ['e2e/trade.e2e.test.ts', true],
  ['package-lock.json', true],
  ['apps/api/src/routes/a.test.ts', false],
  ['apps/api/README.md', false],
  ['docs/how-to/test.md', false],
  ['contracts/marketplace/sources/listing.move', false],
])('%s may change what a browser sees: %s', (path, expected) => {
  expect(touchesPrograms([path])).toBe(expected)
})

test('contracts are touched by their sources, stories and tools', () => {
  expect(touchesContracts(['apps/a.ts', 'contracts/scenarios/listings.json'])).toBe(true)
  expect(touchesContracts(['apps/a.ts', 'contracts/README.md'])).toBe(false)
})
