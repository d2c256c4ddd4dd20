import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LongestOfOneKindFirst } from './longest-of-one-kind-first.ts'

test('files of one environment come one after the other, the longest of them first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opal-order-'))
  try {
    const seconds = { a: 9, b: 8, c: 7, d: 6 }
    const files = Object.keys(seconds).map((name) => {
      const moduleId = join(folder, `${name}.test.ts`)
      writeFileSync(moduleId, name === 'a' || name === 'c' ? '// @vitest-environment happy-dom\n' : '')
      const project = { name: 'unit', config: { isolate: false, sequence: { groupOrder: 0 } } }
      return { project, moduleId, name } as unknown as TestSpecification & { readonly name: keyof typeof seconds }
    })
    const getTestSpecificationResult = vi.fn((file: (typeof files)[number]) => ({
      failed: false,
      duration: seconds[file.name],
    }))
    const sequencer = new LongestOfOneKindFirst({ cache: { getTestSpecificationResult } } as unknown as Vitest)
    const sorted = (await sequencer.sort(files.toReversed())) as typeof files
    expect(sorted.map(({ name }) => name)).toEqual(['a', 'c', 'b', 'd'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a file never run before comes first when its journeys lie in a folder of its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opal-order-'))
  try {
    const project = { name: 'e2e', config: { isolate: false, sequence: { groupOrder: 0 } } }
    const files = ['large', 'journeys'].map((name) => {
      const moduleId = join(folder, `${name}.e2e.test.ts`)
      writeFileSync(moduleId, name === 'large' ? '// long\n'.repeat(100) : '')
      return { project, moduleId } as unknown as TestSpecification
    })
    mkdirSync(join(folder, 'journeys'))
    const sequencer = new LongestOfOneKindFirst({
      cache: { getTestSpecificationResult: () => undefined },
    } as unknown as Vitest)
    const sorted = await sequencer.sort(files)
    expect(sorted.map(({ moduleId }) => moduleId)).toEqual(files.toReversed().map(({ moduleId }) => moduleId))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
