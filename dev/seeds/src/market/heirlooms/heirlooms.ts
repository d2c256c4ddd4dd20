import type { DemoAccount } from '../../accounts/demo-account.ts'
import { demoArtist } from '../../accounts/demo-cast.ts'
import type { DrawnCollection } from '../../art/demo-collection.ts'
import type { HistoryWriter } from '../history-writer.ts'
import type { Participant } from '../market-state.ts'
import { issueSteps, offerStep, type Step, sendStep, sendSteps, tokenArguments } from './issue-v1.ts'

/** Number of holders, and of tokens of each. */
const HOLDERS = 12
const EACH = 2
/** Number of tokens transferred by a claimed offer, and of offers still to be claimed: one for each account that visitors play. */
const CLAIMED = 4
const WAITING = 6

/** A v1 collection: minted, offered to wallets that claim it, and some of it still to claim. */
export class Heirlooms {
  readonly #writer: HistoryWriter
  readonly #collection: DrawnCollection
  readonly #people: readonly DemoAccount[]
  readonly #artist: DemoAccount

  /** @param people who may hold some; those that visitors play come first. */
  constructor(writer: HistoryWriter, collection: DrawnCollection, people: readonly Participant[]) {
    this.#writer = writer
    this.#collection = collection
    this.#people = people.map(({ trader }) => trader)
    this.#artist = demoArtist(collection.slug)
  }

  /** Issues all of it and gives most away, from this time on. */
  issue(startMicros: bigint): void {
    const steps = [...issueSteps(this.#collection), ...this.#handOuts(), ...this.#claims()]
    sendSteps(this.#writer, steps, startMicros)
  }

  /** Leaves offers that wait to be claimed: one to each whom visitors play, and one of theirs to someone else. */
  offer(): void {
    const first = HOLDERS * EACH + CLAIMED + 1
    this.#people.slice(0, WAITING).forEach((person, index) => {
      sendStep(this.#writer, offerStep(this.#collection, this.#artist, person, first + index))
    })
    const [visitor, friend] = [this.#person(0), this.#person(WAITING)]
    sendStep(this.#writer, offerStep(this.#collection, visitor, friend, 1))
  }

  #handOuts(): Step[] {
    return this.#people
      .slice(0, HOLDERS)
      .flatMap((person, index) => [
        [person, 'token::opt_in_direct_transfer', [true]] satisfies Step,
        ...Array.from({ length: EACH }, (_, own) => this.#handOut(person, index * EACH + own + 1)),
      ])
  }

  #handOut(person: DemoAccount, n: number): Step {
    return [this.#artist, 'token::transfer_with_opt_in', [...tokenArguments(this.#collection, n), person.address, 1n]]
  }

  /** Receivers who did not opt in claim by hand. */
  #claims(): Step[] {
    return Array.from({ length: CLAIMED }, (_, index) => index).flatMap((index) => {
      const [person, n] = [this.#person(HOLDERS + index), HOLDERS * EACH + index + 1]
      const claim: Step = [
        person,
        'token_transfers::claim_script',
        [this.#artist.address, ...tokenArguments(this.#collection, n)],
      ]
      return [offerStep(this.#collection, this.#artist, person, n), claim]
    })
  }

  #person(index: number): DemoAccount {
    const person = this.#people[index]
    if (person === undefined) throw new RangeError(`there are fewer than ${index + 1} people`)
    return person
  }
}
