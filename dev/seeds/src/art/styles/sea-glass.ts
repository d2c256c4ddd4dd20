import * as glass from '@dicebear/glass'
import { colors, diceBearStyle, spelled } from '../dice-bear-style.ts'

const PANES = ['g', 'r', 'a', 'd', 'i', 'e', 'n', 't']

/** Light through frosted panes. Style: Glass. */
export const seaGlass = diceBearStyle(
  glass,
  [
    {
      name: 'Tint',
      option: 'backgroundColor',
      ...colors({
        Kelp: ['2f8f6a', 'c9d96b'],
        Tide: ['1d5fa8', '5fd0d6'],
        Foam: ['8fded0', 'f3d9c4'],
        Amber: ['f2a33a', 'd9486a'],
        Dusk: ['5a3fb8', 'f08ab0'],
        Coral: ['f0695a', 'ffc27a'],
        Moonstone: ['6f86b8', 'e6dcf2'],
        Onyx: ['17171f', '6a5a8f'],
      }),
    },
    { name: 'Pane', option: 'shape1', ...spelled(PANES) },
    { name: 'Inlay', option: 'shape2', ...spelled(PANES) },
  ],
  { backgroundType: ['gradientLinear'] },
)
