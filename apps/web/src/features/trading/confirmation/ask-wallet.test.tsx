import type { Activity } from '@opal/contract/activities'
import type { Listing } from '@opal/contract/shapes/orders'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  WalletNetworkError,
  WalletRejectedError,
  WalletTooLateError,
  walletActions,
} from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { NO_TERMS } from '../../../testing/testing-item.ts'
import { detailOf, itemOf, openTradeDialog, quoteOf, recordQuotes, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { BUY, dialog, PATIENT, press, resetTradeHarness, says, UPDATE, user } from '../testing/user-driver.ts'
import { trades } from './pending-trades.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('a purchase that is confirmed', () => {
  // @feature trade.payload-checked
  it('sends nothing to the wallet when the payload differs from the choice, and says so', async () => {
    const sentence = 'The server prepared a different transaction from the one you chose.'
    const { signAndSubmit } = openTradeDialog(
      { kind: 'buy', tokens: [TOKEN] },
      { answers: { [BUY]: () => quoteOf() }, check: async () => ({ refusal: sentence }) },
    )
    await press('Confirm purchase')
    await says(sentence)
    expect(signAndSubmit).not.toHaveBeenCalled()
    expect(trades.get()).toEqual([])
  })

  // @feature trade.payload-checked
  it('gives the wallet what the check composed, whatever the answer holds by then', async () => {
    const composed = { function: '0x1::opal::buy', typeArguments: [], functionArguments: ['7'] } as const
    const answered = quoteOf({}, { payload: { ...composed, typeArguments: [], functionArguments: ['7'] } })
    const { signAndSubmit } = openTradeDialog(
      { kind: 'buy', tokens: [TOKEN] },
      {
        answers: { [BUY]: () => answered },
        check: async (_config, _chosen, { payload }) => {
          if (payload !== null && 'function' in payload) payload.functionArguments[0] = '8'
          return { refusal: null, payload: composed, maxGasAmount: null }
        },
      },
    )
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledExactlyOnceWith(composed, null, YOU)
  })

  // @feature trade.signed-in-time
  it('says that the transaction expired before it was signed', async () => {
    const sign = () => Promise.reject(new WalletTooLateError())
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() }, sign })
    await press('Confirm purchase')
    const box = await dialog('BUY ITEMS')
    await within(box).findByText(/Nothing was sent or moved\. .* check your device’s clock\.$/)
  })

  // @feature wallet.network-change
  it('says that nothing was sent where the wallet has changed its network in between', async () => {
    const sign = () => Promise.reject(new WalletNetworkError())
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() }, sign })
    await press('Confirm purchase')
    const box = await dialog('BUY ITEMS')
    await within(box).findByText('Your wallet is on another network. Nothing was sent.', {}, PATIENT)
  })

  // @feature trade.declined
  it('treats a decline in the wallet as no error', async () => {
    const sign = async () => Promise.reject(new WalletRejectedError('User rejected'))
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() }, sign })
    await press('Confirm purchase')
    await says('You declined in your wallet. Nothing was sent and nothing was moved.')
    expect(trades.get()).toEqual([])
  })

  // @feature trade.checked-twice
  it.each([
    ['the price', { priceOctas: '100000001' }, 'Something changed.'],
    ['the fee', { commissionOctas: '1500001' }, 'A fee or a royalty changed.'],
    ['the balance', { balanceOctas: '400000000' }, 'Your balance fell from 5 to 4 APT.'],
  ])('stops when %s changes just before signing, and says so', async (_what, change, said) => {
    let times = 0
    const answers = { [BUY]: () => quoteOf(times++ === 0 ? {} : change) }
    const { signAndSubmit } = openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers })
    await press('Confirm purchase')
    await says(`${said} Review the details before you confirm.`)
    expect(signAndSubmit).not.toHaveBeenCalled()
  })

  // @feature trade.checked-twice
  it('asks the wallet at the first press, however often strangers send dust to it', async () => {
    let times = 0
    const dusted = () => quoteOf({ balanceOctas: String(500_000_000 + times++) })
    const { signAndSubmit } = openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: dusted } })
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
    expect(times).toBeGreaterThan(1)
  })

  // @feature trade.checked-twice
  it('asks the wallet at the first press, however often the seller takes an octa off the price', async () => {
    let times = 0
    const cheaper = () => {
      const priceOctas = String(100_000_000 - times)
      const payload = { function: '0x1::a::buy' as const, typeArguments: [], functionArguments: [priceOctas] }
      const totalOctas = String(100_200_000 - times++)
      return quoteOf({ priceOctas, totalOctas, gasOctas: '200000' }, { payload, items: [itemOf({ priceOctas })] })
    }
    const { signAndSubmit } = openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: cheaper } })
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
    expect(times).toBeGreaterThan(1)
  })
})

// @feature trade.checked-twice, list.reprice
it('sends nothing, and says so, where the form changes by itself before the wallet is asked', async () => {
  const { tokenDataId, collectionId, marketplace, listingId } = TOKEN
  let price = TOKEN.listedPrice
  const facts = { validity: 'valid', seller: YOU, propertyVersion: '0', placedAtMicros: '1', version: '1' } as const
  const listed = (): Listing => ({ ...facts, tokenDataId, marketplace, listingId, price, terms: NO_TERMS })
  const { bodies, answers } = recordQuotes(UPDATE)
  const detail = { [`/api/collection/nfts/${tokenDataId}`]: () => detailOf({ listings: [listed()] }) }
  const { signAndSubmit } = openTradeDialog(
    { kind: 'update-price', tokens: [TOKEN] },
    { answers: { ...answers, ...detail } },
  )
  const counted = Promise.withResolvers<bigint>()
  walletActions.set((before) => before && { ...before, sequenceNumber: () => counted.promise })
  await user.type(await screen.findByLabelText('Minimum you receive (optional)', {}, PATIENT), '0.5')
  await press('Save changes')
  await screen.findByRole('button', { name: 'Waiting for your wallet' }, PATIENT)
  price = '900000000'
  const activity = { kind: 'reprice', from: YOU, to: null, tokenDataId, collectionId, price } as Activity
  act(() => deliverLive({ kind: 'activity', id: '1', collectionId, version: '1', at: '1', activity }))
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items: [{ price }] }), PATIENT)
  await act(async () => counted.resolve(4n))
  await says('What you confirmed changed before your wallet was asked. Nothing was sent.')
  expect(signAndSubmit).not.toHaveBeenCalled()
})
