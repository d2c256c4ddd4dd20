import type { DemoCollection } from './demo-collection.ts'
import { PATTERN_COLLECTIONS } from './pattern-collections.ts'
import { PLACE_COLLECTIONS } from './place-collections.ts'
import { PORTRAIT_COLLECTIONS } from './portrait-collections.ts'

/** Every collection of the demo market. */
export const DEMO_COLLECTIONS: readonly DemoCollection[] = [
  ...PORTRAIT_COLLECTIONS,
  ...PLACE_COLLECTIONS,
  ...PATTERN_COLLECTIONS,
]
