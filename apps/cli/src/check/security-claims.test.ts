import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../repository.ts'

const DOCUMENT = readFileSync(join(ROOT, 'docs', 'reference', 'security.md'), 'utf8')
const ROW = /^\| (?<claim>.*?) ?\| `(?<path>[^`]+)`: (?<name>.+) \|$/

const rows = DOCUMENT.split('\n').filter((line) => line.startsWith('| ') && !/^\| (claim|---) /.test(line))
const cited = rows.flatMap((row) => {
  const { path, name } = ROW.exec(row)?.groups ?? {}
  return path === undefined || name === undefined ? [] : [{ path, name }]
})

test('every claim about security cites a test', () => {
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter((row) => !ROW.test(row))).toEqual([])
})

test.each(cited)('$path has the test "$name"', ({ path, name }) => {
  expect(path).toMatch(/\.test\.tsx?$/)
  expect(existsSync(join(ROOT, path)), path).toBe(true)
  const text = readFileSync(join(ROOT, path), 'utf8')
  // A name with a placeholder or in quotes of another kind is cited from behind it.
  const isTitle = text
    .split('\n')
    .some((line) => line.includes(name) && /(['"`]).*\1/.test(line) && !/^\s*(\/\/|\*)/.test(line))
  expect(isTitle, name).toBe(true)
})
