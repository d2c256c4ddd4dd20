import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
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
  const bodies: unknown[] = []
  const answers = {
    [TRANSFER]: (asked: unknown) => {
      bodies.push(asked)
      return quoteOf()
    },
  }
  openTradeDialog({ kind: 'transfer', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
  await press(`Remove ${TOKEN.name}`)
  await user.type(screen.getByLabelText('To'), `0x${'5e'.repeat(32)}`)
  await waitFor(
    () => expect(bodies.at(-1)).toMatchObject({ items: [{ tokenDataId: OTHER_TOKEN.tokenDataId }] }),
    PATIENT,
  )
})
