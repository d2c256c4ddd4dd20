import type { Address } from '@opal/domain/address'
import { ByteReader } from '../../log/byte-reader.ts'
import { ByteWriter } from '../../log/byte-writer.ts'
import { ResourceCell } from '../state/resource-cell.ts'
import type { TableItem } from '../state/state.ts'
import type { RetainedBlock, StateHistory } from '../state/state-history.ts'
import { FRAME_BYTES } from './snapshot-frames.ts'

const [WAS_ABSENT, WAS_THERE] = [0, 1]

/** Yields the blocks, oldest first, each with what it changed and what that was before. */
export function* packHistory(blocks: readonly RetainedBlock[]): Generator<Buffer> {
  const writer = new ByteWriter()
  for (const block of blocks) {
    packBlockChanges(writer, block)
    if (writer.length >= FRAME_BYTES) yield writer.take()
  }
  yield writer.take()
}

/** Adds what one frame of {@link packHistory} holds. */
export function unpackHistory(frame: Buffer, history: StateHistory): void {
  const reader = new ByteReader(frame)
  while (!reader.isAtEnd) {
    history.begin(reader.u64(), reader.u64())
    for (let left = reader.u32(); left > 0; left -= 1) {
      const [address, type, was] = [reader.text() as Address, reader.text(), reader.u32()]
      history.noteResource(address, type, was === WAS_ABSENT ? null : ResourceCell.of(reader.text()))
    }
    for (let left = reader.u32(); left > 0; left -= 1) {
      const [handle, key, was] = [reader.text(), reader.text(), reader.u32()]
      history.noteItem(handle, key, was === WAS_ABSENT ? null : unpackItem(reader, key))
    }
  }
}

function packBlockChanges(writer: ByteWriter, block: RetainedBlock): void {
  writer.u64(BigInt(block.height))
  writer.u64(block.lastVersion)
  writer.u32(block.resources.length)
  for (const [address, type, value] of block.resources) {
    writer.text(address)
    writer.text(type)
    writer.u32(value === null ? WAS_ABSENT : WAS_THERE)
    if (value !== null) writer.text(value.text)
  }
  writer.u32(block.items.length)
  for (const [handle, key, value] of block.items) {
    writer.text(handle)
    writer.text(key)
    writer.u32(value === null ? WAS_ABSENT : WAS_THERE)
    if (value !== null) packItem(writer, value)
  }
}

function packItem(writer: ByteWriter, { keyType, valueType, value, keyBytes }: TableItem): void {
  for (const text of [keyType, valueType, value]) writer.text(text)
  writer.bytes(keyBytes)
}

function unpackItem(reader: ByteReader, key: string): TableItem {
  const [keyType, valueType, value] = [reader.text(), reader.text(), reader.text()]
  return { key, keyType, valueType, value, keyBytes: Buffer.from(reader.bytes()) }
}
