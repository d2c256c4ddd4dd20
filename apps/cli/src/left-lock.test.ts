import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeLeftLock } from './left-lock.ts'

test('of several that find a lock left one removes it, and none removes that of who has taken it since', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-lock-'))
  const path = join(folder.path, 'lock')
  writeFileSync(path, '999999999@1')
  removeLeftLock(path, '999999999@1')
  expect(existsSync(path)).toBe(false)
  removeLeftLock(path, '999999999@1')
  writeFileSync(path, 'another')
  removeLeftLock(path, '999999999@1')
  expect([readdirSync(folder.path), readFileSync(path, 'utf8')]).toEqual([['lock'], 'another'])
})
