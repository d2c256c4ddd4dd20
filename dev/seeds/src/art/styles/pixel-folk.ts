import * as pixelArt from '@dicebear/pixel-art'
import { colors, diceBearStyle, numbered, variants } from '../dice-bear-style.ts'

const GLASSES = ['light01', 'light02', 'light03', 'light05', 'dark01', 'dark03', 'dark05', 'dark07']
const HAIR = [
  ...variants(24).map((name) => name.replace('variant', 'short')),
  ...variants(21).map((name) => name.replace('variant', 'long')),
]

/** Faces of 16 by 16 pixels. Style: Pixel Art. */
export const pixelFolk = diceBearStyle(pixelArt, [
  {
    name: 'Screen',
    option: 'backgroundColor',
    ...colors({
      Teal: '2f6f73',
      Plum: '553c68',
      Slate: '3c4a63',
      Rust: 'a2553a',
      Moss: '5d6d3f',
      Rose: 'b9667a',
      Gold: 'd9a441',
    }),
  },
  { name: 'Hair', option: 'hair', ...numbered('Hair', HAIR) },
  {
    name: 'Hair Color',
    option: 'hairColor',
    ...colors({ Brown: '603a14', Black: '28150a', Blond: 'cab188', Red: '611c17', Aqua: '3ec6c0', Pink: 'e35d9a' }),
  },
  { name: 'Clothing', option: 'clothing', ...numbered('Shirt', variants(23)) },
  { name: 'Eyes', option: 'eyes', ...numbered('Eyes', variants(12)) },
  { name: 'Hat', option: 'hat', presence: 0.14, ...numbered('Hat', variants(10)) },
  { name: 'Glasses', option: 'glasses', presence: 0.2, ...numbered('Glasses', GLASSES) },
  { name: 'Beard', option: 'beard', presence: 0.15, ...numbered('Beard', variants(8)) },
  { name: 'Jewellery', option: 'accessories', presence: 0.08, ...numbered('Piece', variants(4)) },
])
