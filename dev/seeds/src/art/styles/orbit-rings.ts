import * as rings from '@dicebear/rings'
import { colors, diceBearStyle, spelled } from '../dice-bear-style.ts'

const ARCS = ['half', 'quarter', 'eighth', 'full']

/** Five broken rings around one centre. Style: Rings. */
export const orbitRings = diceBearStyle(rings, [
  {
    name: 'Space',
    option: 'backgroundColor',
    ...colors({ Void: '101018', Deep: '14213d', Plum: '2b1834', Bone: 'efe9dc' }),
  },
  {
    name: 'Signal',
    option: 'ringColor',
    ...colors({ Amber: 'ffb84d', Cyan: '4dd0e1', Violet: '9d80ff', Coral: 'ff7d66', Green: '81c784', Rose: 'f48fb1' }),
  },
  { name: 'Core', option: 'ringOne', ...spelled(ARCS) },
  { name: 'Second', option: 'ringTwo', ...spelled(ARCS) },
  { name: 'Third', option: 'ringThree', ...spelled(ARCS) },
  { name: 'Fourth', option: 'ringFour', ...spelled(ARCS) },
  { name: 'Rim', option: 'ringFive', ...spelled(['full', 'half', 'quarter', 'eighth']) },
])
