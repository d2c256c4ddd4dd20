import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, zstdDecompressSync } from 'node:zlib'
import { LogCorruptError } from '../ledger/errors.ts'
import { type BlockStore, chained, compressed, NO_CHAIN } from './block-store.ts'
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
  /** Offset of the header. */
  readonly offset: number
  /** Length of the body. */
  readonly length: number
}

/** Part of a log that has been checked already. */
export interface CheckedPart {
  /** Number of records from the start. */
  readonly records: number
  /** The chain at the last of them. */
  readonly chain: Buffer
}

/** The result of opening a log. */
export interface OpenedLog {
  readonly store: BlockStore
  /** Bytes of an unfinished record that were cut off the end. */
  readonly cutBytes: number
  /** Set when the log continues the part that was checked before. */
  readonly continuesChecked: boolean
}

/**
 * Opens the append-only log `chain.log` in a directory, checking every record's checksum and the chain over all.
 * Records of a part that is already checked are checked again only when they are read.
 *
 * Each record is one `write`, so it survives the end of the process, however sudden; the disk is synced
 * once a second and on closing, so a power failure may cost the last second. An unfinished record at the end is cut off.
 *
 * @throws DirectoryBusyError when another process has it open.
 * @throws LogCorruptError when anything before the end does not check, or the file is not ours.
 */
export function openFileBlockStore(directory: string, checked: CheckedPart | null = null): OpenedLog {
  mkdirSync(directory, { recursive: true })
  using opening = new DisposableStack()
  opening.use(lockDirectory(directory))
  const path = join(directory, 'chain.log')
  const file = opening.adopt(openSync(path, 'a+', 0o600), closeSync)
  if (fstatSync(file).size === 0) writeWhole(file, MAGIC)
  const known = checked === null ? null : skipChecked(file, checked)
  const scanned = scan(file, path, known ?? { places: [], chain: NO_CHAIN, end: MAGIC.length })
  const cutBytes = fstatSync(file).size - scanned.end
  if (cutBytes > 0) ftruncateSync(file, scanned.end)
  return { store: storeOver(file, path, scanned, opening.move()), cutBytes, continuesChecked: known !== null }
}

interface Scan {
  readonly places: Place[]
  readonly chain: Buffer
  readonly end: number
}

/** Walks over the headers of the checked part. @returns null when the log does not begin with it. */
function skipChecked(file: number, { records, chain }: CheckedPart): Scan | null {
  const size = fstatSync(file).size
  const places: Place[] = []
  let offset = MAGIC.length
  let last = NO_CHAIN
  while (places.length < records) {
    if (offset + HEADER_BYTES > size) return null
    const header = readAt(file, offset, HEADER_BYTES)
    const length = header.readUInt32LE(0)
    if (crc32(header.subarray(0, 4)) !== header.readUInt32LE(4) || offset + HEADER_BYTES + length > size) return null
    places.push({ offset, length })
    last = header.subarray(12)
    offset += HEADER_BYTES + length
  }
  return last.equals(chain) ? { places, chain, end: offset } : null
}

function scan(file: number, path: string, from: Scan): Scan {
  const size = fstatSync(file).size
  const magic = readAt(file, 0, Math.min(MAGIC.length, size))
  if (!magic.equals(MAGIC)) throw new LogCorruptError(`${path} is not a chain log of this program`)
  const { places } = from
  let { chain, end: offset } = from
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
    places.push({ offset, length })
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

function storeOver(file: number, path: string, scanned: Scan, held: DisposableStack): BlockStore {
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
    get chain() {
      return chain
    },
    append: (record) => {
      const body = compressed(record)
      const next = chained(chain, body)
      appendRecord(file, end, body, next)
      places.push({ offset: end, length: body.length })
      chain = next
      end += HEADER_BYTES + body.length
      unsynced = true
    },
    read: (index) => {
      const place = places[index]
      if (place === undefined) throw new RangeError(`there is no record ${index}`)
      const record = readAt(file, place.offset, HEADER_BYTES + place.length)
      const body = record.subarray(HEADER_BYTES)
      if (crc32(body) !== record.readUInt32LE(8)) throw damaged(path, place.offset, index)
      return zstdDecompressSync(body)
    },
    truncate: (length) => {
      const first = places[length]
      if (first === undefined) return
      ftruncateSync(file, first.offset)
      end = first.offset
      places.length = length
      const last = places.at(-1)
      chain = last === undefined ? NO_CHAIN : readAt(file, last.offset, HEADER_BYTES).subarray(12)
      unsynced = true
    },
    [Symbol.dispose]: () => {
      clearInterval(timer)
      sync()
      held.dispose()
    },
  }
}

/** A write that failed half-way (a full disk) is undone before the error is rethrown. */
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

/** Writes all of it: one call of the system may take a part only. @throws Error of the system, such as ENOSPC. */
function writeWhole(file: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
