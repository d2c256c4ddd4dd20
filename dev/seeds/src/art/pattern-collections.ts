import type { DemoCollection } from './demo-collection.ts'
import { bauhausTiles } from './styles/bauhaus-tiles.ts'
import { flowField } from './styles/flow-field.ts'
import { harmonograph } from './styles/harmonograph.ts'
import { orbitRings } from './styles/orbit-rings.ts'
import { paperCuts } from './styles/paper-cuts.ts'
import { seaGlass } from './styles/sea-glass.ts'
import { stainedGlass } from './styles/stained-glass.ts'
import { truchet } from './styles/truchet.ts'

/** Collections of form and colour. */
export const PATTERN_COLLECTIONS: readonly DemoCollection[] = [
  {
    slug: 'drift-atlas',
    name: 'Drift Atlas',
    description: 'Ink carried by a current. Each plate records one current for as long as the ink lasted.',
    itemName: 'Plate',
    supply: 128,
    royaltyBps: 700,
    style: flowField,
    cover: 2,
    videos: [2, 9, 17, 33, 64],
    market: { ageDays: 90, openingFloor: 58, trend: -0.003, volatility: 0.06, interest: 7 },
  },
  {
    slug: 'stained-hours',
    name: 'Stained Hours',
    description: 'Leaded windows for the hours of the day, lit from where the sun would be.',
    itemName: 'Window',
    supply: 240,
    royaltyBps: 500,
    style: stainedGlass,
    cover: 5,
    market: { ageDays: 74, openingFloor: 12, trend: -0.006, volatility: 0.065, interest: 5 },
  },
  {
    slug: 'blocks-no-9',
    name: 'Blocks No. 9',
    description: 'A wall of tiles, each turned by hand. After the workshop on the ninth floor.',
    itemName: 'Block',
    supply: 225,
    royaltyBps: 400,
    style: bauhausTiles,
    cover: 16,
    market: { ageDays: 63, openingFloor: 7.5, trend: 0.006, volatility: 0.07, interest: 5 },
  },
  {
    slug: 'endless-gardens',
    name: 'Endless Gardens',
    description: 'Two tiles, turned and turned again, until the path has no beginning.',
    itemName: 'Garden',
    supply: 200,
    royaltyBps: 300,
    style: truchet,
    cover: 6,
    market: { ageDays: 29, openingFloor: 1.4, trend: 0.02, volatility: 0.09, interest: 5, fate: 'washed' },
  },
  {
    slug: 'pendulum-songs',
    name: 'Pendulum Songs',
    description: 'A pendulum pen draws a musical interval until it rests. Fifths are common; the tritone is not.',
    itemName: 'Song',
    supply: 150,
    royaltyBps: 500,
    style: harmonograph,
    cover: 9,
    market: { ageDays: 87, openingFloor: 40, trend: 0.004, volatility: 0.06, interest: 5 },
  },
  {
    slug: 'paper-weights',
    name: 'Paper Weights',
    description: 'Three sheets, three cuts, no glue.',
    itemName: 'Composition',
    supply: 180,
    royaltyBps: 250,
    style: paperCuts,
    cover: 18,
    market: {
      ageDays: 49,
      openingFloor: 2.2,
      trend: -0.03,
      volatility: 0.05,
      interest: 0.4,
      mintPrice: 3,
      minted: 34,
      fate: 'failed',
    },
  },
  {
    slug: 'orbit-keys',
    name: 'Orbit Keys',
    description: 'Five broken rings around one centre. Together they are said to open something.',
    itemName: 'Key',
    supply: 512,
    royaltyBps: 500,
    style: orbitRings,
    cover: 5,
    market: { ageDays: 21, openingFloor: 0.9, trend: 0.03, volatility: 0.1, interest: 6, mintPrice: 0.5 },
  },
  {
    slug: 'sea-glass',
    name: 'Sea Glass',
    description: 'What the tide leaves: colour without edges.',
    itemName: 'Shard',
    supply: 220,
    royaltyBps: 200,
    style: seaGlass,
    cover: 5,
    market: {
      ageDays: 37,
      openingFloor: 6,
      trend: -0.06,
      volatility: 0.06,
      interest: 3,
      mintPrice: 4,
      fate: 'abandoned',
    },
  },
]
