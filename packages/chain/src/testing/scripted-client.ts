import { Readable } from 'node:stream'
import { type Client, type ClientReadableStream, status } from '@grpc/grpc-js'
import { responseOf } from './responses.ts'

/**
 * How a server behaves for a while: `up` takes calls and delivers what is there; `refuses` fails every call immediately; `ends` and
 * `cuts` take a call and end it; `overloaded` says that it is asked too much; `stalls` takes calls and delivers nothing to
 * them, ever; `skips` leaves out the first version that it is asked for.
 */
export type Phase = 'up' | 'refuses' | 'ends' | 'cuts' | 'overloaded' | 'stalls' | 'skips'

/** A gRPC client of a scripted server, for tests that drive the clock. */
export class ScriptedClient {
  /** Times of the calls, in milliseconds of the driven clock. */
  readonly calledAt: number[] = []
  readonly #phaseAt: (ms: number) => Phase
  readonly #open = new Set<ScriptedCall>()
  #committed = 0n

  constructor(phaseAt: (ms: number) => Phase) {
    this.#phaseAt = phaseAt
  }

  get client(): Client {
    return {
      makeServerStreamRequest: (...args: readonly unknown[]) =>
        this.#call(args[3] as { readonly startingVersion: bigint }),
    } as unknown as Client
  }

  /** The next transaction is there: calls that the server follows deliver it. */
  commit(): void {
    const version = this.#committed
    this.#committed += 1n
    for (const call of this.#open) call.push(messageOf([version]))
  }

  /** Calls that are open hang from now on, as where the connection was lost without a word. */
  goDeaf(): void {
    this.#open.clear()
  }

  /** The server enters another phase: tracked calls are lost, untracked ones hang. */
  restart(): void {
    for (const call of this.#open) call.fail(status.UNAVAILABLE)
    this.#open.clear()
  }

  #call({ startingVersion }: { readonly startingVersion: bigint }): ClientReadableStream<Buffer> {
    const call = new ScriptedCall()
    const phase = this.#phaseAt(Date.now())
    this.calledAt.push(Date.now())
    process.nextTick(() => this.#answer(call, phase, startingVersion))
    return call as unknown as ClientReadableStream<Buffer>
  }

  #answer(call: ScriptedCall, phase: Phase, from: bigint): void {
    if (phase === 'refuses') call.fail(status.UNAVAILABLE)
    else if (phase === 'overloaded') call.fail(status.RESOURCE_EXHAUSTED)
    else {
      call.emit('metadata')
      if (phase === 'ends') call.push(null)
      else if (phase === 'cuts') call.fail(status.UNAVAILABLE)
      else if (phase === 'skips') call.push(messageOf([from + 1n]))
      else if (phase === 'up') this.#serve(call, from)
    }
  }

  #serve(call: ScriptedCall, from: bigint): void {
    const missing = Array.from({ length: Number(this.#committed - from) }, (_, at) => from + BigInt(at))
    if (missing.length > 0) call.push(messageOf(missing))
    this.#open.add(call)
    call.once('close', () => this.#open.delete(call))
  }
}

function messageOf(versions: readonly bigint[]): Buffer {
  return Buffer.from(responseOf(versions))
}

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
