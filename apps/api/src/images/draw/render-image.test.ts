import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { renderImage } from '../../testing/render-image.ts'

const svg = (body: string, size = 10) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}">${body}</svg>`,
  )

describe('renderImage', () => {
  it('draws an SVG at the size asked for', async () => {
    const made = await sharp(await renderImage(svg('<rect width="10" height="10" fill="#f00"/>'), 256)).metadata()
    expect(made).toMatchObject({ format: 'webp', width: 256, height: 256 })
  })

  it('lets nothing of an SVG but its drawing through', async () => {
    const made = await renderImage(
      svg(
        '<script>alert(1)</script><image xlink:href="file:///etc/passwd" width="9" height="9"/><rect width="1" height="1"/>',
      ),
      64,
    )
    expect(made.toString('latin1')).not.toMatch(/script|alert|root:/)
    expect((await sharp(made).metadata()).format).toBe('webp')
  })

  it('makes photographs smaller but never larger, and turns them upright', async () => {
    const photograph = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#123' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await sharp(await renderImage(photograph, 64)).metadata()).toMatchObject({ width: 64, height: 192 })
    expect(await sharp(await renderImage(photograph, 2048)).metadata()).toMatchObject({ width: 100, height: 300 })
  })

  it.each([
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    ['an image cut short', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an SVG of a trillion pixels', svg('<rect/>', 1_000_000)],
    ['an SVG of three megabytes', svg('<rect/>'.repeat(430_000))],
    ['a compressed SVG', gzipSync(svg('<rect/>'))],
  ])('refuses %s', async (_, source) => {
    await expect(renderImage(source, 64)).rejects.toMatchObject({ code: 'media-unreadable' })
  })
})
