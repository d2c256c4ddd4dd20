import type { Readable } from 'node:stream'

/** A file: bytes, or a stream of them, that go out as they are, past the contract's serializer. Tests hold files against it. */
export class SentAsIs {
  readonly body: Buffer | Readable
  readonly headers: Readonly<Record<string, string>>

  constructor(body: Buffer | Readable, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.headers = headers
  }
}
