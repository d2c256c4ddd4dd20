import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFrames, writeFrames } from './frame-file.ts'

const MAGIC = Buffer.from('frames-of-a-test\n')

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'opal-frames-'))
  path = join(directory, 'frames')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const contents = () => [...readFrames(path, MAGIC)].map(String)

test('readers see the old file until the new one is whole', async () => {
  await writeFrames(path, MAGIC, [Buffer.from('old')])
  const seen: string[][] = []
  function* frames() {
    for (const text of ['a', 'b', 'c']) {
      seen.push(contents())
      yield Buffer.from(text)
    }
    seen.push(contents())
  }
  await writeFrames(path, MAGIC, frames())
  expect(seen).toEqual([['old'], ['old'], ['old'], ['old']])
  expect(contents()).toEqual(['a', 'b', 'c'])
  expect(existsSync(`${path}.draft`)).toBe(false)
})

test('a file that cannot be completed leaves the old one as it is', async () => {
  await writeFrames(path, MAGIC, [Buffer.from('old')])
  const before = readFileSync(path)
  function* broken() {
    yield Buffer.from('a')
    throw new Error('no more frames')
  }
  await expect(writeFrames(path, MAGIC, broken())).rejects.toThrow('no more frames')
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}.draft`)).toBe(false)
})

test('a draft of a killed process is replaced', async () => {
  await writeFrames(`${path}.draft`, MAGIC, [Buffer.alloc(1_000, 1)])
  await writeFrames(path, MAGIC, [Buffer.from('new')])
  expect(contents()).toEqual(['new'])
})
