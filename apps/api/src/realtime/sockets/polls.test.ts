import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { limitsThat } from '../../testing/socket-server.ts'
import { openSocketServer } from '../live-server.ts'

const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })
/** More than the system takes for a connection that is not read. */
const LARGE = 'x'.repeat(16_000_000)

/** A server of sockets that hangs up after 100 ms, and one socket that polls. */
async function openPoll() {
  const server = createServer()
  const limits = limitsThat(() => true)
  const io = openSocketServer(server, { config, limits, backlogs: { watch: () => undefined }, stallMs: 100 })
  onTestFinished(() => io.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const path = '/socket.io/?EIO=4&transport=polling'
  const url = `http://127.0.0.1:${port}${path}`
  const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1))
  await fetch(`${url}&sid=${sid}`, { method: 'POST', body: '40' })
  await (await fetch(`${url}&sid=${sid}`)).text()
  return { io, server, port, path: `${path}&sid=${sid}`, url: `${url}&sid=${sid}` }
}

it('a poll is answered as it is, however many accept compressed answers to the same message', async () => {
  const { io, url } = await openPoll()
  io.emit('tokens_change', 'x'.repeat(10_000) as never)
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip, deflate' } })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(10_000)
  await answer.text()
})

it('a client that does not read its poll is disconnected', async () => {
  const { io, server, port, path } = await openPoll()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect(port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.on('error', () => undefined).pause()
  client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
  const [connection] = await accepted
  await once(server, 'request')
  const closed = once(connection, 'close')
  io.emit('tokens_change', LARGE as never)
  await closed
})
