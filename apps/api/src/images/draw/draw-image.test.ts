import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, getPriority } from 'node:os'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawImage } from './draw-image.ts'

/** The beginning of a PNG with an alpha channel: enough to read its size. */
function pngHeader(width: number, height: number, bits: 8 | 16): Buffer {
  const header = Buffer.alloc(45)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  header.set([bits, 6, 0, 0, 0], 24)
  header.write('IDAT', 37)
  // Checksum of the first chunk.
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29)
  return header
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
const job = { kind: 'pixels', width: 2_480, format: 'webp', evenExpensive: false } as const

describe('drawImage', () => {
  it('refuses an image that takes too much memory for its depth', async () => {
    const deep = { ...job, source: pngHeader(9_000, 7_000, 16) }
    expect(await drawImage(deep)).toEqual({ fault: 'it needs too much memory' })
    expect(await drawImage({ ...deep, evenExpensive: true })).toEqual({ fault: 'it needs too much memory' })
    expect(await drawImage({ ...job, source: pngHeader(9_000, 7_000, 8) })).toEqual({ expensive: true })
  })

  it('takes an image as expensive that is large for its depth', async () => {
    expect(await drawImage({ ...job, source: pngHeader(4_000, 4_000, 16) })).toEqual({ expensive: true })
  })

  it('takes large AVIF as expensive, of images and of SVGs, and nothing smaller', async () => {
    const avif = { ...job, format: 'avif' } as const
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const large = await blank(1_600, 1_600)
    expect(await drawImage({ ...avif, source: large })).toEqual({ expensive: true })
    expect(await drawImage({ ...avif, source: svg, kind: 'svg' })).toEqual({ expensive: true })
    expect(await drawImage({ ...avif, source: large, width: 256 })).toHaveProperty('image')
    expect(await drawImage({ ...job, source: large })).toHaveProperty('image')
  })
})

it('is run at low priority', async () => {
  const program = fork(new URL('draw-program.ts', import.meta.url), { stdio: 'ignore' })
  try {
    await once(program, 'message')
    expect(getPriority(program.pid)).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL)
  } finally {
    program.kill('SIGKILL')
  }
})
