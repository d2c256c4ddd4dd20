import type { DrawnCollection } from './demo-collection.ts'
import { stamps } from './styles/stamps.ts'

/** Collections of the first token standard, from the days before objects. */
export const HEIRLOOMS: readonly DrawnCollection[] = [
  {
    slug: 'first-issues',
    name: 'First Issues',
    description:
      'Stamps from the first days of the post, when a letter still had to be taken from the counter by hand.',
    itemName: 'Issue',
    supply: 40,
    royaltyBps: 400,
    style: stamps,
    cover: 7,
  },
]

/** Collections of the first standard that are offered as a whole to a wallet that has not claimed them yet. */
export const RAFFLES: readonly DrawnCollection[] = [
  {
    slug: 'harbour-raffle',
    name: 'Harbour Raffle',
    description: 'Tickets of the harbour festival. One roll, one number drawn, and someone had bought the whole roll.',
    itemName: 'Ticket',
    supply: 130,
    royaltyBps: 0,
    style: stamps,
    cover: 21,
  },
]
