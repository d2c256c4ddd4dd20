import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeResult } from './write-result.ts'

test('a result is written into folders that are not there yet', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'opal-result-'))
  const file = join(home.path, 'a', 'b', 'result.json')
  writeResult('--json', file, '{}')
  expect(readFileSync(file, 'utf8')).toBe('{}')
})

test('one that cannot be written names its option', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'opal-result-'))
  const file = join(home.path, 'file')
  writeFileSync(file, '')
  expect(() => writeResult('--json', join(file, 'result.json'), '')).toThrow('choose another place with --json')
})
