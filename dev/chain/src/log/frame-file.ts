import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** u32 length of the body and u32 CRC-32 of the body; a length of zero ends the file. */
const HEADER_BYTES = 8

/**
 * Writes a file of compressed frames under another name and puts it in place when it is whole and on the disk:
 * readers of the path see the old file or the new one.
 */
export function writeFrames(path: string, magic: Buffer, frames: Iterable<Buffer>): void {
  const draft = `${path}.draft`
  try {
    const file = openSync(draft, 'w', 0o600)
    try {
      writeWhole(file, magic)
      for (const frame of frames) writeFrame(file, zstdCompressSync(frame))
      writeFrame(file, Buffer.alloc(0))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Reads the frames of a file one by one.
 * @throws RangeError when the file is not whole, or not of this kind.
 */
export function* readFrames(path: string, magic: Buffer): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    if (!readExactly(file, magic.length).equals(magic)) throw new RangeError(`${path} is of another kind`)
    for (;;) {
      const header = readExactly(file, HEADER_BYTES)
      const length = header.readUInt32LE(0)
      const body = readExactly(file, length)
      if (crc32(body) !== header.readUInt32LE(4)) throw new RangeError(`${path} is damaged`)
      if (length === 0) return
      yield zstdDecompressSync(body)
    }
  } finally {
    closeSync(file)
  }
}

function writeFrame(file: number, body: Buffer): void {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header.writeUInt32LE(body.length, 0)
  header.writeUInt32LE(crc32(body), 4)
  writeWhole(file, header)
  writeWhole(file, body)
}

function readExactly(file: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const got = readSync(file, buffer, done, length - done, null)
    if (got === 0) throw new RangeError('a file of frames ends too early')
    done += got
  }
  return buffer
}

/** Writes all of it: one call of the system may take a part only. @throws Error of the system, such as ENOSPC. */
export function writeWhole(file: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
