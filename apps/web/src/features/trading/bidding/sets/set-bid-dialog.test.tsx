import type { SetToken } from '@opal/contract/token-sets'
import { parseAddress } from '@opal/domain/address'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { APT_DECIMALS, parseApt } from '../../../../shared/format/apt.ts'
import { formatUnits } from '../../../../shared/format/decimal.ts'
import { ApiFailure } from '../../../../testing/render-site.tsx'
import { testingCollection } from '../../../../testing/testing-collection.ts'
import { testingItem } from '../../../../testing/testing-item.ts'
import { MARKETPLACES } from '../../../../testing/testing-marketplaces.ts'
import { openTradeDialog, quoteOf, TOKEN, YOU } from '../../testing/trade-harness.tsx'
import { dialog, PATIENT, press, resetTradeHarness, says, user } from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const { collectionId, collectionName } = TOKEN
const SETS = '/data/token-sets'
const POOL_BID = '/api/collection/bid/pool'
const STRANGER = `0x${'d'.repeat(64)}`
const IDS = [1, 2, 3].map((at) => `0x${String(at).repeat(64)}`)
const ROOT = buildTokenSet(IDS.map((id) => leafOf({ standard: 'v2', tokenDataId: parseAddress(id) }))).root
const FITTING: readonly SetToken[] = IDS.map((tokenDataId) => ({ tokenDataId, names: null }))
const CONDITION = { attributes: [{ trait_type: 'Fur', value: ['Gold', 'Red'] }], rarityTop: 500 }
const POOLS = MARKETPLACES.map((one) => ({ ...one, abilities: [...one.abilities, 'place-pool-offer'] }))

const COLLECTION_BID = {
  collectionId,
  offerId: '1',
  remainingTokenAmount: '5',
  isPooled: false,
  marketplace: 'own',
  contractAddress: STRANGER,
  buyer: STRANGER,
  expiresAtSeconds: null,
}

interface Bodies {
  readonly announced: unknown[]
  readonly quoted: { readonly setRoot?: string; readonly price?: string; readonly deposit?: string }[]
  readonly searches: string[]
}

interface Changes {
  readonly fitting?: () => readonly SetToken[]
  readonly announce?: () => unknown
  readonly floor?: string | null
  /** Prices of all that others have listed, the cheapest first; the floor alone unless they are named. */
  readonly asks?: readonly string[]
  /** Last sale of any item of the collection. */
  readonly lastSale?: string | null
  /** Floor of the whole collection, which is its usual one. */
  readonly collectionFloor?: string | null
  /** Octas in the bidder's pool. */
  readonly pool?: string
  /** Price of a listing of the bidder's own. */
  readonly own?: string
  /** Bids on all that fits, best first, each of one wallet. */
  readonly setBids?: readonly { readonly price: string; readonly buyer: string }[]
  /** Best bid of others on any item of the collection. */
  readonly collectionBid?: string | null
}

function open(changes: Changes = {}) {
  const bodies: Bodies = { announced: [], quoted: [], searches: [] }
  const {
    fitting = () => FITTING,
    announce = () => ({ root: ROOT, size: 3 }),
    floor = '300000000',
    asks = floor === null ? [] : [floor],
    lastSale = null,
    collectionFloor = null,
    pool = '1000000000',
    own,
    setBids = [],
    collectionBid = null,
  } = changes
  openTradeDialog(
    {
      kind: 'set-bid',
      collection: { collectionId, collectionName, collectionImage: null },
      condition: CONDITION,
    },
    {
      marketplaces: POOLS,
      answers: {
        [SETS]: (body, url, method) => {
          if (method === 'GET') {
            bodies.searches.push(url.search)
            return { collectionId, tokens: fitting() }
          }
          bodies.announced.push(body)
          return announce()
        },
        [`/data/collection/biddings/set-levels/${collectionId}`]: () => ({
          data: setBids.map(({ price, buyer }) => ({
            id: price,
            price,
            size: '1',
            bidders: 1,
            buyers: [buyer],
            totalPrice: price,
          })),
          hasMore: false,
        }),
        [`/data/collection/biddings/top/${collectionId}`]: (_, url) => {
          // Asked for without the bidder's own.
          expect(url.searchParams.get('walletAddress')).toBe(YOU)
          return collectionBid === null ? null : { ...COLLECTION_BID, price: collectionBid }
        },
        [`/api/collection/${collectionId}/nfts`]: () => ({
          data: [
            ...(own === undefined ? [] : [testingItem(IDS[1] ?? '', { listedPrice: own, owner: ownerOf(YOU) })]),
            ...asks.map((listedPrice, at) => testingItem(`0x${String(at + 4).repeat(64)}`, { listedPrice })),
          ],
          nextCursor: null,
          total: 3,
        }),
        [`/api/collection/${collectionId}`]: () =>
          testingCollection(collectionId, { lastSalePrice: lastSale, floorPrice: collectionFloor }),
        [`/api/collection/${collectionId}/nfts/floor`]: () => {
          return { floorPrice: collectionFloor, usualFloorPrice: collectionFloor, token: null }
        },
        [`/data/user/pool/${'0x'}${'a'.repeat(64)}`]: () => ({ balance: pool, bids: 0, exposure: '0' }),
        [POOL_BID]: (body) => {
          bodies.quoted.push(body as Bodies['quoted'][number])
          return quoteOf()
        },
      },
    },
  )
  return bodies
}
const ownerOf = (walletAddress: string) => ({ walletAddress, aptosName: null, isWalletAddress: true })
const price = () => screen.findByLabelText('Bid price per item')

describe('a bid on the items that fit a filter', () => {
  // @feature bid.trait-builder
  it('shows how many fit and what they have in common, announces the set that the page built, and signs for its root', async () => {
    const bodies = open({ pool: '0' })
    const box = within(await dialog('Place Trait Bid'))
    await box.findByText('Trait bid · 3 matching items', {}, PATIENT)
    expect(
      within(box.getByRole('list', { name: 'The bid is for items with' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Fur: Gold or Red', 'Rank up to 500'])
    expect(bodies.announced).toEqual([])
    await user.type(await price(), '2')
    await press('Fund this bid: 2 APT')
    await press('Place Trait Bid')
    await says('Place Trait Bid Sucessful')
    expect(bodies.announced).toEqual([{ root: ROOT, collectionId, tokens: IDS, condition: CONDITION }])
    expect(bodies.quoted.at(-1)).toMatchObject({ setRoot: ROOT, price: '200000000', deposit: '200000000' })
    expect(new Set(bodies.quoted.map(({ setRoot }) => setRoot))).toEqual(new Set([ROOT]))
    const [search = ''] = bodies.searches
    expect(JSON.parse(new URLSearchParams(search).get('attributes') ?? '')).toEqual(CONDITION.attributes)
    expect(new URLSearchParams(search).get('rarityTop')).toBe('500')
  })

  // @feature bid.pool-covered
  it.each([
    ['7.5', 3, '10', 'Your pool pays for 1 of 3 now. Deposit more to fund the rest.'],
    ['7.5', 3, '22.4', 'Your pool pays for 2 of 3 now. Deposit more to fund the rest.'],
    ['7.5', 3, '22.5', null],
    ['1', 1, '1.5', null],
  ])('of %s for %s with a deposit of %s is placed, and says what the pool pays for', async (text, size, sum, said) => {
    const bodies = open({ pool: '0', floor: '1000000000' })
    await user.type(await price(), text)
    await user.clear(screen.getByLabelText('Quantity'))
    await user.type(screen.getByLabelText('Quantity'), String(size))
    await user.type(screen.getByLabelText('Deposit into your pool'), sum)
    if (said !== null) await says(said)
    await says(/^Your bid pool is one deposit/)
    if (said === null) expect(screen.queryByText(/^Your pool pays for/)).toBeNull()
    await press('Place Trait Bid')
    await says('Place Trait Bid Sucessful')
    expect(bodies.quoted.at(-1)).toMatchObject({ deposit: String(parseApt(sum)) })
  })

  // @feature bid.trait-price
  it('is confirmed from the price of the cheapest item that fits on, whoever lists it for however long, and refused at none', async () => {
    const bodies = open()
    const button = async () => screen.findByRole<HTMLButtonElement>('button', { name: 'Place Trait Bid' }, PATIENT)
    await user.type(await price(), '3')
    await says('An item is for sale at 3 APT right now: buying it costs no more than this bid.')
    await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe('300000000'), PATIENT)
    expect((await button()).disabled).toBe(true)
    await user.type(screen.getByLabelText('Type 3 to continue'), '3')
    await waitFor(async () => expect((await button()).disabled).toBe(false), PATIENT)
    await user.clear(await price())
    await user.type(await price(), '2.9')
    await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe('290000000'), PATIENT)
    expect(screen.queryByText(/is for sale at/)).toBeNull()
    await waitFor(async () => expect((await button()).disabled).toBe(false), PATIENT)
  })

  // @feature bid.fat-finger
  it.each([
    // One or two items that fit, at any price that their sellers hope for, and bids that the same wallets may make.
    [['1000'], null, '1', null, '5', 'the last sale (1 APT)'],
    [['1000', '1000'], '900', '1', null, '950', 'the last sale (1 APT)'],
    [['1000', '1000'], null, '1', null, '4.9', null],
    [[], null, '1', null, '5', 'the last sale (1 APT)'],
    [[], '15', '1', null, '75', 'the top bid (15 APT)'],
    [['19'], null, '1', null, '18', null],
    // Three of them, or a collection that was never sold and of which nothing else is for sale.
    [['1000', '1000', '1000'], '900', '1', '50.1', '950', null],
    [['1000'], null, null, null, '950', null],
    // Any number of them at twenty times the floor: one seller may have all.
    [['1000', '1000', '1000', '1000'], '900', '1', '45', '950', 'the usual floor (45 APT)'],
    [['1000', '1000', '1000', '1000'], null, '2', '1', '10', 'the last sale (2 APT)'],
    [['1000', '1000', '1000', '1000'], null, null, '1', '950', 'the usual floor (1 APT)'],
    [['1000'], null, null, '1', '4.9', null],
  ])(
    'where others ask %j for what fits, bid %s and last paid %s, and ask %s for any, a bid of %s is typed again: %s',
    async (asks, collectionBid, lastSale, collectionFloor, text, reference) => {
      const octas = (apt: string) => String(parseApt(apt))
      const bodies = open({
        asks: asks.map(octas),
        collectionBid: collectionBid === null ? null : octas(collectionBid),
        lastSale: lastSale === null ? null : octas(lastSale),
        collectionFloor: collectionFloor === null ? null : octas(collectionFloor),
        pool: octas('2000'),
      })
      await user.type(await price(), text)
      await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe(octas(text)), PATIENT)
      if (reference !== null) {
        await says(`You’re bidding ${text} APT for a matching item of Stones, at least 5 times ${reference}.`)
        expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Trait Bid' }).disabled).toBe(true)
        await user.type(screen.getByLabelText(`Type ${text} to continue`), text)
      }
      await press('Place Trait Bid')
      await says('Place Trait Bid Sucessful')
    },
  )

  // @feature bid.trait-floor
  it('says of the floor of what fits that it is no floor of the collection', async () => {
    open()
    await screen.findByText('Trait floor 3 APT', {}, PATIENT)
    await press('10% under trait floor')
    // The quote of the harness is for 1 APT.
    await says('66.67% under trait floor')
    expect((await dialog('Place Trait Bid')).textContent).not.toMatch(/under floor|Floor 3/)
  })

  // @feature bid.trait-top-bid
  it.each([
    [[], null, null],
    [[['1.2', STRANGER]], null, '1.21'],
    [[['1.2', STRANGER]], '1.25', '1.26'],
    [[['1.25', STRANGER]], '1.2', '1.26'],
    [[], '1.25', '1.26'],
    [
      [
        ['1.5', YOU],
        ['1.3', STRANGER],
      ],
      '1.2',
      '1.31',
    ],
    [[['1.5', YOU]], null, null],
  ] as const)(
    'with bids of %j on its items and of %s on any of the collection starts from over the best of others: %s',
    async (setBids, collectionBid, over) => {
      open({
        setBids: setBids.map(([text, buyer]) => ({ price: String(parseApt(text)), buyer })),
        collectionBid: collectionBid === null ? null : String(parseApt(collectionBid)),
      })
      await screen.findByText('Trait floor 3 APT', {}, PATIENT)
      const start = screen.queryByRole('button', { name: /^Over top bid/ })?.textContent ?? null
      expect(start).toBe(over === null ? null : `Over top bid ${over}`)
    },
  )

  // @feature bid.funded
  it.each([
    ['empty', '0', '2', '199999999'],
    ['too small for one item', '150000000', '0.5', '49999999'],
  ])('is placed only with a deposit where the pool is %s', async (_, pool, least, tooLittle) => {
    const bodies = open({ pool })
    await user.type(await price(), '2')
    await says(`Your bid pool can’t pay for one item. Deposit at least ${least} APT.`)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Trait Bid' }).disabled).toBe(true)
    const deposit = screen.getByLabelText('Deposit into your pool')
    await user.type(deposit, formatUnits(BigInt(tooLittle), APT_DECIMALS))
    await says(`Your bid pool can’t pay for one item. Deposit at least ${least} APT.`)
    expect(bodies.quoted.filter(({ deposit }) => deposit === '0' || deposit === tooLittle)).toEqual([])
    await user.clear(deposit)
    await user.type(deposit, least)
    await press('Place Trait Bid')
    await says('Place Trait Bid Sucessful')
    expect(bodies.quoted.at(-1)).toMatchObject({ deposit: String(BigInt(tooLittle) + 1n) })
  })

  // @feature bid.funded
  it('is not placed with a deposit that is no amount', async () => {
    const bodies = open()
    await user.click(await screen.findByLabelText('Deposit into your pool'))
    await user.paste('lots')
    await user.type(await price(), '2')
    await says('Check the deposit.')
    expect(bodies.quoted).toEqual([])
  })

  // @feature bid.trait-price
  it('is confirmed from the price of a listing of the bidder’s own on: anyone could buy that and sell it into the bid', async () => {
    const bodies = open({ own: '100000000' })
    const button = async () => screen.findByRole<HTMLButtonElement>('button', { name: 'Place Trait Bid' }, PATIENT)
    const own = 'You have an item for sale at 1 APT. Anyone could buy it and sell it into this bid.'
    await user.type(await price(), '2.5')
    await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe('250000000'), PATIENT)
    await says(own)
    expect((await button()).disabled).toBe(true)
    await user.clear(await price())
    await user.type(await price(), '0.9')
    await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe('90000000'), PATIENT)
    expect(screen.queryByText(own)).toBeNull()
    await waitFor(async () => expect((await button()).disabled).toBe(false), PATIENT)
  })

  // @feature bid.trait-builder
  it('says where it is known from which items fit, and that the bid stays for them', async () => {
    open()
    await says(
      'The bid covers the items that match now, even if their traits change later. This site’s records determine which items match: traits aren’t stored on chain.',
    )
  })

  // @feature bid.trait-builder
  it('says that no item fits, and announces and quotes nothing', async () => {
    const bodies = open({ fitting: () => [], floor: null })
    await user.type(await price(), '2')
    await says('No items match.')
    expect([bodies.announced, bodies.quoted]).toEqual([[], []])
  })

  // @feature bid.trait-builder
  it.each(['fitting', 'announce'] as const)('says why %s is refused, and goes on when that is over', async (step) => {
    let isRefused = true
    const refuse = <Answer,>(answer: Answer) => {
      if (isRefused) throw new ApiFailure(422, 'Narrow it.', 'token-set-refused')
      return answer
    }
    const bodies = open({
      ...(step === 'fitting' && { fitting: () => refuse(FITTING) }),
      ...(step === 'announce' && { announce: () => refuse({ root: ROOT, size: 3 }) }),
    })
    await user.type(await price(), '2')
    await screen.findByRole('alert', {}, PATIENT)
    expect(bodies.quoted).toEqual([])
    isRefused = false
    await press('Try again')
    await waitFor(() => expect(bodies.quoted.at(-1)?.setRoot).toBe(ROOT), PATIENT)
  })
})
