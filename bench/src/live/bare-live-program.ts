import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from '@opal/store/driver/connection'
import { Server } from 'socket.io'
import { type BareRequest, monotonicMicros, type SampleMessage } from './live-messages.ts'
import { keepPace } from './pace.ts'

/**
 * Socket.IO with one room, in a process of its own. Emits to it the requested messages, and the payloads of the database's
 * notifications unread. `bare-live-program.ts <database url> <channel>`
 */
const [databaseUrl = '', channel = ''] = process.argv.slice(2)
const ROOM = 'room'
const http = createServer()
const io = new Server(http, { transports: ['websocket'], serveClient: false })
io.on('connection', (socket) => {
  socket.on('subscribe', (_asked: unknown, ack: (answer: object) => void) => {
    void socket.join(ROOM)
    ack({ ok: true })
  })
})
const emit = (message: SampleMessage): void => void io.to(ROOM).emit(message.kind, message)

const { pool } = connect({ connectionString: databaseUrl, applicationName: 'opal-bench-relay', maxConnections: 1 })
const listener = await pool.connect()
listener.on('notification', ({ payload = '' }) => emit(JSON.parse(payload)))
await listener.query(`listen ${channel}`)

process.on('message', ({ samples, messages, perSecond }: BareRequest) => {
  const startedAtMicros = monotonicMicros()
  let id = 0
  const work = (due: number): void => {
    for (const end = id + due; id < end; id += 1) {
      const sample = samples[id % samples.length]
      if (sample !== undefined) emit({ ...sample, id: String(id) })
    }
  }
  void keepPace({ total: messages, perSecond }, work).then(() => process.send?.({ startedAtMicros }))
})
process.on('disconnect', () => process.exit())
http.listen(0, '127.0.0.1', () => {
  process.send?.({ origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })
})
