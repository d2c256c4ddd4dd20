import type { RequestListener } from 'node:http'
import { clientAt } from '@opal/domain/limits/client'
import { startServer } from '@opal/domain/testing/start-server'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryCache } from './media-cache.ts'
import { createMediaQueue } from './media-queue.ts'
import { createMedia } from './serve-image.ts'
import { SourceShares } from './sources/source-shares.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

/** A gateway of this test. @returns its address. */
async function gateway(listener: RequestListener): Promise<string> {
  return stack.use(await startServer(listener)).url
}

/** A host that no longer answers. */
async function deadGateway(): Promise<string> {
  const address = await gateway(() => undefined)
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
  return address
}

const media = (gateways: readonly string[]) =>
  createMedia(
    createMemoryCache(1_000_000),
    {
      gateways,
      arweaveGateways: [],
      allowedHosts: new Set(),
      shares: new SourceShares(),
      isKnown: async () => true,
      timeoutMs: 60_000,
    },
    createMediaQueue({ concurrency: 4, concurrencyPerClient: 4, maxPending: 100, maxPendingPerClient: 100 }),
  )
const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${body}</svg>`
const green = svg('<rect width="40" height="40" fill="#00ff00"/>')
const isImage = async (bytes: Buffer) => (await sharp(bytes).metadata()).format === 'webp'

/** An image that does not compress: every pixel is by chance. */
function noise(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 3)
  let state = 1
  for (let at = 0; at < data.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    data[at] = state >>> 24
  }
  return data
}

/** Repeats the one frame of a GIF. */
function animated(still: Buffer, frames: number): Buffer {
  // 13 bytes, then a palette whose size is in three bits of the eleventh. The last byte ends the file.
  const start = 13 + 3 * 2 ** (((still[10] as number) & 7) + 1)
  const frame = still.subarray(start, -1)
  return Buffer.concat([still.subarray(0, start), ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

describe('the media service', () => {
  it('says that a dead original cannot be had, so that the next of the chain is tried', async () => {
    const host = await gateway((_, answer) => answer.writeHead(404).end())
    await expect(
      media([host]).image({ src: `ipfs://${cid}/1.png`, width: 64, client: clientAt('a reader') }),
    ).rejects.toMatchObject({
      code: 'media-unavailable',
      retryable: true,
    })
  })

  it('tries the next gateway when one is dead, and reports when all are', async () => {
    const dead = await deadGateway()
    await expect(
      media([dead]).image({ src: `ipfs://${cid}/1.svg`, width: 64, client: clientAt('a reader') }),
    ).rejects.toMatchObject({ code: 'media-unavailable' })
    const live = await gateway((_, answer) => answer.end(green))
    expect(
      await isImage(
        await media([dead, live]).image({ src: `ipfs://${cid}/1.svg`, width: 64, client: clientAt('a reader') }),
      ),
    ).toBe(true)
  })

  it('shows the image that a document names, where only the document is known', async () => {
    const host = await gateway((request, answer) => {
      if (request.url?.endsWith('.svg')) answer.end(green)
      else answer.end(JSON.stringify({ name: 'One', image: `ipfs://${cid}/1.svg` }))
    })
    const made = await media([host]).image({ src: `ipfs://${cid}/1.json`, width: 64, client: clientAt('a reader') })
    const { dominant } = await sharp(made).stats()
    expect(dominant.g).toBeGreaterThan(200)
  })

  it.each([
    ['a private host', 'http://169.254.169.254/latest/meta-data', 'source-refused'],
    ['itself', `ipfs://${cid}/1.json`, 'media-unreadable'],
    ['nothing', '', 'media-unreadable'],
  ])('follows no document to %s', async (_, image, code) => {
    const host = await gateway((_, answer) => answer.end(JSON.stringify({ image })))
    await expect(
      media([host]).image({ src: `ipfs://${cid}/1.json`, width: 64, client: clientAt('a reader') }),
    ).rejects.toMatchObject({ code })
  })

  it('follows no document of half a million lists, whose parsing would stop all else', async () => {
    const lists = '['.repeat(490_000) + ']'.repeat(490_000)
    const host = await gateway((request, answer) => {
      if (request.url?.endsWith('.svg')) answer.end(green)
      else answer.end(`{"image":"ipfs://${cid}/1.svg","lists":${lists}}`)
    })
    const asked = { src: `ipfs://${cid}/1.json`, width: 64, client: clientAt('a reader') }
    await expect(media([host]).image(asked)).rejects.toMatchObject({ code: 'media-unreadable' })
  })

  it('draws an SVG and leaves its scripts and references behind', async () => {
    const asked: string[] = []
    const host = await gateway((request, answer) => {
      asked.push(request.url ?? '')
      answer.end(
        svg(`<script>fetch('/stolen')</script><foreignObject><iframe src="/frame"/></foreignObject>
          <image href="/tracker.png" width="9" height="9"/><rect width="40" height="40" fill="#00ff00" onload="alert(1)"/>`),
      )
    })
    const made = await media([host]).image({ src: `ipfs://${cid}/1.svg`, width: 64, client: clientAt('a reader') })
    expect(await isImage(made)).toBe(true)
    expect(made.toString('latin1')).not.toMatch(/script|alert|iframe/)
    expect(asked).toEqual([`/${cid}/1.svg`])
  })

  it('shows the first frame of a GIF of 20 MB, small', { timeout: 240_000 }, async () => {
    const [width, height] = [1200, 900]
    const still = await sharp(noise(width, height), { raw: { width, height, channels: 3 } })
      .gif({ effort: 1, dither: 0, colours: 16 })
      .toBuffer()
    const gif = animated(still, 34)
    expect(gif.byteLength).toBeGreaterThan(10 * 1024 * 1024)
    expect(gif.byteLength).toBeLessThan(25 * 1024 * 1024)
    const host = await gateway((_, answer) => answer.end(gif))
    const made = await media([host]).image({ src: `ipfs://${cid}/1.gif`, width: 256, client: clientAt('a reader') })
    expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 256, height: 192 })
    expect(made.byteLength).toBeLessThan(1024 * 1024)
  })
})
