import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROOT } from '../repository.ts'
import { fillTemplate } from './template.ts'

test('replaces every placeholder by its value, wherever and however often it occurs', () => {
  const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/)
  const text = fc.stringMatching(/^[a-z $&:\n]{0,12}$/)
  fc.assert(
    fc.property(fc.dictionary(name, text, { minKeys: 1 }), fc.array(text, { minLength: 1 }), (values, between) => {
      const names = Object.keys(values)
      const parts = between.flatMap((word) => names.flatMap((each) => [word, each]))
      const isName = (index: number) => index % 2 === 1
      const template = parts.map((part, index) => (isName(index) ? `\${${part}}` : part)).join('')
      const expected = parts.map((part, index) => (isName(index) ? values[part] : part)).join('')
      expect(fillTemplate(template, values, 'a.yml')).toBe(expected)
    }),
  )
})

test('a placeholder without a value, and a value without a placeholder, are faults', () => {
  expect(() => fillTemplate('port: ${PORT}', {}, 'a.yml')).toThrow('deploy/a.yml asks for PORT, which has no value')
  expect(() => fillTemplate('port: 1', { PORT: 1 }, 'a.yml')).toThrow('deploy/a.yml does not use PORT')
})

const PLACEHOLDER = /\$\{([A-Z][A-Z0-9_]*)\}/g
/** Filled in by Compose and by buildah. */
const NO_TEMPLATES = new Set(['compose.yaml', 'Containerfile'])
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

/** Placeholders of each configuration of `deploy/` that has any. */
function placeholders(): Readonly<Record<string, readonly string[]>> {
  const files = globSync('deploy/**/*', { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile())
  const all = files.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const names = [...readFileSync(path, 'utf8').matchAll(PLACEHOLDER)].map(([, name = '']) => name)
    return [path.slice(join(ROOT, 'deploy/').length), sorted(names)] as const
  })
  return Object.fromEntries(all.filter(([path, names]) => names.length > 0 && !NO_TEMPLATES.has(path)))
}

test('the table of placeholders names every one of every configuration, and no other', () => {
  const readme = readFileSync(join(ROOT, 'deploy/README.md'), 'utf8')
  const section = readme.split('### Placeholders')[1]?.split('\n#')[0] ?? ''
  const rows = [...section.matchAll(/^\| `([\w/.]+)` \| (.*) \|$/gm)]
  const named = rows.map(([, path = '', text = '']) => {
    const names = [...text.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name = '']) => name)
    return [path, sorted(names)] as const
  })
  expect(Object.fromEntries(named)).toEqual(placeholders())
})

test('what the page on three machines fills in has a value for every placeholder, and every engine its file', () => {
  const page = readFileSync(join(ROOT, 'docs/how-to/set-up-three-machines.md'), 'utf8')
  // The loop at its beginning writes NAME_PASSWORD for each of these.
  const passwords = /for name in ([A-Z ]+);/.exec(page)?.[1]?.split(' ') ?? []
  const everywhere = ['HOST', ...passwords.map((name) => `${name}_PASSWORD`)]
  const parts = page.split(/ fill ([\w-]+\/[\w.-]+) /)
  const filled = parts.flatMap((path, index) => (index % 2 === 1 ? [{ path, before: parts[index - 1] ?? '' }] : []))
  const all = placeholders()
  for (const { path, before } of filled) {
    const given = [...before.matchAll(/\b([A-Z][A-Z0-9_]*)=/g)].map(([, name = '']) => name)
    expect(
      all[path]?.filter((name) => !given.includes(name) && !everywhere.includes(name)),
      path,
    ).toEqual([])
  }
  const others = /^pgbouncer/
  expect(sorted(filled.map(({ path }) => path))).toEqual(sorted(Object.keys(all).filter((path) => !others.test(path))))
})
