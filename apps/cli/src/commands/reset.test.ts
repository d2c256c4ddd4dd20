import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDataDirectory } from '../start/data-directory.ts'
import { reset } from './start.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'opal-reset-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it.each([
  ['that is missing', 'none'],
  ['that is empty', '.'],
])('asks for no leave to delete a directory %s', async (_, name) => {
  await expect(reset({ dataDir: join(home, name), yes: false })).resolves.toBeUndefined()
})

it('deletes data only with leave, where there is no terminal to ask at', async () => {
  const dataDir = join(home, 'data')
  openDataDirectory(dataDir, 'local').release()
  await expect(reset({ dataDir, yes: false })).rejects.toThrow('add --yes where there is no terminal')
  expect(existsSync(dataDir)).toBe(true)
  await reset({ dataDir, yes: true })
  expect(existsSync(dataDir)).toBe(false)
})
