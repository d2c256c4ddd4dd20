import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '@opal/domain/errors'
import { ByteReader } from '../../log/byte-reader.ts'
import { ByteWriter } from '../../log/byte-writer.ts'
import type { BlockPlace } from '../../log/chain-log.ts'
import { readFrames, writeFrames } from '../../log/frame-file.ts'
import type { LedgerHead } from '../ledger.ts'
import { type ChainSnapshot, emptySnapshot, type FrozenChain } from './chain-snapshot.ts'
import { packHistory, unpackHistory } from './history-frames.ts'
import {
  FRAME_BYTES,
  packHashes,
  packPlaces,
  packResources,
  packTables,
  unpackHashes,
  unpackPlaces,
  unpackResources,
  unpackTables,
} from './snapshot-frames.ts'

/** First bytes of a snapshot: what it is, and the version of its form. */
const MAGIC = Buffer.from('opal-localnet-snapshot-2\n')
/** Kinds of frames, by their first byte. */
const Part = {
  head: 1,
  places: 2,
  hashes: 3,
  senders: 4,
  handles: 5,
  resources: 6,
  tables: 7,
  orderless: 8,
  history: 9,
} as const

const pathIn = (directory: string): string => join(directory, 'chain.snapshot')

/** Writes a snapshot next to the log, while the chain goes on. The one before stays until this one is complete. */
export async function writeSnapshot(directory: string, chain: FrozenChain): Promise<void> {
  await writeFrames(pathIn(directory), MAGIC, framesOf(chain))
}

/**
 * Reads the snapshot of a log.
 * @returns null when there is none, or one that is damaged or of another version: the log is then read from its start.
 */
export function readSnapshot(directory: string, chainId: number): ChainSnapshot | null {
  const path = pathIn(directory)
  if (!existsSync(path)) return null
  try {
    return collect(readFrames(path, MAGIC), chainId)
  } catch (error) {
    if (error instanceof RangeError || isZlibError(error)) return null
    throw error
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && /^(?:Z_|ZSTD_|ERR_)/.test(errorCode(error) ?? '')
}

function* framesOf(chain: FrozenChain): Generator<Buffer> {
  const { places, transactions, events, state } = chain
  const below = Number(chain.head.version) + 1
  yield marked(Part.head, packHead(chain))
  yield* markedAll(Part.places, packPlaces(places))
  yield* markedAll(Part.hashes, packHashes(transactions.hashes, below))
  yield* markedAll(Part.senders, transactions.senders.pack(new ByteWriter(), FRAME_BYTES, below))
  yield* markedAll(Part.orderless, transactions.orderless.pack(new ByteWriter(), FRAME_BYTES, below))
  yield* markedAll(Part.handles, events.handles.pack(new ByteWriter(), FRAME_BYTES, below))
  yield* markedAll(Part.resources, packResources(state))
  yield* markedAll(Part.tables, packTables(state))
  yield* markedAll(Part.history, packHistory(chain.history.blocks))
}

function* markedAll(part: number, frames: Iterable<Buffer>): Generator<Buffer> {
  for (const frame of frames) yield marked(part, frame)
}

function marked(part: number, frame: Buffer): Buffer {
  return Buffer.concat([Uint8Array.of(part), frame])
}

function collect(frames: Iterable<Buffer>, chainId: number): ChainSnapshot {
  const empty = emptySnapshot(chainId)
  const places: BlockPlace[] = []
  let head: ReturnType<typeof unpackHead> | null = null
  for (const frame of frames) {
    const body = frame.subarray(1)
    if (frame[0] === Part.head) head = unpackHead(body, chainId)
    else if (frame[0] === Part.places) unpackPlaces(body, places)
    else if (frame[0] === Part.hashes) unpackHashes(body, empty.transactions.hashes)
    else if (frame[0] === Part.senders) empty.transactions.senders.unpack(new ByteReader(body))
    else if (frame[0] === Part.orderless) empty.transactions.orderless.unpack(new ByteReader(body))
    else if (frame[0] === Part.handles) empty.events.handles.unpack(new ByteReader(body))
    else if (frame[0] === Part.resources) unpackResources(body, empty.state)
    else if (frame[0] === Part.tables) unpackTables(body, empty.state)
    else if (frame[0] === Part.history) unpackHistory(body, empty.history)
    else throw new RangeError(`a snapshot holds an unknown part ${frame[0]}`)
  }
  if (head === null) throw new RangeError('a snapshot lacks its head')
  empty.history.restore(head.oldestStateVersion)
  return { ...empty, ...head, places }
}

function packHead({ part, head, accumulator, history }: FrozenChain): Buffer {
  const writer = new ByteWriter()
  writer.u32(part.records)
  writer.bytes(part.chain)
  writer.bytes(accumulator)
  for (const value of [head.epoch, head.version, head.blockHeight, head.timestampMicros]) writer.u64(value)
  writer.u64(history.oldestVersion)
  return writer.take()
}

interface Head extends Pick<ChainSnapshot, 'part' | 'head' | 'accumulator'> {
  readonly oldestStateVersion: bigint
}

function unpackHead(frame: Buffer, chainId: number): Head {
  const reader = new ByteReader(frame)
  const part = { records: reader.u32(), chain: reader.bytes() }
  const accumulator = reader.bytes()
  const [epoch, version, blockHeight, timestampMicros] = [reader.u64(), reader.u64(), reader.u64(), reader.u64()]
  const head: LedgerHead = {
    chainId,
    epoch,
    version,
    oldestVersion: 0n,
    blockHeight,
    oldestBlockHeight: 0n,
    timestampMicros,
  }
  return { part, head, accumulator, oldestStateVersion: reader.u64() }
}
