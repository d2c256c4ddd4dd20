import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import type { DemoCollection } from '../art/demo-collection.ts'
import { stepOf } from '../market/actions/step-of.ts'
import { actionAt, type DemoMarketplace, marketplaceFor } from '../market/demo-marketplaces.ts'
import { demoModules } from '../market/demo-modules.ts'
import { callOf, createDemoSigner } from '../market/history-writer.ts'
import { isDead } from '../market/schedule.ts'
import type { Random } from '../random.ts'
import { decideStory, type Intention } from './decide-story.ts'
import { FairValues } from './fair-value.ts'
import { NodeApi } from './node-api.ts'
import { OfferWatch } from './offer-watch.ts'
import { readMarket } from './read-market.ts'
import { StoryCast } from './story-cast.ts'
import { type IndexedToken, indexTokens } from './token-index.ts'

/** Dependencies of a story. */
export interface StoryContext {
  /** Read from; written to through the node's REST API alone. */
  readonly ledger: Ledger
  readonly nodeUrl: string
  readonly marketplaces: readonly DemoMarketplace[]
  readonly collections: readonly DemoCollection[]
  /** Wallets without a name, as many as history had; none when left out. */
  readonly crowd?: number
  readonly random: Random
}

/** Subject of a turn. */
export interface StoryTurn {
  readonly demo: DemoCollection
  readonly intention: Intention
}

/** Share of the turns that are trades where no pace is set. */
const TRADES_IN_A_HURRY = 0.4

const EXPIRY_SECONDS = 30n

/** Takes turns on the market as it is found. */
export class Story {
  readonly #market: StoryContext
  readonly #node: NodeApi
  readonly #cast: StoryCast
  readonly #offers: OfferWatch
  readonly #worth: FairValues
  readonly #tokens = new Map<DemoCollection, readonly IndexedToken[]>()
  readonly #sign = createDemoSigner(demoModules())

  constructor(market: StoryContext) {
    this.#market = market
    this.#node = new NodeApi(market.nodeUrl)
    this.#cast = new StoryCast(market.ledger, market.collections, market.crowd ?? 0)
    this.#worth = new FairValues(market.collections)
    this.#offers = new OfferWatch(market.ledger, market.marketplaces)
  }

  /**
   * Plays one turn; null when no trader acts.
   * @param about chosen at random when left out.
   * @throws Error when the node refuses or fails it.
   */
  async turn(
    about: StoryTurn = this.#anyTurn(),
  ): Promise<{ readonly who: string; readonly did: string; readonly status: string } | null> {
    const { marketplaces, random, ledger } = this.#market
    const { demo, intention } = about
    await this.#offers.catchUp()
    const day = Date.now() / 86_400_000
    const source = { ledger, marketplaces, cast: this.#cast, offers: this.#offers, worth: this.#worth, day }
    const market = readMarket(source, demo, this.#tokensOf(demo))
    const turn = { market, people: this.#cast.actors(), day, random }
    const action = decideStory(turn, intention, intention === 'wash' ? this.#cast.ring() : [])
    if (action === null) return null
    const nowSeconds = BigInt(Math.floor(Date.now() / 1_000))
    const marketplace = marketplaceFor(action, marketplaces, random)
    const { person, payload } = stepOf(marketplace, market, actionAt(marketplace, action), nowSeconds)
    const signedBytes = this.#sign(person.trader, callOf(payload), {
      sequenceNumber: await this.#node.sequenceNumber(person.trader.address),
      expirationSeconds: nowSeconds + EXPIRY_SECONDS,
      chainId: ledger.head.chainId,
    })
    const { status } = await this.#node.submit(Uint8Array.from(signedBytes))
    return { who: person.trader.name, did: `${action.kind} ${demo.name}`, status }
  }

  #anyTurn(): StoryTurn {
    const { random, collections } = this.#market
    const alive = collections.filter((demo) => !isDead(demo))
    const { demo } = random.weighted(alive.map((one) => ({ demo: one, weight: one.market.interest })))
    return { demo, intention: random.chance(TRADES_IN_A_HURRY) ? 'trade' : 'quote' }
  }

  #tokensOf(demo: DemoCollection): readonly IndexedToken[] {
    const known = this.#tokens.get(demo) ?? indexTokens(this.#market.ledger, demo)
    this.#tokens.set(demo, known)
    return known
  }
}
