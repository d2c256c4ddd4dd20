import { SHARE_CARD } from '@opal/contract/share-card-url'
import sharp, { type OverlayOptions } from 'sharp'
import { MediaUnreadableError } from '../media-errors.ts'
import { cardBackground, DEFAULT_TINT } from './card-background.ts'
import type { CardFacts, CardFigure } from './card-facts.ts'
import { drawText, type TextPicture, type TextStyle } from './draw-text.ts'
import { firstLetter } from './plain-text.ts'

/** The art is a square as tall as the card; beside it the words have this place. Pixels. */
const ART = SHARE_CARD.height
const LEFT = ART + 56
const WIDTH = SHARE_CARD.width - LEFT - 56

const KICKER = { weight: 'medium', size: 26, colour: '#a9a7b6', width: WIDTH, lines: 1 } as const
const NAME = { weight: 'bold', size: 54, colour: '#f3f2f7', width: WIDTH, lines: 3 } as const
const LABEL = { weight: 'medium', size: 22, colour: '#8b8999', width: WIDTH / 2 - 16, lines: 1 } as const
const VALUE = { weight: 'bold', size: 31, colour: '#f3f2f7', width: WIDTH / 2 - 16, lines: 1 } as const
const LETTER = { weight: 'bold', size: 300, colour: '#f3f2f7', width: ART - 80, lines: 1 } as const

/**
 * A share card as PNG.
 * @param art a picture that a browser could show; null when there is none: the name's first letter stands in.
 * @throws MediaUnreadableError when the art cannot be drawn.
 */
export async function drawCard(facts: CardFacts, art: Buffer | null): Promise<Buffer> {
  const left = art === null ? await letterOf(facts.name) : [await square(art)]
  const layers = [...left, ...(await words(facts)), ...(await figures(facts.figures))]
  return sharp(cardBackground(facts.colour ?? DEFAULT_TINT, facts.isVerified))
    .composite(layers)
    .png({ compressionLevel: 8 })
    .toBuffer()
}

async function square(art: Buffer): Promise<OverlayOptions> {
  try {
    return {
      input: await sharp(art).resize(ART, ART, { fit: 'cover' }).png({ compressionLevel: 1 }).toBuffer(),
      left: 0,
      top: 0,
    }
  } catch (cause) {
    throw new MediaUnreadableError('it is no picture, or a broken one', { cause })
  }
}

async function letterOf(name: string): Promise<OverlayOptions[]> {
  const letter = (await drawText(firstLetter(name), LETTER)) ?? (await drawText('?', LETTER))
  if (letter === null) return []
  return [place(letter, Math.floor((ART - letter.width) / 2), Math.floor((ART - letter.height) / 2))]
}

/** The small line and the name below it. */
async function words({ kicker, name }: CardFacts): Promise<OverlayOptions[]> {
  const [above, title] = await Promise.all([drawText(kicker, KICKER), drawText(name, NAME)])
  return [...(above ? [place(above, LEFT, 132)] : []), ...(title ? [place(title, LEFT, 178)] : [])]
}

/** Two columns, two rows. */
async function figures(all: readonly CardFigure[]): Promise<OverlayOptions[]> {
  const drawn = all.slice(0, 4).map(async ({ label, value }, index) => {
    const left = LEFT + (index % 2) * Math.floor(WIDTH / 2)
    const top = 412 + Math.floor(index / 2) * 96
    const line = async (text: string, style: TextStyle, at: number) => {
      const picture = await drawText(text, style)
      return picture === null ? [] : [place(picture, left, at)]
    }
    return [...(await line(label, LABEL, top)), ...(await line(value, VALUE, top + 32))]
  })
  return (await Promise.all(drawn)).flat()
}

function place({ input }: TextPicture, left: number, top: number): OverlayOptions {
  return { input, left, top }
}
