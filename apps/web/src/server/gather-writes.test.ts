import { once } from 'node:events'
import { expect, it } from 'vitest'
import { gatherWrites } from './gather-writes.ts'

it('passes on as one what is written in one go, and what is written later by itself', async () => {
  const stream = gatherWrites()
  const passedOn: string[] = []
  stream.on('data', (chunk: Buffer) => passedOn.push(String(chunk)))
  for (const part of ['<html>', '<body>', 'é']) stream.write(part)
  await once(stream, 'data')
  expect(passedOn).toEqual(['<html><body>é'])
  stream.write('later')
  await once(stream, 'data')
  expect(passedOn).toEqual(['<html><body>é', 'later'])
})

it('keeps nothing back when it ends', async () => {
  const stream = gatherWrites()
  stream.write('one')
  stream.end('two')
  expect(await stream.toArray().then((chunks: Buffer[]) => chunks.join(''))).toBe('onetwo')
})

it('says nothing more once it was broken off', async () => {
  const stream = gatherWrites()
  const passedOn: unknown[] = []
  stream.on('data', (chunk) => passedOn.push(chunk))
  stream.write('one')
  stream.destroy()
  await once(stream, 'close')
  await new Promise(setImmediate)
  expect(passedOn).toEqual([])
})
