import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openTradeDialog, quoteOf, REFUSED, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { CLAIM, dialog, PATIENT, press, resetTradeHarness, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('claiming', () => {
  const claim = {
    tokenDataId: TOKEN.tokenDataId,
    name: 'Stone #9 of Kings #9',
    image: null,
    collectionName: 'Stones',
    fromAddress: YOU,
    propertyVersion: '0',
  }

  // @feature claim.dialog, claim.done
  it('shows the name from its last #, and closes when it is done', async () => {
    const onSettled = vi.fn()
    openTradeDialog({ kind: 'claim', claim, onSettled }, { answers: { [CLAIM]: () => quoteOf() } })
    await dialog('Claim NFT')
    await says('#9')
    await says('Not Claimed')
    // The sender of unsolicited tokens is named before they are claimed.
    await says('From 0xaaaa…aaaa')
    await press('Claim')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENT)
    await waitFor(() => expect(onSettled).toHaveBeenCalledWith('confirmed', expect.anything()))
  })

  // @feature claim.dialog
  it.each([
    ['Stone #9 of Kings #12', '#12'],
    ['Stone #9', '#9'],
    ['The Ninth Stone', 'The Ninth Stone'],
  ])(
    'shows of %j the name %s, the image and the collection, and a busy button while the wallet is asked',
    async (name, shown) => {
      // Happy DOM loads no images, and says that it has.
      const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
      onTestFinished(() => complete.mockRestore())
      const asked = Promise.withResolvers<string>()
      const request = { kind: 'claim', claim: { ...claim, name, image: 'ipfs://stone' } } as const
      openTradeDialog(request, { answers: { [CLAIM]: () => quoteOf() }, sign: () => asked.promise })
      const box = within(await dialog('Claim NFT'))
      box.getByText(shown, { exact: true })
      box.getByText('Stones', { exact: true })
      expect(document.querySelector('[role="dialog"] img')?.getAttribute('src')).toContain('stone')
      const isBusy = () => box.queryAllByRole('button').some((button) => button.getAttribute('aria-busy') === 'true')
      await press('Claim')
      await waitFor(() => expect(isBusy()).toBe(true), PATIENT)
      asked.reject(new Error('no connection'))
      await says('Error Claiming NFT')
    },
  )

  // @feature claim.failed
  it.each([
    ['the chain refuses', { outcome: REFUSED }],
    ['the wallet fails', { sign: () => Promise.reject(new Error('no connection')) }],
  ])("toasts 'Error Claiming NFT' and closes when %s", async (_words, options) => {
    openTradeDialog({ kind: 'claim', claim }, { answers: { [CLAIM]: () => quoteOf() }, ...options })
    await press('Claim')
    await says('Error Claiming NFT')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
