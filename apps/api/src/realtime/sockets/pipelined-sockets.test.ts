import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { openSocketServer } from '../live-server.ts'
import { SendBacklogs } from './send-backlog.ts'
import type { SocketLimits } from './socket-limits.ts'

it.each(['transport=polling', 'transport=polling&sid=unknown', 'transport=none', ''])(
  'handles few of the requests of a connection that sends many without waiting for their answers, and hangs up on it: %s',
  async (query) => {
    let handled = 0
    const limits: SocketLimits = {
      admits: () => {
        handled += 1
        return true
      },
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
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    socket.resume().write(`GET /socket.io/?EIO=4&${query} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(5_000))
    await new Promise((resolve) => socket.on('close', resolve))
    expect(handled).toBe(16)
  },
)
