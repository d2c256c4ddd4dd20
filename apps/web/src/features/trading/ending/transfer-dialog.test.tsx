import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, recordQuotes, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { fill, isOff, PATIENT, press, resetTradeHarness, says, TRANSFER, user } from '../testing/user-driver.ts'

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

// @feature list.transfer
it('says at the field that an address is one’s own wallet, where no other quote helps', async () => {
  const { bodies, answers } = recordQuotes(TRANSFER)
  openTradeDialog({ kind: 'transfer', tokens: [TOKEN] }, { answers })
  await user.type(await screen.findByLabelText('To', {}, PATIENT), YOU)
  await says('This is your own wallet')
  expect(screen.queryByRole('button', { name: 'Refresh quote' })).toBeNull()
  expect(bodies).toEqual([])
})

// @feature list.transfer, trade.requote
it.each([
  ['to-no-wallet', false],
  ['to-yourself', false],
  ['token-listed', true],
  ['not-owner', true],
] as const)('offers another quote only where one can help: %s', async (code, canHelp) => {
  const reason = { code, sentence: 'It can’t be sent there.' }
  const refused = () => quoteOf({}, { payload: null, items: [itemOf({ reason })] })
  openTradeDialog({ kind: 'transfer', tokens: [TOKEN] }, { answers: { [TRANSFER]: refused } })
  fill(await screen.findByLabelText('To', {}, PATIENT), `0x${'5e'.repeat(32)}`)
  const alert = await screen.findByRole('alert', {}, PATIENT)
  expect(alert.textContent).toContain('It can’t be sent there.')
  expect(within(alert).queryAllByRole('button', { name: 'Refresh quote' })).toHaveLength(canHelp ? 1 : 0)
})

// @feature list.transfer
it.each([
  ['never sent anything', 0n],
  ['sent one transaction', 1n],
  ['sent many', 4_000n],
  ['unknown to the node', null],
] as const)('asks to confirm an address only where it has %s', async (_, count) => {
  const isUnused = count === 0n
  const addresses = [`0x${'5e'.repeat(32)}`, `0x${'5f'.repeat(32)}`]
  const { answers } = recordQuotes(TRANSFER)
  openTradeDialog({ kind: 'transfer', tokens: [TOKEN] }, { answers, sent: () => count })
  const field = await screen.findByLabelText('To', {}, PATIENT)
  const button = screen.getByRole('button', { name: 'Transfer' })
  for (const address of addresses) {
    fill(field, address)
    if (isUnused) {
      // What was confirmed of another address says nothing of this one.
      const tick = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'I’ve checked this address' }, PATIENT)
      expect(tick.checked).toBe(false)
      expect(isOff(button)).toBe(true)
      expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
        'Confirm the address above to continue.',
      )
      await user.click(tick)
    }
    await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
    expect(screen.queryAllByRole('checkbox')).toHaveLength(isUnused ? 1 : 0)
  }
})

// @feature list.transfer
it('asks for no confirmation of an address that the API refuses, and goes on saying why', async () => {
  const reason = { code: 'to-no-wallet', sentence: 'It can’t be sent there.' } as const
  const refused = () => quoteOf({}, { payload: null, items: [itemOf({ reason })] })
  openTradeDialog({ kind: 'transfer', tokens: [TOKEN] }, { answers: { [TRANSFER]: refused }, sent: () => 0n })
  fill(await screen.findByLabelText('To', {}, PATIENT), `0x${'5e'.repeat(32)}`)
  await says('It can’t be sent there.')
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull(), PATIENT)
  const button = screen.getByRole('button', { name: 'Transfer' })
  expect(isOff(button)).toBe(true)
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'It can’t be sent there.',
  )
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
