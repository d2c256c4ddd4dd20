import { mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSecrets, SECRET_NAMES } from './secrets.ts'

test('each password is generated once, also one that a newer release adds, and the file is written for that alone', () => {
  fc.assert(
    fc.property(fc.subarray([...SECRET_NAMES]), (older) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-secrets-'))
      const file = join(folder.path, 'secrets.json')
      writeFileSync(file, JSON.stringify(Object.fromEntries(older.map((name) => [name, `old ${name}`]))))
      const secrets = readSecrets(folder.path)
      for (const name of SECRET_NAMES) expect(secrets[name] === `old ${name}`).toBe(older.includes(name))
      expect(new Set(Object.values(secrets)).size).toBe(SECRET_NAMES.length)
      const { ino } = statSync(file)
      expect(readSecrets(folder.path)).toEqual(secrets)
      expect([statSync(file).ino, JSON.parse(readFileSync(file, 'utf8'))]).toEqual([ino, secrets])
    }),
    { numRuns: 30 },
  )
})

test('other accounts of the machine cannot read the passwords', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-secrets-'))
  readSecrets(folder.path)
  expect(statSync(join(folder.path, 'secrets.json')).mode & 0o077).toBe(0)
})
