import type { DemoCollection } from './demo-collection.ts'
import { constellations } from './styles/constellations.ts'
import { contourMap } from './styles/contour-map.ts'
import { herbarium } from './styles/herbarium.ts'
import { kilnMarks } from './styles/kiln-marks.ts'
import { planets } from './styles/planets.ts'
import { ranges } from './styles/ranges.ts'
import { skylines } from './styles/skylines.ts'
import { stamps } from './styles/stamps.ts'

/** Collections of places and things. */
export const PLACE_COLLECTIONS: readonly DemoCollection[] = [
  {
    slug: 'small-planets',
    name: 'Small Planets',
    description: 'Four hundred small worlds, each with its weather, its moons and nobody on it yet.',
    itemName: 'Planet',
    supply: 400,
    royaltyBps: 500,
    style: planets,
    cover: 101,
    market: { ageDays: 90, openingFloor: 18, trend: 0.006, volatility: 0.065, interest: 10, mintPrice: 10 },
  },
  {
    slug: 'rooms-at-dusk',
    name: 'Rooms at Dusk',
    description: 'A city seen from its own roofs, at the hour when the windows start to matter.',
    itemName: 'Skyline',
    supply: 250,
    royaltyBps: 500,
    style: skylines,
    cover: 5,
    market: { ageDays: 77, openingFloor: 8, trend: 0.004, volatility: 0.06, interest: 6 },
  },
  {
    slug: 'ranges',
    name: 'Ranges',
    description: 'Mountains behind mountains. Walk in for as long as you like.',
    itemName: 'Range',
    supply: 300,
    royaltyBps: 300,
    style: ranges,
    cover: 1,
    market: { ageDays: 69, openingFloor: 5, trend: -0.003, volatility: 0.06, interest: 5 },
  },
  {
    slug: 'contour-club',
    name: 'Contour Club',
    description: 'Survey sheets of islands that are not there, at intervals of ten, twenty and fifty metres.',
    itemName: 'Sheet',
    supply: 200,
    royaltyBps: 500,
    style: contourMap,
    cover: 6,
    market: { ageDays: 60, openingFloor: 7, trend: -0.007, volatility: 0.06, interest: 4 },
  },
  {
    slug: 'minor-constellations',
    name: 'Minor Constellations',
    description: 'Figures of stars that nobody has named. Holders may.',
    itemName: 'Constellation',
    supply: 288,
    royaltyBps: 500,
    style: constellations,
    cover: 5,
    market: { ageDays: 52, openingFloor: 6.5, trend: 0.006, volatility: 0.055, interest: 5 },
  },
  {
    slug: 'nowhere-post',
    name: 'Post Offices of Nowhere',
    description: 'Postage of five countries that no map shows. Inverted prints exist; few have been found.',
    itemName: 'Stamp',
    supply: 500,
    royaltyBps: 250,
    style: stamps,
    cover: 1,
    market: { ageDays: 83, openingFloor: 2.2, trend: 0.008, volatility: 0.075, interest: 6, mintPrice: 1 },
  },
  {
    slug: 'herbarium-nova',
    name: 'Herbarium Nova',
    description: 'Pressed flowers from a flora that grew in a loop. Mind the ladybirds.',
    itemName: 'Specimen',
    supply: 365,
    royaltyBps: 500,
    style: herbarium,
    cover: 25,
    market: { ageDays: 40, openingFloor: 3.5, trend: 0.012, volatility: 0.06, interest: 6, mintPrice: 2 },
  },
  {
    slug: 'kiln-marks',
    name: 'Kiln Marks',
    description: 'Pots from a kiln that fires one of each. A few were broken and mended with gold.',
    itemName: 'Vessel',
    supply: 180,
    royaltyBps: 1000,
    style: kilnMarks,
    cover: 10,
    market: { ageDays: 66, openingFloor: 32, trend: -0.002, volatility: 0.05, interest: 4, mintPrice: 20 },
  },
]
