import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Server } from 'socket.io'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { allowOneSocket, BoundedWebSocketServer } from './bounded-web-sockets.ts'

async function openEngine() {
  const http = createServer()
  const io = new Server(http, { wsEngine: BoundedWebSocketServer, transports: ['polling', 'websocket'] })
  allowOneSocket(io)
  let sessionsRead = 0
  io.use((_socket, next) => {
    sessionsRead += 1
    setTimeout(next, 20)
  })
  onTestFinished(() => void io.close())
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const origin = `127.0.0.1:${(http.address() as AddressInfo).port}/socket.io/?EIO=4`
  const open = async (query = '') => {
    const socket = new WebSocket(`ws://${origin}&transport=websocket${query}`, { autoPong: false })
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
    return socket
  }
  const sessionId = async () => {
    const text = await (await fetch(`http://${origin}&transport=polling`)).text()
    return (JSON.parse(text.slice(1)) as { readonly sid: string }).sid
  }
  const post = (sid: string, body: string) =>
    fetch(`http://${origin}&transport=polling&sid=${sid}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain' },
    })
  const counts = () => ({ sockets: io.of('/').sockets.size, connections: io.engine.clientsCount, sessionsRead })
  return { open, sessionId, post, counts }
}

/** Long before the engine closes a socket that does not answer it. */
const soon = () => AbortSignal.timeout(20_000)
const kinds = ['ping', 'pong'] as const

// @feature live.socket-bounds
it.each(kinds)('hangs up on a socket that sends %s frames without end', async (kind) => {
  const { open } = await openEngine()
  const socket = await open()
  for (let sent = 0; sent < 30; sent++) socket[kind]('x'.repeat(125))
  await once(socket, 'close', { signal: soon() })
})

it.each(kinds)('hangs up on one that sends %s frames before a polling session becomes it', async (kind) => {
  const { open, sessionId } = await openEngine()
  const socket = await open(`&sid=${await sessionId()}`)
  for (let sent = 0; sent < 30; sent++) socket[kind]('x'.repeat(125))
  await once(socket, 'close', { signal: soon() })
})

it('hangs up on a socket that sends a message in parts without end', async () => {
  const { open } = await openEngine()
  const socket = await open()
  for (let sent = 0; sent < 100; sent++) socket.send('', { fin: false })
  await once(socket, 'close', { signal: soon() })
})

it('answers the pings of one that sends few', async () => {
  const { open } = await openEngine()
  const socket = await open()
  for (const text of ['one', 'two']) {
    socket.ping(text)
    const [answer] = (await once(socket, 'pong')) as [Buffer]
    expect(String(answer)).toBe(text)
  }
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

const ASKS_FOR_A_SOCKET = '40'

it('makes one socket of a connection that asks for many before the first is open, and hangs up on it', async () => {
  const { open, counts } = await openEngine()
  const socket = await open()
  for (let sent = 0; sent < 300; sent++) socket.send(ASKS_FOR_A_SOCKET)
  await once(socket, 'close', { signal: soon() })
  await expect.poll(counts).toEqual({ sockets: 0, connections: 0, sessionsRead: 1 })
})

it('makes one of a polling session that asks for many in one request, and ends it', async () => {
  const { sessionId, post, counts } = await openEngine()
  await post(await sessionId(), Array.from({ length: 100 }, () => ASKS_FOR_A_SOCKET).join('\x1e')).catch(
    () => undefined,
  )
  await expect.poll(counts).toEqual({ sockets: 0, connections: 0, sessionsRead: 1 })
})

it('leaves one that asks once its socket', async () => {
  const { open, counts } = await openEngine()
  const socket = await open()
  socket.send(ASKS_FOR_A_SOCKET)
  await expect.poll(counts).toEqual({ sockets: 1, connections: 1, sessionsRead: 1 })
  await delay(100)
  expect(socket.readyState).toBe(WebSocket.OPEN)
})
