import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { limitsThat, startSocketServer } from '../../testing/socket-server.ts'

const UPGRADE =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

it.each([
  ['transport=polling', ''],
  ['transport=polling&sid=unknown', ''],
  ['transport=websocket', UPGRADE],
])(
  'a client with too many requests gets 429 before its connection ends, which a proxy would take for a fault of the server: %s',
  async (query, headers) => {
    const port = await startSocketServer(limitsThat(() => false))
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
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
