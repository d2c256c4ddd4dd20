import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../embedded/free-port.ts'

/** A database address whose server the test chooses, as a load balancer does. */
export interface Line extends AsyncDisposable {
  readonly url: string
  /** Leads new connections to another server. Those that are open stay. */
  lead(databaseUrl: string): void
  /** Passes nothing on any more, without closing anything, until {@link thaw}; new connections neither. */
  freeze(): void
  thaw(): void
  /** Breaks every connection and refuses new ones, until {@link mend}. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** Opens an address that leads to a database. */
export async function openLine(databaseUrl: string): Promise<Line> {
  let target = new URL(databaseUrl)
  let isFrozen = false
  const sockets = new Set<Socket>()
  const accept = (socket: Socket) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => sockets.delete(end))
    }
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
    socket.on('data', (chunk) => onward.write(chunk))
    onward.on('data', (chunk) => socket.write(chunk))
    if (isFrozen) for (const end of [socket, onward]) end.pause()
  }
  // No outgoing connection takes this one while the line is cut.
  const port = await freePort(0)
  let server = createServer(accept).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  const cut = async () => {
    if (!server.listening) return
    for (const socket of sockets) socket.destroy()
    const closed = once(server, 'close')
    server.close()
    await closed
  }
  return {
    url: url.href,
    lead: (next) => {
      target = new URL(next)
    },
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    async mend() {
      server = createServer(accept).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    [Symbol.asyncDispose]: cut,
  }
}
