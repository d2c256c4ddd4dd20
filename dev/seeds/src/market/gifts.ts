import { GEAR_ADDRESS } from '@opal/dev-chain/modules/gear/gear'
import { demoArtist } from '../accounts/demo-cast.ts'
import type { DrawnCollection } from '../art/demo-collection.ts'
import type { GearPiece } from '../art/gear-art.ts'
import { issueSteps, offerStep, sendSteps } from './heirlooms/issue-v1.ts'
import type { HistoryWriter } from './history-writer.ts'
import type { Participant } from './market-state.ts'

/** Winner of all raffles: the fourth of the visitors' accounts. */
const WINNER = 3

/** Pieces of a game that people own, by their places in the cast. */
const GEAR: readonly (GearPiece & { readonly owner: number })[] = [
  { owner: 0, code: 501, type: 0 },
  { owner: 0, code: 300, type: 1 },
  { owner: 0, code: 200, type: 2 },
  { owner: 1, code: 100, type: 0 },
  { owner: 2, code: 401, type: 2 },
  { owner: 5, code: 400, type: 0 },
]

/** Issues a collection of the first standard and offers all of it to one wallet, which has not claimed any: more than a page of offers. */
export function offerEverything(
  writer: HistoryWriter,
  collection: DrawnCollection,
  people: readonly Participant[],
  startMicros: bigint,
): void {
  const winner = people[WINNER]?.trader
  if (winner === undefined) throw new RangeError('there are too few people')
  const artist = demoArtist(collection.slug)
  const numbers = Array.from({ length: collection.supply }, (_, index) => index + 1)
  const offers = numbers.map((n) => offerStep(collection, artist, winner, n))
  sendSteps(writer, [...issueSteps(collection), ...offers], startMicros)
}

/** Makes the game mint a few pieces for their owners. */
export function makeGear(writer: HistoryWriter, people: readonly Participant[]): void {
  for (const { owner, code, type } of GEAR) {
    const person = people[owner]?.trader
    if (person === undefined) continue
    writer.send(person, { function: `${GEAR_ADDRESS}::gear::mint`, args: [person.address, type, BigInt(code)] })
  }
  writer.commit()
}
