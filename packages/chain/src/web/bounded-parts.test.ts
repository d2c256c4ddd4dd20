import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Agent, request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { boundParts } from './bounded-parts.ts'

/** Asks a host that writes so, as it is, and reads its answer. @returns the bytes of its body */
async function ask(write: (socket: Socket) => void): Promise<number> {
  const host = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => write(socket))
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const agent = new Agent()
  onTestFinished(async () => {
    await agent.destroy()
    host.close()
  })
  const { port } = host.address() as AddressInfo
  const { body } = await request(`http://127.0.0.1:${port}/`, { dispatcher: agent.compose(boundParts) })
  return (await body.arrayBuffer()).byteLength
}

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const chunks = (size: number, count: number) =>
  `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`.repeat(count).concat('0\r\n\r\n')

test('an answer that comes in parts of a byte is given up, long before its end', async () => {
  let written = 0
  const asked = ask((socket) => {
    socket.write(CHUNKED)
    const tiny = '1\r\na\r\n'.repeat(1_000)
    const more = (): void => {
      if (socket.destroyed || written > 100_000_000) return
      written += tiny.length
      socket.write(tiny, more)
    }
    more()
  })
  await expect(asked).rejects.toThrow('parts of a few bytes')
  expect(written).toBeLessThan(10_000_000)
})

test('an answer behind any number of interim ones is given up', async () => {
  const asked = ask((socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2_000))
    socket.end(CHUNKED + chunks(1, 1))
  })
  await expect(asked).rejects.toThrow('parts of a few bytes')
})

test.each([
  ['in some hundred small parts', 1, 900],
  ['in parts of some hundred bytes', 200, 20_000],
  ['behind some interim answers', 1, 1],
])('an answer that comes %s is read', async (how, size, count) => {
  const interim = how.includes('interim') ? 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5) : ''
  expect(await ask((socket) => socket.end(interim + CHUNKED + chunks(size, count)))).toBe(size * count)
})
