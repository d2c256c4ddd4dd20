import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { createProcessPool } from './process-pool.ts'

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>()
  return {
    ...real,
    writeFileSync(path: string, text: string) {
      if (path.startsWith('/proc/')) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
      real.writeFileSync(path, text)
    },
  }
})

it('works where the system lets no process choose which ends first', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'opal-process-pool-'))
  try {
    const program = join(directory, 'echo.mjs')
    const lines = [
      "process.on('message', (job) => process.send(job))",
      "process.on('disconnect', () => process.exit())",
    ]
    writeFileSync(program, [...lines, "process.send('ready')"].join('\n'))
    using pool = createProcessPool<{ readonly n: number }, { readonly n: number }>({
      program: pathToFileURL(program),
      size: 1,
    })
    expect(await pool.run({ n: 7 }, 30_000)).toEqual({ n: 7 })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
