import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import type { DemoCollection } from '../art/demo-collection.ts'
import { decide } from '../market/decide.ts'
import { demoModules } from '../market/demo-modules.ts'
import { callOf, createDemoSigner } from '../market/sign-demo-call.ts'
import { stepOf } from '../market/step-of.ts'
import type { Venue } from '../market/venue.ts'
import { actionAt, venueFor } from '../market/venue-for.ts'
import type { Random } from '../random.ts'
import { CastOfStory } from './cast-of-story.ts'
import { NodeApi } from './node-api.ts'
import { OfferWatch } from './offer-watch.ts'
import { readMarket } from './read-market.ts'
import { type IndexedToken, indexTokens } from './token-index.ts'

/** Where a story takes place. */
export interface StoryWorld {
  /** Read from; written to through the node's REST API alone. */
  readonly ledger: Ledger
  readonly nodeUrl: string
  readonly venues: readonly Venue[]
  readonly collections: readonly DemoCollection[]
  readonly random: Random
}

const EXPIRY_SECONDS = 30n

/** Takes turns on the market as it is found. */
export class Story {
  readonly #world: StoryWorld
  readonly #node: NodeApi
  readonly #cast: CastOfStory
  readonly #offers: OfferWatch
  readonly #tokens = new Map<DemoCollection, readonly IndexedToken[]>()
  readonly #sign = createDemoSigner(demoModules())

  constructor(world: StoryWorld) {
    this.#world = world
    this.#node = new NodeApi(world.nodeUrl)
    this.#cast = new CastOfStory(world.ledger)
    this.#offers = new OfferWatch(world.ledger, world.venues)
  }

  /**
   * Somebody does something, or nobody anything.
   * @throws Error when the node refuses or fails it.
   */
  async turn(): Promise<{ readonly who: string; readonly did: string; readonly status: string } | null> {
    const { venues, random, collections, ledger } = this.#world
    const demo = random.weighted(collections.map((one) => ({ demo: one, weight: one.market.interest }))).demo
    await this.#offers.catchUp()
    const day = Date.now() / 86_400_000
    const source = { ledger, venues, cast: this.#cast, offers: this.#offers, day }
    const market = readMarket(source, demo, this.#tokensOf(demo))
    const action = decide({ market, people: this.#cast.actors(), day, random })
    if (action === null) return null
    const nowSeconds = BigInt(Math.floor(Date.now() / 1_000))
    const venue = venueFor(action, venues, random)
    const { person, payload } = stepOf(venue, market, actionAt(venue, action), nowSeconds)
    const signedBytes = this.#sign(person.trader, callOf(payload), {
      sequenceNumber: await this.#node.sequenceNumber(person.trader.address),
      expirationSeconds: nowSeconds + EXPIRY_SECONDS,
      chainId: ledger.head.chainId,
    })
    const { status } = await this.#node.submit(Uint8Array.from(signedBytes))
    return { who: person.trader.name, did: `${action.kind} ${demo.name}`, status }
  }

  #tokensOf(demo: DemoCollection): readonly IndexedToken[] {
    const known = this.#tokens.get(demo) ?? indexTokens(this.#world.ledger, demo)
    this.#tokens.set(demo, known)
    return known
  }
}
