import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { ListenError, listening } from './listen-error.ts'

test('a taken port is named, with the variable that chooses another', async () => {
  await using taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const again = () => once(createServer().listen(port, '127.0.0.1'), 'listening')
  const failed = listening(again, { host: '127.0.0.1', port }, 'SOME_PORT')
  await expect(failed).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken. Set SOME_PORT to another port, or stop what uses this one.`,
  )
  await expect(failed).rejects.toBeInstanceOf(ListenError)
})

test.each([
  ['EACCES', 'Port 80 needs more privileges'],
  ['EADDRNOTAVAIL', '192.0.2.1:80 cannot be listened on: wrong'],
])('%s is a sentence, too', async (code, sentence) => {
  const begin = () => Promise.reject(Object.assign(new Error('wrong'), { code }))
  await expect(listening(begin, { host: '192.0.2.1', port: 80 }, 'SOME_PORT')).rejects.toThrow(sentence)
})

test('returns what listens', async () => {
  expect(await listening(async () => 'url', { host: '127.0.0.1', port: 0 }, 'SOME_PORT')).toBe('url')
})
