import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i

/** A response: the status, and the body's length in bytes. */
export interface Answered {
  readonly status: number
  readonly bytes: number
}

/**
 * One connection that asks again and again, over HTTP/1.1, and looks no closer at an answer than it must: the load should
 * cost little compared with what is measured.
 */
export class HttpConnection {
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #gathered = 0
  #wanted = 0
  #status = 0
  #done: ((answered: Answered) => void) | null = null
  #failed: ((error: Error) => void) | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk as Buffer))
    socket.on('error', (error) => this.#failed?.(error))
    socket.on('close', () => this.#failed?.(new Error('the server closed the connection')))
  }

  static async open(origin: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new HttpConnection(socket)
  }

  /** @param path with its query. Only one request at a time. @param client for whom a proxy would ask. */
  get(path: string, client: string | null = null): Promise<Answered> {
    return new Promise((resolve, reject) => {
      this.#done = resolve
      this.#failed = reject
      this.#wanted = 0
      const forwarded = client === null ? '' : `X-Forwarded-For: ${client}\r\n`
      this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n${forwarded}\r\n`)
    })
  }

  close(): void {
    this.#failed = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#gathered += chunk.length
    if (this.#wanted === 0) this.#readHead()
    if (this.#wanted === 0 || this.#gathered < this.#wanted) return
    const bytes = this.#wanted
    this.#chunks = []
    this.#gathered = 0
    this.#wanted = 0
    this.#done?.({ status: this.#status, bytes })
  }

  #readHead(): void {
    const seen = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks)
    const end = seen.indexOf(HEAD_END)
    if (end === -1) return
    const head = seen.toString('latin1', 0, end)
    const length = LENGTH.exec(head)?.[1]
    if (length === undefined) this.#socket.destroy(new Error(`an answer without a length:\n${head}`))
    this.#status = Number(head.slice(9, 12))
    this.#wanted = end + HEAD_END.length + Number(length ?? 0)
  }
}
