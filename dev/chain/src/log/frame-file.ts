import { closeSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, zstdCompress, zstdDecompressSync } from 'node:zlib'

/** u32 length of the body and u32 CRC-32 of the body; a length of zero ends the file. */
const HEADER_BYTES = 8

const compress = promisify(zstdCompress)

/**
 * Writes a file of compressed frames under another name and puts it in place when it is whole and on the disk:
 * readers of the path see the old file or the new one. Each frame is taken when the one before is written, and other
 * work is done in between. One path is written by one call at a time.
 */
export async function writeFrames(path: string, magic: Buffer, frames: Iterable<Buffer>): Promise<void> {
  const draft = `${path}.draft`
  try {
    await writeDraft(draft, magic, frames)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeDraft(path: string, magic: Buffer, frames: Iterable<Buffer>): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  await file.appendFile(magic)
  for (const frame of frames) await writeFrame(file, await compress(frame))
  await writeFrame(file, Buffer.alloc(0))
  await file.sync()
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

/** Writes the whole frame. @throws Error of the system, such as ENOSPC. */
async function writeFrame(file: FileHandle, body: Buffer): Promise<void> {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header.writeUInt32LE(body.length, 0)
  header.writeUInt32LE(crc32(body), 4)
  await file.appendFile(Buffer.concat([header, body]))
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
