import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, checkDocumentation, faultsOfDocumentation } from './check-documentation.ts'

const PAGE = '# Trading\n\n## Sweep limit\n\nUp to 30.\n\n## Sweep limit\n\n## `a` and [b](trading.md), too\n'
const TREE = {
  'README.md':
    '[trading](docs/product/trading.md#sweep-limit), `packages/a/src/a.ts`, `a.ts`, `packages/a/`, `application/json`',
  'docs/product/trading.md': PAGE,
  'packages/a/src/a.ts': '/** Buys. @source docs/product/trading.md#sweep-limit, docs/product/trading.md#trading */',
  'packages/a/package.json': '',
}

test('a tree whose citations, links and paths exist has no fault', () => {
  expect(faultsOf({})).toEqual([])
})

test.each([
  [
    'cites an anchor that is gone',
    'packages/a/src/a.ts',
    '/** @source docs/product/trading.md#swoop */',
    'leads to docs/product/trading.md#swoop',
  ],
  ['cites a page that is gone', 'packages/a/src/a.ts', '// docs/product/buying.md', 'leads to docs/product/buying.md'],
  [
    'cites a paper by number',
    'packages/a/src/a.ts',
    `/** @source ${'spec'} 001, section 5 */`,
    'cites a paper outside',
  ],
  [
    'cites design notes',
    'packages/a/src/a.ts',
    `/** @source ${'design'} decisions, "Money" */`,
    'cites a paper outside',
  ],
  ['cites a paper in SQL', 'packages/a/a.sql', `-- spec ${'000'}, section 7`, 'cites a paper outside'],
  ['links to a file that is gone', 'README.md', '[x](docs/gone.md)', 'leads to docs/gone.md'],
  [
    'links to an anchor that is gone',
    'docs/product/a.md',
    '[x](trading.md#gone)',
    'leads to docs/product/trading.md#gone',
  ],
  ['links to an anchor of its own that is gone', 'docs/product/a.md', '# A\n[x](#b)', 'leads to docs/product/a.md#b'],
  ['names in a comment a source that is gone', 'packages/a/src/b.ts', '// as `a/src/c.ts` does', 'names a/src/c.ts'],
  ['names a source that is gone', 'packages/a/README.md', '`src/b.ts` does it', 'names src/b.ts'],
  ['names a bare file that is gone', 'ARCHITECTURE.md', 'see `b.ts`', 'names b.ts'],
  ['names a folder that is gone', 'ARCHITECTURE.md', 'see `packages/b`', 'names packages/b'],
  [
    'names a function that its file lacks',
    'ARCHITECTURE.md',
    '`sells` in `packages/a/src/a.ts`, and `Buys` in `a.ts` next to it',
    'names sells in packages/a/src/a.ts',
  ],
  ['names a folder of its own that is gone', 'packages/a/README.md', '`src/old/` holds it', 'names src/old/'],
  ["names a file of another package's as its own", 'packages/b/README.md', '`src/a.ts` does it', 'names src/a.ts'],
])('a file that %s is a fault', (_, path, text, fault) => {
  expect(faultsOf({ [path]: text })).toEqual([expect.stringContaining(fault)])
})

test.each([
  '`src/a.ts`',
  '`a.ts`',
  '`src/`',
  '`a/src/a.ts`',
  '`packages/a/src`',
  '`artifacts/`',
  '`text/css`',
  '`a.b`',
])('a README may name %s', (text) => {
  expect(faultsOf({ 'packages/a/README.md': text })).toEqual([])
})

test.each([
  ['packages/ui/src/data/table.ts', true],
  ['data/table.ts', false],
  ['packages/ui/dist/table.ts', false],
])('reads %s: %s', (path, isRead) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-documentation-'))
  const file = join(folder.path, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '// docs/product/buying.md')
  const fault = `${path}:1 leads to docs/product/buying.md, which is not there`
  expect(checkDocumentation(folder.path)).toEqual(isRead ? [fault] : [])
})

test('a fault names the file and the line', () => {
  expect(faultsOf({ 'ARCHITECTURE.md': 'one\n\n`packages/b`' })[0]).toMatch(/^ARCHITECTURE\.md:3 /)
})

test('decisions and the changelog may name files that are gone, not link to them', () => {
  const gone = '`src/gone.ts` [x](gone.md)'
  expect(faultsOf({ 'CHANGELOG.md': gone })).toEqual(['CHANGELOG.md:1 leads to gone.md, which is not there'])
  expect(faultsOf({ 'docs/decisions/a.md': '`src/gone.ts`' })).toEqual([])
})

test('ignores paths in a fence, not those after it', () => {
  expect(faultsOf({ 'README.md': '```\n`b.ts`\n```\n`c.ts`' })).toEqual(['README.md:4 names c.ts, which is not there'])
})

test('anchors are those of the headings, numbered where they repeat', () => {
  expect([...anchorsOf(PAGE)]).toEqual(['trading', 'sweep-limit', 'sweep-limit-1', 'a-and-b-too'])
})

function faultsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return faultsOfDocumentation(new Map(Object.entries({ ...TREE, ...files })))
}
