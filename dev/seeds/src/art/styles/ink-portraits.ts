import * as lorelei from '@dicebear/lorelei'
import { values } from '../art-style.ts'
import { colors, diceBearStyle, numbered, spelled, variants } from '../dice-bear-style.ts'

const MOUTHS = ['happy01', 'happy02', 'happy05', 'happy08', 'happy12', 'happy16', 'sad01', 'sad05', 'sad09']

/** Ink portraits on quiet grounds. Style: Lorelei. */
export const inkPortraits = diceBearStyle(
  lorelei,
  [
    {
      name: 'Background',
      option: 'backgroundColor',
      ...colors({
        Linen: 'efe6d8',
        Mist: 'cfd8dc',
        Sage: 'c3d0b8',
        Blush: 'efc9c3',
        Dusk: '9fa4c4',
        Ochre: 'e0b45c',
        Coral: 'e9806e',
      }),
    },
    { name: 'Hair', option: 'hair', ...numbered('Cut', variants(48)) },
    {
      name: 'Hair Color',
      option: 'hairColor',
      ...colors({ Ink: '1a1a22', Chestnut: '4a2c24', Copper: 'a4502e', Silver: '8d8f99', Indigo: '39357a' }),
    },
    { name: 'Eyes', option: 'eyes', ...numbered('Gaze', variants(24)) },
    { name: 'Mouth', option: 'mouth', ...spelled(MOUTHS) },
    { name: 'Glasses', option: 'glasses', presence: 0.28, ...numbered('Frame', variants(5)) },
    { name: 'Earrings', option: 'earrings', presence: 0.25, ...numbered('Pair', variants(3)) },
    { name: 'Beard', option: 'beard', presence: 0.1, ...numbered('Beard', variants(2)) },
    {
      name: 'Freckles',
      option: 'freckles',
      presence: 0.12,
      values: values({ Freckled: 1 }),
      names: { Freckled: 'variant01' },
    },
    {
      name: 'Flowers',
      option: 'hairAccessories',
      presence: 0.06,
      values: values({ Wreath: 1 }),
      names: { Wreath: 'flowers' },
    },
  ],
  { hairAccessoriesColor: ['b3433a'] },
)
