import * as thumbs from '@dicebear/thumbs'
import { colors, diceBearStyle, numbered } from '../dice-bear-style.ts'

const FACES = ['variant1', 'variant2', 'variant3', 'variant4', 'variant5']
const EYES = [
  'variant1W10',
  'variant2W12',
  'variant3W14',
  'variant4W16',
  'variant5W12',
  'variant6W14',
  'variant7W10',
  'variant8W12',
  'variant9W16',
]

/** Cheerful thumbs. Style: Thumbs. */
export const thumbPeople = diceBearStyle(thumbs, [
  {
    name: 'Background',
    option: 'backgroundColor',
    ...colors({ Cream: 'f7ead3', Mint: 'bfe3d0', Sky: 'b8d8f0', Peach: 'fbc9a8', Night: '2a2d4a', Lilac: 'cdbdf2' }),
  },
  {
    name: 'Skin',
    option: 'shapeColor',
    ...colors({
      Tangerine: 'f2803c',
      Lagoon: '1c8aa0',
      Grape: '6f52c8',
      Lime: '8ab83a',
      Cherry: 'd63d52',
      Cocoa: '7a4b32',
      Gold: 'e9b22e',
    }),
  },
  { name: 'Face', option: 'face', ...numbered('Face', FACES) },
  { name: 'Eyes', option: 'eyes', ...numbered('Eyes', EYES) },
  { name: 'Eye Color', option: 'eyesColor', ...colors({ Black: '16161d', White: 'ffffff' }) },
  { name: 'Mouth', option: 'mouth', ...numbered('Mouth', FACES) },
  { name: 'Lip', option: 'mouthColor', ...colors({ Black: '16161d', White: 'ffffff' }) },
])
