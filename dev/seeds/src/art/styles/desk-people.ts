import * as notionists from '@dicebear/notionists'
import { colors, diceBearStyle, numbered, spelled, variants } from '../dice-bear-style.ts'

/** Line-drawn people at work. Style: Notionists. */
export const deskPeople = diceBearStyle(notionists, [
  {
    name: 'Wall',
    option: 'backgroundColor',
    ...colors({
      Plaster: 'f4efe6',
      Mint: 'c9e4d6',
      Sky: 'c4dcf2',
      Apricot: 'f7cfa8',
      Lilac: 'd9cdf0',
      Lemon: 'f5e38f',
      Brick: 'd97f63',
    }),
  },
  { name: 'Hair', option: 'hair', ...numbered('Hair', variants(63)) },
  { name: 'Outfit', option: 'body', ...numbered('Outfit', variants(25)) },
  { name: 'Brows', option: 'brows', ...numbered('Brows', variants(13)) },
  { name: 'Eyes', option: 'eyes', ...numbered('Eyes', variants(5)) },
  { name: 'Lips', option: 'lips', ...numbered('Lips', variants(30)) },
  { name: 'Badge', option: 'bodyIcon', presence: 0.4, ...spelled(['electric', 'saturn', 'galaxy']) },
  { name: 'Glasses', option: 'glasses', presence: 0.25, ...numbered('Glasses', variants(11)) },
  { name: 'Beard', option: 'beard', presence: 0.18, ...numbered('Beard', variants(12)) },
  {
    name: 'Gesture',
    option: 'gesture',
    presence: 0.12,
    ...spelled(['hand', 'handPhone', 'ok', 'okLongArm', 'point', 'pointLongArm', 'waveLongArm', 'waveLongArms']),
  },
])
