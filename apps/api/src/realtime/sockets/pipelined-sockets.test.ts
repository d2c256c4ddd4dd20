import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { limitsThat, startSocketServer } from '../../testing/socket-server.ts'

it.each(['transport=polling', 'transport=polling&sid=unknown', 'transport=none', ''])(
  'handles few of the requests of a connection that sends many without waiting for their answers, and hangs up on it: %s',
  async (query) => {
    let handled = 0
    const port = await startSocketServer(
      limitsThat(() => {
        handled += 1
        return true
      }),
    )
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.resume().write(`GET /socket.io/?EIO=4&${query} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(5_000))
    await new Promise((resolve) => socket.on('close', resolve))
    expect(handled).toBe(16)
  },
)
