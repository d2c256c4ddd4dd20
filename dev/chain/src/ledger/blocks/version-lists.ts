import type { ByteReader } from '../../log/byte-reader.ts'
import type { ByteWriter } from '../../log/byte-writer.ts'

/** Ascending versions under names: what an account sent, what an event handle emitted. */
export class VersionLists {
  readonly #lists = new Map<string, number[]>()

  add(name: string, version: number): void {
    const list = this.#lists.get(name)
    if (list === undefined) this.#lists.set(name, [version])
    else list.push(version)
  }

  /** Returns the entries from the `start`-th on. */
  slice(name: string, start: number, limit: number): readonly number[] {
    return this.#lists.get(name)?.slice(start, start + limit) ?? []
  }

  /** Deletes everything from a version on. */
  truncate(version: number): void {
    for (const [name, list] of this.#lists) {
      while (list.length > 0 && (list.at(-1) as number) >= version) list.pop()
      if (list.length === 0) this.#lists.delete(name)
    }
  }

  /** Packs all entries below a version, in frames of a bounded size. Versions may be added between two frames. */
  *pack(writer: ByteWriter, frameBytes: number, below: number): Generator<Buffer> {
    for (const [name, list] of this.#lists) {
      const end = lengthBelow(list, below)
      for (let start = 0; start < end; start += LONGEST_PART) {
        const part = list.slice(start, Math.min(start + LONGEST_PART, end))
        writer.text(name)
        writer.u32(part.length)
        for (const version of part) writer.u32(version)
        if (writer.length >= frameBytes) yield writer.take()
      }
    }
    yield writer.take()
  }

  /** Adds what one frame of {@link pack} holds. */
  unpack(reader: ByteReader): void {
    while (!reader.isAtEnd) {
      const name = reader.text()
      for (let left = reader.u32(); left > 0; left -= 1) this.add(name, reader.u32())
    }
  }
}

const LONGEST_PART = 100_000

function lengthBelow(list: readonly number[], version: number): number {
  let length = list.length
  while (length > 0 && (list[length - 1] as number) >= version) length -= 1
  return length
}
