import { SHARE_CARD } from '@opal/contract/constants/share-card-url'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawCard, drawText, shareCardBackground } from './draw-share-card.ts'
import type { ShareCardFacts } from './render-share-card.ts'

const facts: ShareCardFacts = {
  kicker: 'Opal · NFT collection',
  name: 'Tidepool Lanterns',
  art: [],
  colour: '#3366cc',
  isVerified: true,
  metrics: [
    { label: 'Floor', value: '12.3457 APT' },
    { label: 'Top bid', value: '-' },
    { label: 'Owners', value: '12' },
    { label: 'Items', value: '10K' },
  ],
}
const NAME = { weight: 'bold', size: 54, colour: '#f3f2f7', width: 458, lines: 3 } as const

/** Pixels that are lighter than anything behind the words, in a part of a card. */
async function brightIn(card: Buffer, left: number, top: number, width: number, height: number): Promise<number> {
  const { data } = await sharp(card)
    .extract({ left, top, width, height })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.filter((level) => level > 200).length
}

describe('a share card', () => {
  it('has the size that readers of links expect, and shows the art, the name and the metrics', async () => {
    const art = await sharp({ create: { width: 40, height: 80, channels: 3, background: '#00ff00' } })
      .webp()
      .toBuffer()
    const card = await drawCard(facts, art)
    const { format, width, height } = await sharp(card).metadata()
    expect({ type: `image/${format}`, width, height }).toEqual(SHARE_CARD)
    const pixel = await sharp(card).extract({ left: 300, top: 300, width: 1, height: 1 }).raw().toBuffer()
    expect(pixel[1]).toBeGreaterThan(240)
    expect(await brightIn(card, 680, 170, 480, 140)).toBeGreaterThan(500)
    expect(await brightIn(card, 680, 430, 480, 60)).toBeGreaterThan(200)
  })

  it('shows the first letter where there is no art', async () => {
    const card = await drawCard(facts, null)
    expect(await brightIn(card, 100, 100, 430, 430)).toBeGreaterThan(5_000)
  })

  it('refuses art that is no image', async () => {
    await expect(drawCard(facts, Buffer.from('<html>'))).rejects.toMatchObject({ code: 'media-unreadable' })
  })

  it.each([
    ['markup', '<span size="999999">big</span> & <b>bold', 40],
    ['an open tag', '<<<>>>&&&', 40],
    ['a name without end', 'W'.repeat(100_000), 40],
    ['a name without spaces to break at', 'https://example.com/'.repeat(20), 40],
    ['nothing that can be seen', '\u202e\u0000\u200b', 40],
    ['piles of marks', `Z${'\u0351'.repeat(5_000)}`.repeat(20), 40],
    ['letters that no font has', '\u{1F600}\u{10FFFD}日本'.repeat(30), 40],
  ])('is made of %s as words, within its lines', async (_, name) => {
    const card = await drawCard({ ...facts, name, kicker: name }, null)
    expect(await sharp(card).metadata()).toMatchObject({ width: SHARE_CARD.width, height: SHARE_CARD.height })
    const text = await drawText(name, NAME)
    expect(text?.width ?? 0).toBeLessThanOrEqual(NAME.width)
    expect(text?.height ?? 0).toBeLessThanOrEqual(NAME.lines * NAME.size * 1.3)
  })

  it('is made of any words whatever', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200, size: 'max' }), async (name) => {
        const text = await drawText(name, NAME)
        expect(text?.height ?? 0).toBeLessThanOrEqual(NAME.lines * NAME.size * 1.3)
      }),
      { numRuns: runs(25) },
    )
  })

  it('takes no colour that is more than one', () => {
    expect(() => shareCardBackground('#fff"/><script/>', false)).toThrow(RangeError)
  })
})
