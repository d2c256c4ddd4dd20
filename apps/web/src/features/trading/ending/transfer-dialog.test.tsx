import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { OTHER_TOKEN, openTradeDialog, quoteOf, recordQuotes, TOKEN } from '../testing/trade-harness.tsx'
import { PATIENT, press, resetTradeHarness, says, TRANSFER, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

// @feature list.transfer
it('does not call a name unknown that could not be looked up', async () => {
  const fails = () => {
    throw new ApiFailure(503, 'out of order')
  }
  openTradeDialog({ kind: 'transfer', tokens: [TOKEN] }, { answers: { '/data/user/named/alice.apt': fails } })
  await user.type(await screen.findByLabelText('To', {}, PATIENT), 'alice.apt')
  await says('Couldn’t look up that name. Try again in a moment.')
  expect(screen.queryByText('No wallet has this name')).toBeNull()
})

// @feature list.transfer
it('gives away what is left of several items after one was taken out', async () => {
  const { bodies, answers } = recordQuotes(TRANSFER)
  openTradeDialog({ kind: 'transfer', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
  await press(`Remove ${TOKEN.name}`)
  await user.type(screen.getByLabelText('To'), `0x${'5e'.repeat(32)}`)
  await waitFor(
    () => expect(bodies.at(-1)).toMatchObject({ items: [{ tokenDataId: OTHER_TOKEN.tokenDataId }] }),
    PATIENT,
  )
})

// @feature list.transfer
it.each([
  ['the item', TOKEN.tokenDataId],
  ['another of the items', OTHER_TOKEN.tokenDataId.toUpperCase().replace('0X', '')],
  ['their collection', TOKEN.collectionId],
])('gives nothing to the address of %s, where it would be lost', async (_, address) => {
  const { bodies, answers } = recordQuotes(TRANSFER)
  openTradeDialog({ kind: 'transfer', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
  const field = await screen.findByLabelText('To', {}, PATIENT)
  await user.type(field, address)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /Transfer/ })
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Check the address or the name.',
  )
  await user.tab()
  await says('This is the address of an item or its collection, not of a wallet')
  expect(bodies).toEqual([])
  await user.clear(field)
  await user.type(field, `0x${'5e'.repeat(32)}`)
  await waitFor(() => expect(bodies).toHaveLength(1), PATIENT)
})

// @feature trade.disabled-reason
it('says next to its button what is missing of the recipient', async () => {
  const found = Promise.withResolvers<void>()
  const answers = {
    '/data/user/named/alice.apt': () =>
      found.promise.then(() => ({ name: 'alice.apt', walletAddress: `0x${'5e'.repeat(32)}` })),
    '/data/user/named/nobody.apt': () => ({ name: 'nobody.apt', walletAddress: null }),
    [TRANSFER]: () => quoteOf(),
  }
  openTradeDialog({ kind: 'transfer', tokens: [TOKEN] }, { answers })
  const field = await screen.findByLabelText('To', {}, PATIENT)
  const reason = () => {
    const button = screen.getByRole('button', { name: 'Transfer' })
    return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
  }
  expect(reason()).toBe('Enter an address or a name.')
  await user.type(field, '0x5e')
  expect(reason()).toBe('Check the address or the name.')
  await user.clear(field)
  await user.type(field, 'nobody.apt')
  await waitFor(() => expect(reason()).toBe('Check the address or the name.'), PATIENT)
  await user.clear(field)
  await user.type(field, 'alice.apt')
  await waitFor(() => expect(reason()).toBe('Looking up the name.'), PATIENT)
  found.resolve()
  await waitFor(() => expect(reason()).toBeUndefined(), PATIENT)
})
