import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WalletRejectedError } from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { HASH, itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, REFUSED, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { DELIST, isOff, PATIENT, press, resetTradeHarness, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const ELSEWHERE = { ...OTHER_TOKEN, marketplace: 'other' }
const THIRD = { ...TOKEN, tokenDataId: `0x${'4'.repeat(64)}`, name: 'Stone #11' }
const marketplaces = [...MARKETPLACES, ...MARKETPLACES.map((one) => ({ ...one, id: 'other', isNative: false }))]

/** Answers each call with the tokens that it names. */
function answering() {
  const asked: string[][] = []
  const answer = (body: unknown) => {
    const { items } = body as { items: readonly { tokenDataId: string }[] }
    asked.push(items.map(({ tokenDataId }) => tokenDataId))
    return quoteOf({}, { items: items.map(({ tokenDataId }) => itemOf({ tokenDataId })) })
  }
  return { asked, answers: { [DELIST]: answer } }
}

const OURS = [TOKEN.tokenDataId, THIRD.tokenDataId]
const BEFORE =
  'Only Own Market can cancel several listings in one transaction. Your wallet will ask 2 times, one after another.'

/** A live message that the listing of a token was bought. */
function saleOf({ tokenDataId, collectionId, marketplace, listingId }: typeof TOKEN): LiveMessage {
  const places = { tokenDataId, collectionId, marketplace, offerOrListingId: listingId, price: '100000000' }
  const activity = { kind: 'sale', from: YOU, to: `0x${'b'.repeat(64)}`, ...places } as Activity
  return { kind: 'activity', id: `sale of ${listingId}`, collectionId, version: '1', at: '1', activity }
}

describe('delisting', () => {
  // @feature list.delist-many
  it("shows 'Please Delist one nft at a time' where the API refuses", async () => {
    const reason = { code: 'one-at-a-time', sentence: 'Please Delist one nft at a time' }
    const refused = quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
    openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => refused } })
    await says('Please Delist one nft at a time')
  })

  // @feature list.delist-many, trade.steps
  it('delists several marketplaces one after another, by one press, and says so before', async () => {
    const { asked, answers } = answering()
    const onSettled = vi.fn()
    const { signAndSubmit } = openTradeDialog(
      { kind: 'delist', tokens: [TOKEN, ELSEWHERE, THIRD], onSettled },
      { answers, marketplaces },
    )
    await says(BEFORE)
    await waitFor(() => expect(asked).toEqual([OURS]))
    await says('In transaction 1 of 2')
    expect(within(screen.getByRole('dialog')).getAllByTitle('1 APT').length).toBeGreaterThan(0)
    await press('Delist 3 items')
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(2), PATIENT)
    // Each is quoted, and quoted again just before the wallet is asked.
    const elsewhere = [ELSEWHERE.tokenDataId]
    expect(asked).toEqual([OURS, OURS, elsewhere, elsewhere])
    await waitFor(
      () =>
        expect(onSettled.mock.calls).toEqual([
          ['confirmed', { tokenDataIds: OURS, bids: [] }],
          ['confirmed', { tokenDataIds: elsewhere, bids: [] }],
        ]),
      PATIENT,
    )
    await screen.findAllByRole('button', { name: 'Close' }, PATIENT)
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText('Confirmed', {}, PATIENT)
    expect(dialog.getAllByText('Delisted')).toHaveLength(3)
    // What is listed no longer has no price.
    expect(dialog.queryAllByTitle('1 APT')).toEqual([])
    expect(screen.queryByText(/one after another/)).toBeNull()
  })

  // @feature trade.steps, trade.declined
  it('stops where the wallet declines, and goes on with the rest when it is pressed again', async () => {
    const { asked, answers } = answering()
    let times = 0
    const sign = async () => {
      times += 1
      if (times === 2) throw new WalletRejectedError('User rejected')
      return HASH
    }
    const { signAndSubmit } = openTradeDialog(
      { kind: 'delist', tokens: [TOKEN, ELSEWHERE] },
      { answers, marketplaces, sign },
    )
    await press('Delist 2 items')
    await says('You declined in your wallet. Confirmed transactions stand; nothing else was sent.')
    expect(signAndSubmit).toHaveBeenCalledTimes(2)
    screen.getByRole('dialog', { name: 'Delist item' })
    await press('Delist')
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(3), PATIENT)
    expect(asked.at(-1)).toEqual([ELSEWHERE.tokenDataId])
    await within(await screen.findByRole('dialog', { name: 'Items delisted' }, PATIENT)).findByText(
      'Confirmed',
      {},
      PATIENT,
    )
  })

  // @feature list.delist, trade.live-quote, trade.checked-twice
  it.each(['before the dialog', 'while it is open', 'with the press'] as const)(
    'says that the item was sold %s, and asks the wallet for nothing',
    async (when) => {
      const reason = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
      const gone = quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
      let answer = when === 'before the dialog' ? gone : quoteOf()
      const { signAndSubmit } = openTradeDialog(
        { kind: 'delist', tokens: [TOKEN] },
        { answers: { [DELIST]: () => answer } },
      )
      const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Delist' }, PATIENT)
      if (when !== 'before the dialog') {
        await waitFor(async () => expect(isOff(await button())).toBe(false), PATIENT)
        answer = gone
        if (when === 'with the press') await press('Delist')
        else deliverLive(saleOf(TOKEN))
      }
      await says(reason.sentence)
      expect((await button()).getAttribute('aria-disabled')).toBe('true')
      expect(signAndSubmit).not.toHaveBeenCalled()
    },
  )

  // @feature list.delist, trade.live-quote
  it('delists the others of several when one of them was sold, and says which', async () => {
    const reason = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
    const others = [THIRD.tokenDataId]
    let isSold = false
    const items = () => [
      itemOf({ ...(isSold && { reason }) }),
      itemOf({ tokenDataId: THIRD.tokenDataId, name: THIRD.name, listingId: THIRD.listingId }),
    ]
    const onSettled = vi.fn()
    const answers = { [DELIST]: () => quoteOf({}, { items: items() }) }
    openTradeDialog({ kind: 'delist', tokens: [TOKEN, THIRD], onSettled }, { answers })
    await screen.findByRole('button', { name: 'Delist 2 items' }, PATIENT)
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Getting your quote' })).toBeNull(), PATIENT)
    isSold = true
    deliverLive(saleOf(TOKEN))
    await says('Stone #9: Token is already sold or delisted. Review the details before you confirm.')
    const row = within(screen.getByRole('dialog'))
      .getAllByRole('row')
      .find((one) => one.textContent?.includes('Stone #9'))
    expect(row?.textContent).toContain(reason.sentence)
    // Long enough after the change: a press at once would have been meant for the quote before.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000)
    await press('Delist')
    clock.mockRestore()
    await waitFor(
      () => expect(onSettled).toHaveBeenCalledWith('confirmed', { tokenDataIds: others, bids: [] }),
      PATIENT,
    )
  })

  // @feature trade.steps
  it('stops at a transaction that fails', async () => {
    const { answers } = answering()
    const { signAndSubmit } = openTradeDialog(
      { kind: 'delist', tokens: [TOKEN, ELSEWHERE] },
      { answers, marketplaces, outcome: REFUSED },
    )
    await press('Delist 2 items')
    await says('Failed to execute transaction.')
    await screen.findAllByRole('button', { name: 'Close' }, PATIENT)
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
  })

  // @feature list.delist-many
  it('takes a listing out of the batch', async () => {
    const { asked, answers } = answering()
    openTradeDialog({ kind: 'delist', tokens: [TOKEN, ELSEWHERE, THIRD] }, { answers, marketplaces })
    await press(`Remove ${ELSEWHERE.name}`)
    await waitFor(() => expect(screen.queryByText(BEFORE)).toBeNull())
    await waitFor(() => expect(asked.at(-1)).toEqual(OURS), PATIENT)
  })

  // @feature trade.not-successful
  it("shows 'Failed to execute transaction.' when a transaction fails", async () => {
    openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quoteOf() }, outcome: REFUSED })
    await press('Delist')
    await says('Failed to execute transaction.')
  })
})
