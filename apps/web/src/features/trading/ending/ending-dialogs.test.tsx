import { showToast } from '@opal/ui/feedback/show-toast'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WalletRejectedError } from '../../../entities/wallet/wallet-session.ts'
import { trades } from '../confirmation/pending-trades.ts'
import {
  HASH,
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  REFUSED,
  TOKEN,
  type TradeHarnessOptions,
} from '../testing/trade-harness.tsx'
import { SCENES, type Scene } from '../testing/trade-scenes.ts'
import {
  ACCEPT,
  BID,
  BUY,
  CANCEL,
  CLAIM,
  DELIST,
  fill,
  LIST,
  PATIENT,
  press,
  RELIST,
  resetTradeHarness,
  says,
  TAKE_BACK,
  TRANSFER,
  UPDATE,
} from '../testing/user-driver.ts'

// @vitest-environment happy-dom
// Toasts outlive a page in this process: a mock records them instead.
vi.mock(import('@opal/ui/feedback/show-toast'), () => ({ showToast: vi.fn(async () => () => {}) }))

afterEach(() => {
  resetTradeHarness()
  vi.mocked(showToast).mockClear()
})

/** Those that end with a card of what was traded. */
const CARDS: Readonly<Record<string, { readonly title: string; readonly summary: string }>> = {
  buy: { title: 'Congratulations!', summary: 'Stone #9 is yours for 1' },
  'accept a bid': { title: 'Sold', summary: 'Stone #9 sold. You received 0.93' },
}
const SALE = { receivedOctas: '93000000' }
const NAMES = Object.keys(SCENES).filter((name) => !(name in CARDS))
/** One scene for each text of a failure, and the claim, which closes its dialog. */
const FAILING = ['buy', 'move', 'bid', 'accept a bid', 'claim', 'boost', 'clean up']
const scene = (name: string) => SCENES[name] as Scene

const answers = Object.fromEntries(
  [BUY, RELIST, BID, '/api/collection/bid', ACCEPT, CLAIM, LIST, DELIST, UPDATE, CANCEL, TRANSFER, TAKE_BACK].map(
    (path) => [path, () => quoteOf()],
  ),
)

/** Opens a dialog, fills it in and presses its button. @returns the listener for its outcome. */
async function confirm({ request, button, field }: Scene, options: TradeHarnessOptions = {}) {
  const onSettled = vi.fn()
  openTradeDialog({ ...request, onSettled }, { answers, ...options })
  await screen.findByRole('dialog', {}, PATIENT)
  if (field !== undefined) fill(await screen.findByLabelText(field[0], {}, PATIENT), field[1])
  await press(button)
  return onSettled
}

/** Waits for a toast. @returns all of them, each with its kind; a success is the kind that need not be named. */
async function toasts() {
  await waitFor(() => expect(showToast).toHaveBeenCalled(), PATIENT)
  return vi.mocked(showToast).mock.calls.map(([text, kind = 'success']) => [text, kind])
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENT)

describe('a successful trade', () => {
  // @feature trade.closes
  it.each(NAMES)('closes its dialog and shows a toast: %s', async (name) => {
    const onSettled = await confirm(scene(name))
    expect(await toasts()).toEqual([[scene(name).success, 'success']])
    await isClosed()
    expect(onSettled.mock.calls.map(([outcome]) => outcome)).toEqual(['confirmed'])
  })

  // @feature trade.done-card, trade.closes
  it.each(Object.entries(CARDS))(
    'is announced once, by a card with the art and the money: %s',
    async (name, { title, summary }) => {
      const onSettled = await confirm(scene(name), { answers: { ...answers, [ACCEPT]: () => quoteOf(SALE) } })
      const card = await screen.findByRole('dialog', { name: title }, PATIENT)
      within(card).getByText(scene(name).success)
      within(card).getByText((_, node) => node?.tagName === 'P' && node.textContent?.startsWith(summary) === true)
      expect(within(card).getAllByRole('listitem')).toHaveLength(1)
      const links = within(card).getAllByRole('link')
      expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
        ['Transaction', expect.stringContaining(HASH)],
        ['View item', `/collection/${TOKEN.collectionId}/${TOKEN.tokenDataId}`],
      ])
      await waitFor(() => expect(onSettled.mock.calls.map(([outcome]) => outcome)).toEqual(['confirmed']))
      expect(showToast).not.toHaveBeenCalled()
      await press('Done')
      await isClosed()
    },
  )

  // @feature trade.done-card
  it('is announced by the toast where its dialog was closed before', async () => {
    const outcome = Promise.withResolvers<string>()
    await confirm(scene('buy'), { sign: () => outcome.promise })
    await waitFor(() => expect(trades.get()[0]?.state).toBe('asking'), PATIENT)
    await press('Close')
    outcome.resolve(HASH)
    expect(await toasts()).toEqual([['Buying successful', 'success']])
  })

  // @feature trade.closes, trade.one-message, buy.outcome
  it('keeps the dialog of several items open with the result of each, in place of a toast', async () => {
    const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name })]
    const several = { [DELIST]: () => quoteOf({}, { items }) }
    openTradeDialog({ kind: 'delist', tokens: [TOKEN, OTHER_TOKEN] }, { answers: several })
    await press('Delist 2 items')
    const dialog = await screen.findByRole('dialog', { name: 'Items delisted' }, PATIENT)
    within(dialog).getByText('Confirmed')
    expect(showToast).not.toHaveBeenCalled()
    within(dialog).getByText(OTHER_TOKEN.name)
  })
})

describe('a failed trade', () => {
  // @feature trade.closes, buy.failed, accept.failed, claim.failed, list.move-failed, loyalty.relist, trade.not-successful
  it.each(FAILING.flatMap((name) => ['the chain', 'the wallet'].map((who) => [name, who] as const)))(
    'toasts an error and keeps the reason in its dialog: %s, refused by %s',
    async (name, who) => {
      const broken = { sign: () => Promise.reject(new Error('no connection')) }
      await confirm(scene(name), who === 'the chain' ? { outcome: REFUSED } : broken)
      expect(await toasts()).toEqual([[scene(name).failure, 'error']])
      if (name === 'claim') await isClosed()
      else within(screen.getByRole('dialog')).getAllByText(/gas fee|didn’t confirm/)
    },
  )

  // @feature trade.declined, buy.failed, accept.failed, claim.failed, list.move-failed, loyalty.relist
  it.each(FAILING)(
    'toasts the words of its failure, but no error, once when it is declined in the wallet: %s',
    async (name) => {
      const sign = async () => Promise.reject(new WalletRejectedError('User rejected'))
      await confirm(scene(name), { sign })
      expect(await toasts()).toEqual([[scene(name).declined, 'info']])
      expect(screen.queryByRole('alert')).toBeNull()
      if (name === 'claim') return await isClosed()
      await says('You declined in your wallet. Nothing was sent and nothing was moved.')
      expect(showToast).toHaveBeenCalledTimes(1)
    },
  )
})

// @feature list.price-rules, bid.price-rules
describe("an empty field says 'Required.'", () => {
  it.each(['list', 'reprice', 'move', 'bid', 'collection bid', 'transfer'])(
    'after it was filled once, not before: %s',
    async (name) => {
      const { request, field: [label, text] = ['', ''] } = scene(name)
      openTradeDialog(request, { answers })
      const field = await screen.findByLabelText(label, {}, PATIENT)
      expect(screen.queryByText('Required.')).toBeNull()
      fill(field, text)
      expect(screen.queryByText('Required.')).toBeNull()
      fill(field, '')
      await screen.findByText('Required.')
      fill(field, text)
      await waitFor(() => expect(screen.queryByText('Required.')).toBeNull())
    },
  )

  it('in each row of a table of prices', async () => {
    openTradeDialog({ kind: 'update-price', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' }, PATIENT)
    const [first, second] = within(table).getAllByRole('textbox')
    fill(first, '1')
    fill(first, '')
    await screen.findByText('Required.')
    fill(second, '1')
    expect(screen.getAllByText('Required.')).toHaveLength(1)
  })
})
