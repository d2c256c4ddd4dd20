import type { DemoCollection } from './demo-collection.ts'
import { commuters } from './styles/commuters.ts'
import { deskPeople } from './styles/desk-people.ts'
import { inkPortraits } from './styles/ink-portraits.ts'
import { masks } from './styles/masks.ts'
import { mossfolk } from './styles/mossfolk.ts'
import { moths } from './styles/moths.ts'
import { pixelFolk } from './styles/pixel-folk.ts'
import { reefFish } from './styles/reef-fish.ts'
import { thumbPeople } from './styles/thumb-people.ts'

/** Collections of portraits and creatures. */
export const PORTRAIT_COLLECTIONS: readonly DemoCollection[] = [
  {
    slug: 'mossfolk',
    name: 'Mossfolk',
    description: 'Eight hundred round creatures that came out of the undergrowth and stayed for the company.',
    itemName: 'Mossfolk',
    supply: 800,
    royaltyBps: 500,
    style: mossfolk,
    cover: 1,
    market: { ageDays: 88, openingFloor: 6, trend: 0.006, volatility: 0.06, interest: 10, mintPrice: 3 },
  },
  {
    slug: 'quiet-company',
    name: 'Quiet Company',
    description: 'Ink portraits of people who listen. Drawn in five inks on seven papers.',
    itemName: 'Sitter',
    supply: 555,
    royaltyBps: 500,
    style: inkPortraits,
    cover: 8,
    market: { ageDays: 85, openingFloor: 9, trend: -0.002, volatility: 0.06, interest: 8 },
  },
  {
    slug: 'desk-dwellers',
    name: 'Desk Dwellers',
    description: 'The people behind the pull requests. Some wave, some point, one is on the phone.',
    itemName: 'Dweller',
    supply: 444,
    royaltyBps: 250,
    style: deskPeople,
    cover: 4,
    market: { ageDays: 71, openingFloor: 3.2, trend: -0.004, volatility: 0.07, interest: 5 },
  },
  {
    slug: 'eight-bit-alley',
    name: 'Eight-Bit Alley',
    description: 'Sixteen by sixteen neighbours from an alley that only exists on old screens.',
    itemName: 'Neighbour',
    supply: 1000,
    royaltyBps: 400,
    style: pixelFolk,
    cover: 5,
    market: { ageDays: 89, openingFloor: 14, trend: 0.012, volatility: 0.07, interest: 11, mintPrice: 8 },
  },
  {
    slug: 'thumbkins',
    name: 'Thumbkins',
    description: 'Thumbs with opinions. Free spirits, opposable by nature.',
    itemName: 'Thumbkin',
    supply: 420,
    royaltyBps: 0,
    style: thumbPeople,
    cover: 1,
    market: { ageDays: 34, openingFloor: 0.6, trend: -0.012, volatility: 0.1, interest: 4 },
  },
  {
    slug: 'commuters',
    name: 'The 7:42',
    description: 'Everyone on the 7:42, seen through the window of the train on the other track.',
    itemName: 'Passenger',
    supply: 300,
    royaltyBps: 500,
    style: commuters,
    cover: 11,
    market: { ageDays: 58, openingFloor: 4.5, trend: -0.006, volatility: 0.07, interest: 4 },
  },
  {
    slug: 'carnival-masks',
    name: 'Masks of Ombra',
    description: 'Carnival masks from Port Ombra, painted on one half and mirrored on the other.',
    itemName: 'Mask',
    supply: 333,
    royaltyBps: 750,
    style: masks,
    cover: 3,
    market: { ageDays: 64, openingFloor: 11, trend: -0.004, volatility: 0.08, interest: 6 },
  },
  {
    slug: 'moth-archive',
    name: 'Moth Archive',
    description: 'A cabinet of moths, pinned and labelled. The gilded ones are real, says the curator.',
    itemName: 'Moth',
    supply: 256,
    royaltyBps: 600,
    style: moths,
    cover: 3,
    market: { ageDays: 80, openingFloor: 24, trend: 0.01, volatility: 0.06, interest: 7, mintPrice: 15 },
  },
  {
    slug: 'reef-index',
    name: 'Reef Index',
    description: 'A complete index of one reef: every fish, its water and its mood.',
    itemName: 'Specimen',
    supply: 360,
    royaltyBps: 500,
    style: reefFish,
    cover: 17,
    market: { ageDays: 46, openingFloor: 2.4, trend: 0.012, volatility: 0.08, interest: 6, mintPrice: 1.5 },
  },
]
