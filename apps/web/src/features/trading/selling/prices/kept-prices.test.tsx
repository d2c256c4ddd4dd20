// @vitest-environment happy-dom
import { formatUnits } from '@opal/domain/text/decimal'
import { fireEvent, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { formatApt, formatAptExact } from '../../../../shared/format/apt.ts'
import { detailOf, OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../../testing/trade-harness.tsx'
import { DELIST, PATIENT, resetTradeHarness, UPDATE } from '../../testing/user-driver.ts'

afterEach(resetTradeHarness)

/** Any price, mostly with more digits than lists show. */
const prices = fc.bigInt(100_000n, 99_999_999_999n)

/** Returns how prices of so many octas are shown. */
const shown = async (octas: bigint) =>
  (await screen.findAllByTitle(formatAptExact(octas), {}, PATIENT)).map((price) => price.firstElementChild?.textContent)

// @feature trade.every-price
it('shows a price that a trade leaves as it is as lists do, and one that it signs to the octa', async () => {
  await fc.assert(
    fc.asyncProperty(prices, fc.constantFrom('delist', 'delist-many', 'edit'), async (octas, kind) => {
      resetTradeHarness()
      const listedPrice = String(octas)
      const tokens = [TOKEN, ...(kind === 'delist-many' ? [OTHER_TOKEN] : [])].map((one) => ({ ...one, listedPrice }))
      const answers = {
        [DELIST]: () => quoteOf({}, { items: [] }),
        [UPDATE]: () => quoteOf({}, { items: [] }),
        [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf(OTHER_TOKEN),
      }
      openTradeDialog({ kind: kind === 'edit' ? 'update-price' : 'delist', tokens }, { answers })
      expect(await shown(octas)).toEqual(tokens.map(() => formatApt(octas)))
      if (kind !== 'edit') return
      const next = octas + 1n
      fireEvent.change(await screen.findByLabelText('Price'), { target: { value: formatUnits(next, 8) } })
      expect(await shown(next)).toContain(formatAptExact(next).replace(' APT', ''))
    }),
    {
      numRuns: 6,
      examples: [
        [1_422_480_118n, 'edit'],
        [1_422_480_118n, 'delist'],
        [1_422_480_118n, 'delist-many'],
      ],
    },
  )
})
