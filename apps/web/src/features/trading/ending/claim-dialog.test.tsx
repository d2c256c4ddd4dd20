import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
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
