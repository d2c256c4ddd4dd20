import { Readable } from 'node:stream'
import { type Client, type ClientReadableStream, status } from '@grpc/grpc-js'
import { responseOf } from './responses.ts'

/**
 * How a server behaves for a while: `up` takes calls and delivers what is there; `refuses` fails every call at once; `ends` and
 * `cuts` take a call and end it; `overloaded` says that it is asked too much; `stalls` takes calls and delivers nothing to
 * them, ever.
 */
export type Phase = 'up' | 'refuses' | 'ends' | 'cuts' | 'overloaded' | 'stalls'

/** A gRPC client of a scripted server, for tests that drive the clock. Version 0 is there once it was committed. */
export class ScriptedClient {
  /** Times of the calls, in milliseconds of the driven clock. */
  readonly calledAt: number[] = []
  readonly #phaseAt: (ms: number) => Phase
  readonly #open = new Set<ScriptedCall>()
  #isCommitted = false

  constructor(phaseAt: (ms: number) => Phase) {
    this.#phaseAt = phaseAt
  }

  get client(): Client {
    return { makeServerStreamRequest: () => this.#call() } as unknown as Client
  }

  /** The transaction is there: calls that the server follows deliver it. */
  commit(): void {
    this.#isCommitted = true
    for (const call of this.#open) call.push(VERSION_0)
  }

  /** The server enters another phase: tracked calls are lost, untracked ones hang. */
  restart(): void {
    for (const call of this.#open) call.fail(status.UNAVAILABLE)
    this.#open.clear()
  }

  #call(): ClientReadableStream<Buffer> {
    const call = new ScriptedCall()
    const phase = this.#phaseAt(Date.now())
    this.calledAt.push(Date.now())
    process.nextTick(() => this.#answer(call, phase))
    return call as unknown as ClientReadableStream<Buffer>
  }

  #answer(call: ScriptedCall, phase: Phase): void {
    if (phase === 'refuses') call.fail(status.UNAVAILABLE)
    else if (phase === 'overloaded') call.fail(status.RESOURCE_EXHAUSTED)
    else {
      call.emit('metadata')
      if (phase === 'ends') call.push(null)
      else if (phase === 'cuts') call.fail(status.UNAVAILABLE)
      else if (phase === 'up') this.#serve(call)
    }
  }

  #serve(call: ScriptedCall): void {
    if (this.#isCommitted) call.push(VERSION_0)
    this.#open.add(call)
    call.once('close', () => this.#open.delete(call))
  }
}

const VERSION_0 = Buffer.from(responseOf([0n]))

class ScriptedCall extends Readable {
  constructor() {
    super({ objectMode: true, read: () => undefined })
  }

  fail(code: status): void {
    this.destroy(Object.assign(new Error('scripted'), { code, details: 'scripted' }))
  }

  cancel(): void {
    this.fail(status.CANCELLED)
  }
}
