import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { LogCorruptError } from '../ledger/errors.ts'
import type { BlockStore } from './block-store.ts'
import { lockDirectory } from './directory-lock.ts'

/** First bytes of a log: what it is, and the version of its form. */
const MAGIC = Buffer.from('opal-localnet-log-1\n')
/**
 * u32 length of the body, u32 CRC-32 of the length, u32 CRC-32 of the body, 32 bytes chain: SHA-256 of the chain
 * before and the body.
 */
const HEADER_BYTES = 44
const CHAIN_BYTES = 32
const SYNC_EVERY_MS = 1_000

interface Place {
  readonly offset: number
  readonly length: number
}

/** What was found when a log was opened. */
export interface OpenedLog {
  readonly store: BlockStore
  /** Bytes of an unfinished record that were cut off the end. */
  readonly cutBytes: number
}

/**
 * Opens the append-only log `chain.log` in a directory, checking every record's checksum and the chain over all.
 *
 * Each record is one `write`, so it survives the end of the process, however sudden; the disk is told to sync
 * once a second and on closing, so a power failure may cost the last second. An unfinished record at the end is cut off.
 *
 * @throws DirectoryBusyError when another process has it open.
 * @throws LogCorruptError when anything before the end does not check, or the file is not ours.
 */
export function openFileBlockStore(directory: string): OpenedLog {
  mkdirSync(directory, { recursive: true })
  using opening = new DisposableStack()
  opening.use(lockDirectory(directory))
  const path = join(directory, 'chain.log')
  const file = opening.adopt(openSync(path, 'a+', 0o600), closeSync)
  if (fstatSync(file).size === 0) writeWhole(file, MAGIC)
  const scanned = scan(file, path)
  const cutBytes = fstatSync(file).size - scanned.end
  if (cutBytes > 0) ftruncateSync(file, scanned.end)
  return { store: storeOver(file, scanned, opening.move()), cutBytes }
}

interface Scan {
  readonly places: Place[]
  readonly chain: Buffer
  readonly end: number
}

function scan(file: number, path: string): Scan {
  const size = fstatSync(file).size
  const magic = readAt(file, 0, Math.min(MAGIC.length, size))
  if (!magic.equals(MAGIC)) throw new LogCorruptError(`${path} is not a chain log of this program`)
  const places: Place[] = []
  let chain: Buffer = Buffer.alloc(CHAIN_BYTES)
  let offset = MAGIC.length
  while (offset + HEADER_BYTES <= size) {
    const header = readAt(file, offset, HEADER_BYTES)
    const length = header.readUInt32LE(0)
    const end = offset + HEADER_BYTES + length
    if (crc32(header.subarray(0, 4)) !== header.readUInt32LE(4)) {
      if (isZero(readAt(file, offset, size - offset))) break
      throw damaged(path, offset, places.length)
    }
    if (end > size) break
    const body = readAt(file, offset + HEADER_BYTES, length)
    const next = chained(chain, body)
    const isWhole = crc32(body) === header.readUInt32LE(8) && next.equals(header.subarray(12))
    if (!isWhole && end === size) break
    if (!isWhole) throw damaged(path, offset, places.length)
    places.push({ offset: offset + HEADER_BYTES, length })
    chain = next
    offset = end
  }
  return { places, chain, end: offset }
}

function damaged(path: string, offset: number, record: number): LogCorruptError {
  return new LogCorruptError(`${path} is damaged at byte ${offset}: record ${record} does not check`)
}

/** Space that was made for a record whose bytes never reached the disk. */
function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

function storeOver(file: number, scanned: Scan, held: DisposableStack): BlockStore {
  const { places } = scanned
  let { chain, end } = scanned
  let unsynced = false
  const sync = (): void => {
    if (unsynced) fdatasyncSync(file)
    unsynced = false
  }
  const timer = setInterval(sync, SYNC_EVERY_MS).unref()
  return {
    get length() {
      return places.length
    },
    append: (record) => {
      const body = zstdCompressSync(record)
      const next = chained(chain, body)
      appendRecord(file, end, body, next)
      places.push({ offset: end + HEADER_BYTES, length: body.length })
      chain = next
      end += HEADER_BYTES + body.length
      unsynced = true
    },
    read: (index) => {
      const place = places[index]
      if (place === undefined) throw new RangeError(`there is no record ${index}`)
      return zstdDecompressSync(readAt(file, place.offset, place.length))
    },
    [Symbol.dispose]: () => {
      clearInterval(timer)
      sync()
      held.dispose()
    },
  }
}

/** A write that failed half-way (a full disk) is taken back before the error goes on. */
function appendRecord(file: number, end: number, body: Buffer, chain: Buffer): void {
  const header = Buffer.allocUnsafe(HEADER_BYTES - CHAIN_BYTES)
  header.writeUInt32LE(body.length, 0)
  header.writeUInt32LE(crc32(header.subarray(0, 4)), 4)
  header.writeUInt32LE(crc32(body), 8)
  try {
    writeWhole(file, Buffer.concat([header, chain, body]))
  } catch (error) {
    ftruncateSync(file, end)
    throw error
  }
}

function chained(before: Buffer, body: Buffer): Buffer {
  return createHash('sha256').update(before).update(body).digest()
}

function writeWhole(file: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}

function readAt(file: number, offset: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const got = readSync(file, buffer, done, length - done, offset + done)
    if (got === 0) throw new LogCorruptError('the chain log became shorter while it was read')
    done += got
  }
  return buffer
}
