// @vitest-environment happy-dom
import type { MarketplaceInfo } from '@opal/contract/network'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { MARKETPLACES } from '../../../../testing/testing-marketplaces.ts'
import { OTHER_TOKEN, openTradeDialog, recordQuotes, TOKEN } from '../../testing/trade-harness.tsx'
import { LIST, PATIENT, resetTradeHarness, user } from '../../testing/user-driver.ts'
import { lossesOf } from './lost-terms.tsx'
import { NO_TYPED_TERMS, type TypedTerms } from './terms-fields.tsx'

afterEach(resetTradeHarness)

const [OWN] = MARKETPLACES as readonly [MarketplaceInfo]
const BUYER = `0x${'1c'.repeat(32)}`

/** A marketplace, with or without terms. */
function placeOf(id: string, hasTerms: boolean): MarketplaceInfo {
  const abilities = OWN.abilities.filter((ability) => hasTerms || ability !== 'list-on-terms')
  return { ...OWN, id, displayName: `Market ${id}`, isNative: false, abilities }
}

/** The fields with text for each, and what its loss is called. */
const TYPED = [
  [{ buyer: BUYER }, ['Reserved for (optional)'], 'can’t reserve a listing: anyone could buy it.'],
  [
    { endPrice: '1.5', fallsUntil: '2100-01-01T03:04' },
    ['Falls to (optional)', 'Lowest price from'],
    'can’t lower a price over time: it would stay the same.',
  ],
  [{ expires: '2100-01-02T03:04' }, ['Expires (optional)'], 'can’t end a listing at a set time: it would stay listed.'],
  [{ least: '1' }, ['Minimum you receive (optional)'], 'can’t hold a minimum: the sale could bring you less.'],
] as const

// @feature list.terms
it('says of every term that is typed, and of no other, what a marketplace without terms does with it', () => {
  fc.assert(
    fc.property(
      fc.record({
        buyer: fc.string(),
        endPrice: fc.string(),
        least: fc.string(),
        expires: fc.string(),
        fallsUntil: fc.string(),
      }),
      (typed: TypedTerms) => {
        const expected = TYPED.filter(([fields]) =>
          Object.keys(fields).some((field) => typed[field as keyof TypedTerms].trim() !== ''),
        )
        expect(lossesOf(typed, 'Elsewhere')).toEqual(expected.map(([, , sentence]) => `Elsewhere ${sentence}`))
      },
    ),
    { examples: [[NO_TYPED_TERMS], [{ ...NO_TYPED_TERMS, fallsUntil: '2100-01-01T03:04' }]] },
  )
})

// @feature list.terms, trade.disabled-reason
it('signs no listing without terms that were typed for another marketplace, until they are cleared', async () => {
  const anyTerms = fc.subarray([...TYPED], { minLength: 1 })
  const anyPlaces = fc.array(fc.boolean(), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(anyTerms, anyPlaces, fc.boolean(), async (terms, others, isMany) => {
      resetTradeHarness()
      const { bodies, answers } = recordQuotes(LIST)
      const places = others.map((hasTerms, at) => placeOf(`m${at}`, hasTerms))
      const tokens = isMany ? [TOKEN, OTHER_TOKEN] : [TOKEN]
      openTradeDialog({ kind: 'list', tokens }, { answers, marketplaces: [OWN, ...places] })
      for (const field of await screen.findAllByLabelText(/^(Price|New price of .*)$/, {}, PATIENT))
        fireEvent.change(field, { target: { value: '2' } })
      for (const [values, labels] of terms)
        for (const [at, value] of Object.values(values).entries())
          fireEvent.change(screen.getByLabelText(labels[at] ?? ''), { target: { value } })
      const button = screen.getByRole<HTMLButtonElement>('button', { name: isMany ? 'List 2 items' : 'List' })
      const choose = (value: string) => fireEvent.change(screen.getByLabelText('Marketplace'), { target: { value } })
      for (const [at, { id, displayName }] of places.entries()) {
        choose(id)
        const said = screen.queryByRole('alert')
        if (others[at]) {
          expect(said).toBeNull()
          continue
        }
        const lines = within(said as HTMLElement).getAllByRole('listitem')
        expect(lines.map(({ textContent }) => textContent)).toEqual(
          terms.map(([, , sentence]) => `${displayName} ${sentence}`),
        )
        expect(button.matches(':disabled, [aria-disabled="true"]')).toBe(true)
        expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
          'Clear the terms, or choose another marketplace.',
        )
      }
      // Nothing was asked for a marketplace that would drop them.
      for (const body of bodies) expect(body).toHaveProperty('terms')
      const last = others.lastIndexOf(false)
      if (last >= 0) {
        choose(`m${last}`)
        await user.click(screen.getByRole('button', { name: 'Clear terms' }))
        expect(screen.queryByRole('alert')).toBeNull()
        await waitFor(
          () => expect(bodies.at(-1)).toMatchObject({ items: tokens.map(() => ({ marketplace: `m${last}` })) }),
          PATIENT,
        )
        expect(bodies.at(-1)).not.toHaveProperty('terms')
      }
    }),
    {
      numRuns: 6,
      examples: [
        [[TYPED[0]], [false, true], false],
        [[...TYPED], [true, false, false], true],
      ],
    },
  )
})
