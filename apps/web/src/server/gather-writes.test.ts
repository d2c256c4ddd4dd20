import { once } from 'node:events'
import { expect, it } from 'vitest'
import { gatherWrites } from './gather-writes.ts'

it('joins writes of one event loop turn, and keeps later ones separate', async () => {
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

it('flushes pending writes at the end', async () => {
  const stream = gatherWrites()
  stream.write('one')
  stream.end('two')
  expect(await stream.toArray().then((chunks: Buffer[]) => chunks.join(''))).toBe('onetwo')
})

it('writes nothing after it was destroyed', async () => {
  const stream = gatherWrites()
  const passedOn: unknown[] = []
  stream.on('data', (chunk) => passedOn.push(chunk))
  stream.write('one')
  stream.destroy()
  await once(stream, 'close')
  await new Promise(setImmediate)
  expect(passedOn).toEqual([])
})
