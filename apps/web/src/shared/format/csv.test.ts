import { csvLine } from '@opal/domain/text/csv'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { saveCsv } from './csv.ts'

// @vitest-environment happy-dom
afterEach(() => vi.restoreAllMocks())

// @feature analytics.twin
it('saves any table under its name: its columns, then its rows, in their order', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return `blob:${files.length}`
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const saved: (readonly [string, string])[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, this.href])
  })
  const line = fc.array(fc.string(), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[a-z-]+\.csv$/), line, fc.array(line), async (name, columns, rows) => {
      saveCsv(name, columns, rows)
      expect(saved.at(-1)).toEqual([name, `blob:${files.length}`])
      expect(files.at(-1)?.type).toBe('text/csv;charset=utf-8')
      expect(await files.at(-1)?.text()).toBe([columns, ...rows].map((cells) => csvLine(cells)).join(''))
    }),
    { numRuns: 30 },
  )
})
