import * as shapes from '@dicebear/shapes'
import { colors, diceBearStyle, spelled } from '../dice-bear-style.ts'

const PAPERS = {
  Coral: 'f2695c',
  Mustard: 'edb23c',
  Petrol: '17576b',
  Sand: 'f0dfc0',
  Rose: 'f4b6b8',
  Olive: '77804a',
  Ink: '1d1f33',
}
const FORMS = ['rectangleFilled', 'ellipseFilled', 'polygonFilled', 'rectangle', 'ellipse', 'polygon', 'line']

/** Cut paper on paper. Style: Shapes. */
export const paperCuts = diceBearStyle(shapes, [
  {
    name: 'Sheet',
    option: 'backgroundColor',
    ...colors({ Sand: 'f0dfc0', Petrol: '17576b', Ink: '1d1f33', Rose: 'f4b6b8', Olive: '77804a' }),
  },
  { name: 'First Cut', option: 'shape1', ...spelled(FORMS.slice(0, 3)) },
  { name: 'First Paper', option: 'shape1Color', ...colors(PAPERS) },
  { name: 'Second Cut', option: 'shape2', ...spelled(FORMS) },
  {
    name: 'Second Paper',
    option: 'shape2Color',
    ...colors({ Mustard: 'edb23c', Coral: 'f2695c', Rose: 'f4b6b8', Petrol: '17576b' }),
  },
  { name: 'Third Cut', option: 'shape3', ...spelled(FORMS) },
  {
    name: 'Third Paper',
    option: 'shape3Color',
    ...colors({ Ink: '1d1f33', Sand: 'f0dfc0', Coral: 'f2695c', Mustard: 'edb23c' }),
  },
])
