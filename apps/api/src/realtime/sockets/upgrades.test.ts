import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { createServer } from '../../http/create-server.ts'
import { listen } from '../../http/listen.ts'
import { limitsThat } from '../../testing/socket-server.ts'
import { openSocketServer } from '../live-server.ts'
import { SendBacklogs } from './send-backlog.ts'

/** Starts the API's server with sockets. @returns its port */
async function startServer(): Promise<number> {
  const env = { OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody', API_RATE_LIMIT: '1' }
  const config = { ...readConfig(env), exemptsOwnMachine: false }
  const server = await createServer(config, pino({ level: 'silent' }))
  server.get('/here', () => 'here')
  const limits = limitsThat(() => true)
  const io = openSocketServer(server.server, { config, limits, backlogs: new SendBacklogs() })
  onTestFinished(async () => {
    io.engine.close()
    await server.close()
  })
  return Number(new URL(await listen(server, '127.0.0.1', 0, 'API_PORT')).port)
}

/** Sends a request on a connection that the client never ends. @returns the first line of the answer. */
async function firstLine(port: number, path: string, upgrade: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: ${upgrade}\r\n\r\n`)
  const [bytes] = await Promise.race([once(socket, 'data'), once(socket, 'end').then(() => [''])])
  return String(bytes).split('\r\n')[0] ?? ''
}

// The engine takes what Node upgrades, on any path. It would leave these open, and nothing would count them.
it.each(['websocket', 'h2c'])(
  'a request that offers a protocol where there is no other is answered and counted: %s',
  async (offered) => {
    const port = await startServer()
    expect(await firstLine(port, '/here', offered)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await firstLine(port, '/here', offered)).toMatch(/^HTTP\/1\.1 429 /)
  },
)

it('a request to the engine that offers another protocol than WebSockets is answered as one without', async () => {
  expect(await firstLine(await startServer(), '/socket.io/?EIO=4&transport=polling', 'h2c')).toMatch(/^HTTP\/1\.1 200 /)
})
