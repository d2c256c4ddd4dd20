import * as openPeeps from '@dicebear/open-peeps'
import { colors, diceBearStyle, numbered, spelled } from '../dice-bear-style.ts'

const FACES = [
  'smile',
  'calm',
  'cute',
  'smileBig',
  'driven',
  'serious',
  'tired',
  'blank',
  'awe',
  'contempt',
  'cheeky',
  'concerned',
  'suspicious',
  'smileTeethGap',
  'solemn',
]
const HEADS = [
  'short1',
  'medium1',
  'bun',
  'afro',
  'longCurly',
  'bangs',
  'shaved1',
  'twists',
  'hijab',
  'dreads1',
  'pomp',
  'flatTop',
  'hatBeanie',
  'bantuKnots',
  'cornrows',
  'mohawk',
  'turban',
  'hatHip',
  'grayBun',
  'noHair1',
  'bear',
]

/** People on the morning train. Style: Open Peeps. */
export const commuters = diceBearStyle(openPeeps, [
  {
    name: 'Window',
    option: 'backgroundColor',
    ...colors({
      Morning: 'f6d9b8',
      Rain: 'a9bccb',
      Tunnel: '2f3245',
      Field: 'b9d3a0',
      Evening: 'd98f8a',
      Snow: 'e9eef2',
    }),
  },
  { name: 'Head', option: 'head', ...spelled(HEADS) },
  { name: 'Mood', option: 'face', ...spelled(FACES) },
  {
    name: 'Coat',
    option: 'clothingColor',
    ...colors({
      Coral: 'e78276',
      Sun: 'ffcf77',
      Leaf: '78c185',
      Ice: '9ddadb',
      Denim: '8fa7df',
      Plum: 'a279c9',
      Ink: '333a4d',
    }),
  },
  {
    name: 'Glasses',
    option: 'accessories',
    presence: 0.25,
    ...numbered('Pair', ['glasses', 'glasses2', 'glasses3', 'glasses4', 'glasses5', 'sunglasses', 'sunglasses2']),
  },
  {
    name: 'Beard',
    option: 'facialHair',
    presence: 0.2,
    ...spelled(['chin', 'full', 'full2', 'goatee1', 'moustache1', 'moustache3']),
  },
  { name: 'Mask', option: 'mask', presence: 0.05, ...spelled(['medicalMask', 'respirator']) },
])
