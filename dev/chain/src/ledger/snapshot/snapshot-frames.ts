import { ByteReader } from '../../log/byte-reader.ts'
import { ByteWriter } from '../../log/byte-writer.ts'
import type { BlockPlace } from '../../log/chain-log.ts'
import type { HashIndex } from '../blocks/hash-index.ts'
import type { FrozenState } from '../state/frozen-state.ts'
import type { State } from '../state/state.ts'

/** Bytes of a frame before compression, approximately. */
export const FRAME_BYTES = 4 * 1024 * 1024

/** Yields frames of resources; those of an address are in one frame. */
export function* packResources(state: FrozenState): Generator<Buffer> {
  const writer = new ByteWriter()
  for (const [address, resources] of state.resources()) {
    writer.text(address)
    writer.u32(resources.size)
    for (const [type, { text }] of resources) {
      writer.text(type)
      writer.text(text)
    }
    if (writer.length >= FRAME_BYTES) yield writer.take()
  }
  yield writer.take()
}

/** Adds the resources of a frame to a state. */
export function unpackResources(frame: Buffer, state: State): void {
  const reader = new ByteReader(frame)
  while (!reader.isAtEnd) {
    const address = reader.text() as Parameters<State['put']>[0]
    for (let left = reader.u32(); left > 0; left -= 1) state.put(address, reader.text(), reader.text())
  }
}

/** Yields frames of table items, each with its handle, key and types. */
export function* packTables(state: FrozenState): Generator<Buffer> {
  const writer = new ByteWriter()
  for (const [handle, { key, keyBytes, keyType, value, valueType }] of state.items()) {
    for (const text of [handle, keyType, key, valueType, value]) writer.text(text)
    writer.bytes(keyBytes)
    if (writer.length >= FRAME_BYTES) yield writer.take()
  }
  yield writer.take()
}

/** Adds the table items of a frame to a state. */
export function unpackTables(frame: Buffer, state: State): void {
  const reader = new ByteReader(frame)
  while (!reader.isAtEnd) {
    const [handle, keyType, key, valueType, value] = [
      reader.text(),
      reader.text(),
      reader.text(),
      reader.text(),
      reader.text(),
    ]
    state.putTableItem(handle, { keyType, key, keyBytes: Buffer.from(reader.bytes()), valueType, value })
  }
}

/** Yields frames of the hashes of transactions below a version, in order. */
export function* packHashes(hashes: HashIndex, below: number): Generator<Buffer> {
  const writer = new ByteWriter()
  for (let version = 0; version < Math.min(below, hashes.length); version += 1) {
    writer.bytes(hashes.hashOf(version))
    if (writer.length >= FRAME_BYTES) yield writer.take()
  }
  yield writer.take()
}

/** Appends the hashes of a frame. */
export function unpackHashes(frame: Buffer, hashes: HashIndex): void {
  const reader = new ByteReader(frame)
  while (!reader.isAtEnd) hashes.push(reader.bytes())
}

/** Yields frames of the bounds of blocks, in order. */
export function* packPlaces(places: readonly BlockPlace[]): Generator<Buffer> {
  const writer = new ByteWriter()
  for (const { height, epoch, firstVersion, lastVersion, timestampMicros } of places) {
    for (const value of [height, epoch, firstVersion, lastVersion, timestampMicros]) writer.u64(value)
    if (writer.length >= FRAME_BYTES) yield writer.take()
  }
  yield writer.take()
}

/** Appends the blocks of a frame. */
export function unpackPlaces(frame: Buffer, places: BlockPlace[]): void {
  const reader = new ByteReader(frame)
  while (!reader.isAtEnd) {
    const [height, epoch, firstVersion, lastVersion, timestampMicros] = [
      reader.u64(),
      reader.u64(),
      reader.u64(),
      reader.u64(),
      reader.u64(),
    ]
    places.push({ height, epoch, firstVersion, lastVersion, timestampMicros })
  }
}
