import {
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readSecrets, SECRET_NAMES } from './cluster/secrets.ts'
import { replaceFile } from './replace-file.ts'
import { dataDirectory } from './start/data-directory.ts'
import { localOperatorToken } from './start/operator.ts'
import { interrupted } from './testing/interrupted-disk.ts'

vi.mock('node:fs', async (original) => {
  const { interruptibleFs } = await import('./testing/interrupted-disk.ts')
  return interruptibleFs(await original())
})

test('a file has its old text or its new one whenever the process that replaces it is killed', async () => {
  for (let changes = 0, wasKilled = true; wasKilled; changes += 1) {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-replace-'))
    const path = join(folder.path, 'file')
    writeFileSync(path, 'old text')
    wasKilled = await interrupted(changes, () => replaceFile(path, 'new text', { mode: 0o600 }))
    expect(['old text', ...(wasKilled ? [] : ['new text'])]).toContain(readFileSync(path, 'utf8'))
    replaceFile(path, 'newest', { mode: 0o600 })
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777, readdirSync(folder.path)]).toEqual([
      'newest',
      0o600,
      ['file'],
    ])
  }
})

test('a link in place of the draft is not followed', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-replace-'))
  const [path, other] = [join(folder.path, 'file'), join(folder.path, 'other')]
  writeFileSync(other, 'of someone else')
  symlinkSync(other, `${path}.draft`)
  replaceFile(path, 'text')
  expect([readFileSync(path, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['text', 'of someone else'])
})

test('the owner is that of the file that was written, not of what has taken its name since', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-replace-'))
  const path = join(folder.path, 'file')
  const { uid, gid } = statSync(folder.path)
  // Read between the writing and the change of the owner.
  const owner = {
    gid,
    get uid() {
      unlinkSync(`${path}.draft`)
      symlinkSync(join(folder.path, 'nothing'), `${path}.draft`)
      return uid
    },
  }
  expect(() => replaceFile(path, 'text', { owner })).not.toThrow()
  expect(readdirSync(folder.path)).toEqual(['file'])
})

test('passwords and the token of the operator are there after a start that was killed anywhere, and stay the same', async () => {
  for (let changes = 0, wasKilled = true; wasKilled; changes += 1) {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-secrets-'))
    const start = () => ({
      secrets: readSecrets(folder.path),
      token: localOperatorToken(dataDirectory(folder.path), { environment: {} } as never),
    })
    wasKilled = await interrupted(changes, start)
    const next = start()
    expect(next.token).toHaveLength(32)
    expect(Object.keys(next.secrets).toSorted()).toEqual([...SECRET_NAMES].toSorted())
    // They are all there: nothing is written at which it could be killed.
    expect(await interrupted(0, start)).toBe(false)
    expect(start()).toEqual(next)
  }
})
