import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line between two programs that a test can cut. Open at first. */
export interface Gate extends AsyncDisposable {
  /** `host:port` to speak to in place of what is behind it. */
  readonly address: string
  open(): void
  /** Closes all connections, and new ones immediately. */
  shut(): void
  /** Closes all connections and leaves later requests unanswered. @returns when a request has arrived. */
  hold(): Promise<void>
}

/** @param behind `host:port` of what listens, or will. */
export async function openGate(behind: string): Promise<Gate> {
  const [host = '', port = ''] = behind.split(':')
  const sockets = new Set<Socket>()
  let state: 'open' | 'shut' | 'held' = 'open'
  let asked: () => void = () => undefined
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((socket) => {
    keep(socket)
    if (state === 'shut') return socket.destroy()
    if (state === 'held') return socket.once('data', () => asked())
    const onward = connect(Number(port), host)
    keep(onward)
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
    return socket.pipe(onward).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the gate has no port')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `127.0.0.1:${address.port}`,
    open() {
      state = 'open'
      cut()
    },
    shut() {
      state = 'shut'
      cut()
    },
    hold() {
      state = 'held'
      cut()
      return new Promise((resolve) => {
        asked = resolve
      })
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
