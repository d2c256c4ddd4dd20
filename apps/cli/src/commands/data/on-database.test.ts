import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { createProgressBoard } from '../../supervisor/progress-board.ts'
import { onDatabase } from './on-database.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const board = createProgressBoard()

it('works on the database that DATABASE_URL names, wherever the data directory is', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://somewhere/market')
  const named: string[] = []
  await onDatabase({ dataDir: '/nowhere', portOffset: '0' }, { board }, async (url) => {
    named.push(url)
  })
  expect(named).toEqual(['postgres://somewhere/market'])
})

it('says which option names another when a data directory holds no database', async () => {
  vi.stubEnv('DATABASE_URL', undefined)
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-empty-'))
  const work = vi.fn()
  await expect(onDatabase({ dataDir: folder.path, portOffset: '0' }, { board }, work)).rejects.toThrow(
    `${folder.path} holds no database: name the data directory of an instance with --data-dir.`,
  )
  expect(work).not.toHaveBeenCalled()
})
