import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processIdentity } from '@opal/store/embedded/process-identity'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataDirectory, resetDataDirectory } from './data-directory.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'opal-data-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('a directory with someone else’s files is refused and left alone', () => {
  writeFileSync(join(home, 'thesis.txt'), 'chapter one')
  expect(() => openDataDirectory(home, 'local')).toThrow("holds files that are not Opal's")
  expect(() => resetDataDirectory(home)).toThrow("holds files that are not Opal's")
  expect(existsSync(join(home, 'thesis.txt'))).toBe(true)
})

test('a directory of another network is refused', () => {
  openDataDirectory(home, 'local').release()
  expect(() => openDataDirectory(home, 'mainnet')).toThrow('holds the data of local, not of mainnet')
})

test('a directory in use is refused by the number of the process that uses it', () => {
  openDataDirectory(home, 'local').release()
  writeFileSync(join(home, 'opal.lock'), processIdentity(process.ppid) ?? '')
  expect(() => openDataDirectory(home, 'local')).toThrow(`in use by another Opal (process ${process.ppid})`)
})

test('the lock of a process that is gone is taken over', () => {
  openDataDirectory(home, 'local').release()
  writeFileSync(join(home, 'opal.lock'), '999999999@1')
  expect(() => openDataDirectory(home, 'local').release()).not.toThrow()
})

test('a file in its place is refused in a sentence', () => {
  const path = join(home, 'file')
  writeFileSync(path, '')
  expect(() => openDataDirectory(path, 'local')).toThrow('is not a folder')
})
