import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { openSocketServer } from '../live-server.ts'
import { SendBacklogs } from './send-backlog.ts'
import type { SocketLimits } from './socket-limits.ts'

const UPGRADE =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

it.each([
  ['transport=polling', ''],
  ['transport=polling&sid=unknown', ''],
  ['transport=websocket', UPGRADE],
])(
  'who is hung up on is told why, as a proxy would take a connection that just ends for a fault of the server: %s',
  async (query, headers) => {
    const limits: SocketLimits = {
      admits: () => false,
      refusal: () => null,
      watch: () => undefined,
      counts: () => ({ open: 0, max: 0, refused: { 'too-many-of-address': 0, 'too-many': 0 } }),
    }
    const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })
    const server = createServer()
    const io = openSocketServer(server, config, limits, new SendBacklogs())
    onTestFinished(() => io.close())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    socket.write(`GET /socket.io/?EIO=4&${query} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`)
    await once(socket, 'end')
    socket.destroy()
    expect(received).toMatch(/^HTTP\/1\.1 429 .*\r\nretry-after: 60\r\nconnection: close\r\n/)
  },
)
