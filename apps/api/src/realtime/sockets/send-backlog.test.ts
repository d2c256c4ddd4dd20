import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Server, type Socket } from 'socket.io'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SendBacklogs } from './send-backlog.ts'

class TestConnection extends EventEmitter {
  readonly transport = { socket: { terminate: vi.fn() } }
  readonly close = vi.fn()
  send(count: number, data = 'x'): void {
    for (let each = 0; each < count; each += 1) this.emit('packetCreate', { data })
  }
}

function setUp() {
  const backlogs = new SendBacklogs()
  const connection = new TestConnection()
  backlogs.watch(connection)
  return { backlogs, connection }
}

// @feature live.socket-bounds
test('a connection for which too many packets wait is closed immediately, and none that takes them', () => {
  const { connection } = setUp()
  for (let batch = 0; batch < 5; batch += 1) {
    connection.send(1_000)
    connection.emit('flush')
  }
  expect(connection.close).not.toHaveBeenCalled()
  connection.send(1_001)
  expect(connection.close).toHaveBeenCalledExactlyOnceWith(true)
  expect(connection.transport.socket.terminate).toHaveBeenCalledOnce()
})

test('a connection for which too much text waits is closed', () => {
  const { connection } = setUp()
  connection.send(10, 'x'.repeat(100_000))
  expect(connection.close).not.toHaveBeenCalled()
  connection.send(1)
  expect(connection.close).toHaveBeenCalled()
})

test('no second heartbeat waits for a connection, which is closed when it takes nothing for three of them', () => {
  const { backlogs, connection } = setUp()
  const beat = () => backlogs.admitsHeartbeat(connection)
  connection.send(1)
  expect([beat(), beat()]).toEqual([true, false])
  connection.emit('flush')
  expect([beat(), beat()]).toEqual([true, true])
  connection.send(1)
  expect([beat(), beat(), beat()]).toEqual([true, false, false])
  expect(connection.close).not.toHaveBeenCalled()
  beat()
  expect(connection.close).toHaveBeenCalledWith(true)
})

const HANDSHAKE = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: opal\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`
/** A frame with `40`, by which a client of Socket.IO connects, masked by zeros. */
const CONNECT = Buffer.from([0x81, 0x82, 0, 0, 0, 0, ...Buffer.from('40')])

// @feature live.socket-bounds
test('a client that stops reading is disconnected before much waits for it', async () => {
  const http = createServer()
  const io = new Server(http)
  onTestFinished(() => io.close())
  const backlogs = new SendBacklogs()
  io.engine.on('connection', (connection) => backlogs.watch(connection))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const connected = once(io, 'connection') as Promise<[Socket]>
  const client = connect(port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.write(HANDSHAKE)
  await once(client, 'data')
  client.pause()
  client.write(CONNECT)
  const [socket] = await connected
  let sent = 0
  for (; socket.connected && sent < 1_000; sent += 1) {
    socket.emit('floor_change', 'x'.repeat(50_000))
    await setImmediate()
  }
  // Fill the kernel's buffer (some megabytes) and the backlog.
  expect(socket.connected).toBe(false)
  expect(sent).toBeLessThan(500)
})
