import { encodeBcsArgument } from '@opal/dev-chain/ledger/encode-argument'
import { parseMoveType } from '@opal/dev-chain/ledger/move-type'
import type { MoveValue } from '@opal/dev-chain/modules/move-module'
import type { DemoAccount } from '../accounts/demo-account.ts'
import { demoArtist } from '../accounts/demo-cast.ts'
import type { DrawnCollection } from '../art/demo-collection.ts'
import { collectionUri, tokenUri } from '../art/metadata.ts'
import { tokenName, traitsOf } from '../art/token-art.ts'
import type { HistoryWriter } from './history-writer.ts'
import type { Participant } from './market-state.ts'

const STRING = '0x1::string::String'
const BPS = 10_000n
/** Transactions of one block. */
const BATCH = 10
/** Microseconds between two blocks. */
const SPACING_MICROS = 60_000_000n
/** So many people hold some, so many each. */
const HOLDERS = 12
const EACH = 2
/** So many are given by an offer that was taken; so many offers still wait, one for each account that visitors play. */
const CLAIMED = 4
const WAITING = 6

/** A collection of the first token standard: issued, handed out to whoever takes it, and some of it left to claim. */
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
    const steps = [this.#creation(), ...this.#mints(), ...this.#handOuts(), ...this.#claims()]
    for (let first = 0; first < steps.length; first += BATCH) {
      this.#writer.moveTo(startMicros + SPACING_MICROS * BigInt(first / BATCH))
      for (const [account, name, args] of steps.slice(first, first + BATCH)) this.#send(account, name, args)
    }
    this.#writer.commit()
  }

  /** Leaves offers that wait to be claimed: one to each whom visitors play, and one of theirs to somebody else. */
  offer(): void {
    const first = HOLDERS * EACH + CLAIMED + 1
    this.#people.slice(0, WAITING).forEach((person, index) => {
      this.#send(...this.#offerStep(this.#artist, person, first + index))
    })
    const [visitor, friend] = [this.#person(0), this.#person(WAITING)]
    this.#send(...this.#offerStep(visitor, friend, 1))
  }

  #creation(): Step {
    const { name, description, supply } = this.#collection
    const fixed = [false, false, false]
    const args = [name, description, collectionUri(this.#collection), BigInt(supply), fixed]
    return [this.#artist, 'token::create_collection_script', args]
  }

  #mints(): Step[] {
    const numbers = Array.from({ length: this.#collection.supply }, (_, index) => index + 1)
    return numbers.map((n) => [this.#artist, 'token::create_token_script', this.#mint(n)])
  }

  /** @source 0x3::token::create_token_script */
  #mint(n: number): MoveValue[] {
    const { name, description, royaltyBps } = this.#collection
    const traits = Object.entries(traitsOf(this.#collection, n))
    const about = [name, tokenName(this.#collection, n), description, 1n, 1n, tokenUri(this.#collection, n)]
    const royalty = [this.#artist.address, BPS, BigInt(royaltyBps)]
    const fixed = [false, false, false, false, false]
    const values = traits.map(([, value]) => encodeBcsArgument(parseMoveType(STRING), value))
    return [...about, ...royalty, fixed, traits.map(([key]) => key), values, traits.map(() => STRING)]
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
    return [this.#artist, 'token::transfer_with_opt_in', [...this.#token(n), person.address, 1n]]
  }

  /** Who did not opt in takes by hand. */
  #claims(): Step[] {
    return Array.from({ length: CLAIMED }, (_, index) => index).flatMap((index) => {
      const [person, n] = [this.#person(HOLDERS + index), HOLDERS * EACH + index + 1]
      const claim: Step = [person, 'token_transfers::claim_script', [this.#artist.address, ...this.#token(n)]]
      return [this.#offerStep(this.#artist, person, n), claim]
    })
  }

  #offerStep(from: DemoAccount, to: DemoAccount, n: number): Step {
    return [from, 'token_transfers::offer_script', [to.address, ...this.#token(n), 1n]]
  }

  /** Creator, collection, name, property version. */
  #token(n: number): MoveValue[] {
    return [this.#artist.address, this.#collection.name, tokenName(this.#collection, n), 0n]
  }

  #person(index: number): DemoAccount {
    const person = this.#people[index]
    if (person === undefined) throw new RangeError(`there are fewer than ${index + 1} people`)
    return person
  }

  #send(account: DemoAccount, name: string, args: readonly MoveValue[]): void {
    this.#writer.send(account, { function: `0x3::${name}`, args })
  }
}

/** Who calls what of 0x3. */
type Step = readonly [account: DemoAccount, name: string, args: readonly MoveValue[]]
