import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { hangUpOnStall } from './stalled-reader.ts'

const LARGE = Buffer.alloc(30_000_000)

/** Connects to a server that hangs up after 100 ms, and asks it once. */
async function ask(answerBy: RequestListener) {
  const closed = Promise.withResolvers<void>()
  const server = createServer((request, answer) => {
    answer.on('close', closed.resolve)
    hangUpOnStall(answer, 100)
    answerBy(request, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  return { socket, closed: closed.promise }
}

it('hangs up on a client that reads nothing of what waits for it', async () => {
  const { socket, closed } = await ask((_, answer) => answer.end(LARGE))
  socket.pause()
  await closed
})

it('hangs up just as soon when the answer took longer to make', async () => {
  const { socket, closed } = await ask((_, answer) => void setTimeout(() => answer.end(LARGE), 300))
  socket.pause()
  await closed
})

it('keeps a client that waits for its answer', async () => {
  const { socket } = await ask((_, answer) => void setTimeout(() => answer.end('late'), 300))
  const [head] = await once(socket, 'data')
  expect(String(head)).toContain('200 OK')
})
