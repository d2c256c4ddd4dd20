import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { Server, type Socket } from 'socket.io'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { forgetHandshake } from './handshake-memory.ts'

const MARK = 'a-long-text-of-the-handshake'

async function openSocket(): Promise<{ readonly client: WebSocket; readonly socket: Socket }> {
  const http = createServer()
  const io = new Server(http)
  onTestFinished(() => void io.close())
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const connected = once(io, 'connection')
  const client = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket&x=${MARK}`, {
    headers: { cookie: MARK },
  })
  await once(client, 'open')
  client.send('40')
  const [socket] = (await connected) as [Socket]
  return { client, socket }
}

const written = (value: unknown) => inspect(value, { depth: 6, maxStringLength: null, showHidden: true })

it('holds nothing of the request by which a socket was opened, which goes on', async () => {
  const { client, socket } = await openSocket()
  const held = () => [socket.request, socket.handshake, socket.conn.request].map((one) => written(one).includes(MARK))
  expect(held()).toEqual([true, true, true])
  forgetHandshake(socket)
  expect(held()).toEqual([false, false, false])
  const asked = once(socket, 'asked')
  client.send('42["asked",7]')
  expect(await asked).toEqual([7])
})
