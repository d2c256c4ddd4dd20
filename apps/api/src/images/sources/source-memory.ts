import type { Client, Sharer } from '@opal/domain/limits/client'
import { Holdings } from '@opal/domain/limits/holdings'
import { MemoryShareError } from '../media-errors.ts'
import { MAX_SOURCE_BYTES } from './fetch-source.ts'

/** Bytes of all clients: those of seven of the largest images. */
const MAX_BYTES = 7 * MAX_SOURCE_BYTES
/** Bytes of one client, which may have the largest image and no other, or six of 4 MB. Four leave others three of the largest. */
const MAX_BYTES_PER_CLIENT = MAX_SOURCE_BYTES
/** Bytes of one source; a service has twice as many, which four clients do not fill. */
const MAX_BYTES_PER_SOURCE = Math.floor(MAX_BYTES / 3)

/** Bytes of one image in memory, until it is disposed. */
export interface HeldBytes extends Disposable {
  /**
   * Passes on a body, and counts it in place of one that was read before: that of a gateway which was given up is no longer in memory.
   * @throws MemoryShareError when it is too much for now.
   */
  counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
}

/**
 * Counts the bytes in memory of images that are being fetched, or wait for a quick drawing, by client and by source. A fetch takes what its
 * host has sent: a host that hangs costs others nothing, and one that trickles the little that it sends.
 */
export class SourceMemory {
  readonly #clients = new Holdings(MAX_BYTES, MAX_BYTES_PER_CLIENT)
  readonly #sources = new Holdings(MAX_BYTES, MAX_BYTES_PER_SOURCE)

  /** Begins to count an image. @param source as queues count it. */
  hold(client: Client, source: readonly Sharer[]): HeldBytes {
    let held = 0
    const release = () => {
      this.#clients.remove(client, held)
      this.#sources.remove(source, held)
      held = 0
    }
    const take = (bytes: number) => {
      const hasShareLeft = this.#clients.hasShareLeft(client) && this.#sources.hasShareLeft(source)
      if (this.#clients.isFull || !hasShareLeft) {
        // Immediately: before the fetch has ended, other images of the client would find no share either.
        release()
        throw new MemoryShareError()
      }
      this.#clients.add(client, bytes)
      this.#sources.add(source, bytes)
      held += bytes
    }
    return {
      async *counted(body) {
        release()
        for await (const chunk of body) {
          take(chunk.byteLength)
          yield chunk
        }
      },
      [Symbol.dispose]: release,
    }
  }
}
