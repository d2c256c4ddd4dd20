import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentStamp } from './content-stamp.ts'

test('changes with what is built from, not with tests or results', () => {
  const root = mkdtempSync(join(tmpdir(), 'opal-stamp-'))
  mkdirSync(join(root, 'src/build'), { recursive: true })
  writeFileSync(join(root, 'src/a.ts'), 'one')
  const stamp = contentStamp(root, ['src'])
  writeFileSync(join(root, 'src/a.test.ts'), 'a test')
  writeFileSync(join(root, 'src/build/out.js'), 'a result')
  expect(contentStamp(root, ['src'])).toBe(stamp)
  writeFileSync(join(root, 'src/a.ts'), 'two')
  expect(contentStamp(root, ['src'])).not.toBe(stamp)
  rmSync(root, { recursive: true })
})
