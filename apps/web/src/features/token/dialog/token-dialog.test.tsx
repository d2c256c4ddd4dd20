// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, useSearchParams } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { withTokenDialog } from '../../../app/paths.ts'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
// Loaded before it is opened.
import './token-dialog.tsx'
import { TokenDialogHost } from './token-dialog-host.tsx'

const COLLECTION = `0x${'c'.repeat(64)}`
const TOKENS = [1, 2].map((at) => ({ collectionId: COLLECTION, tokenDataId: `0x${String(at).repeat(64)}` }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature token.steps
it('keeps the focus on the button that steps to either end of the list', async () => {
  const at = `/?collectionId=${COLLECTION}&tokenDataId=${TOKENS[0]?.tokenDataId}`
  const { router } = renderSite(<TokenDialogHost neighbours={TOKENS} renderActivity={() => null} />, {}, undefined, {
    at,
  })
  const shown = () => new URLSearchParams(router.state.location.search).get('tokenDataId')
  const step = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
  for (const [name, end] of [
    ['Next item', TOKENS[1]],
    ['Previous item', TOKENS[0]],
  ] as const) {
    const button = await step(name)
    expect(button.getAttribute('aria-disabled')).toBe('false')
    await userEvent.click(button)
    expect(shown()).toBe(end?.tokenDataId)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.disabled).toBe(false)
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}')
    expect(shown()).toBe(end?.tokenDataId)
  }
})

// @feature token.dialog-missing
it.each([
  ['that no token has', new ApiFailure(404, 'There is no such token.', 'token-not-found'), true],
  ['that is none', new ApiFailure(400, 'Invalid request.', 'invalid-request'), true],
  ['that could not be looked up', new ApiFailure(500, 'Something broke.'), false],
])('says of an address %s what became of the item, and what can help', async (_, failure, isMissing) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const id = `0x${'9'.repeat(64)}`
  const answers = {
    [`/api/collection/nfts/${id}`]: () => {
      throw failure
    },
  }
  renderSite(<TokenDialogHost neighbours={[]} renderActivity={() => null} />, answers, undefined, {
    at: `/?collectionId=${COLLECTION}&tokenDataId=${id}`,
  })
  const said = within(await screen.findByRole('dialog', { name: isMissing ? 'Item not found' : 'Item' }))
  await said.findByText(isMissing ? 'This item doesn’t exist' : 'Couldn’t load this item')
  expect(said.queryByRole('heading', { name: 'Item not found' }) !== null).toBe(isMissing)
  expect(said.queryByRole('button', { name: 'Try again' }) === null).toBe(isMissing)
  const link = said.queryByRole('link', { name: 'View the collection' })
  expect(link?.getAttribute('href')).toBe(isMissing ? `/collection/${COLLECTION}` : undefined)
})

const LIST = Array.from({ length: 5 }, (_, at) => ({
  collectionId: COLLECTION,
  tokenDataId: `0x${String(at + 1).repeat(64)}`,
}))

/** A list whose rows open the dialog over it. */
function List({ rendered }: { rendered: number }) {
  const [search] = useSearchParams()
  return (
    <>
      {LIST.slice(0, rendered).map(({ collectionId, tokenDataId }, at) => (
        <Link key={tokenDataId} to={withTokenDialog(search, collectionId, tokenDataId)} data-card-link="">
          Token {at}
        </Link>
      ))}
      {search.has('tokenDataId') && <TokenDialogHost neighbours={LIST} renderActivity={() => null} />}
    </>
  )
}

// @feature token.dialog-name
it('is named by its token: as the list names it, then as it is loaded', async () => {
  const [first] = TOKENS
  const token = testingDetail({ ...first, name: 'Stone #1' })
  const loaded = Promise.withResolvers<typeof token>()
  const answers = { [`/api/collection/nfts/${first?.tokenDataId}`]: () => loaded.promise }
  const at = `/?collectionId=${COLLECTION}&tokenDataId=${first?.tokenDataId}`
  const neighbours = TOKENS.map((one, index) => ({ ...one, name: `Pebble ${index}` }))
  renderSite(<TokenDialogHost neighbours={neighbours} renderActivity={() => null} />, answers, undefined, { at })
  await screen.findByRole('dialog', { name: 'Pebble 0' })
  loaded.resolve(token)
  const dialog = await screen.findByRole('dialog', { name: 'Stone #1' })
  expect(within(dialog).getAllByRole('heading', { name: 'Stone #1' })).toHaveLength(1)
})

// @feature token.dialog-reset
it('starts empty, closed and opened again or stepped to: nothing of the token before is shown while another is on its way', async () => {
  const tokens = TOKENS.map((one, at) =>
    testingDetail({
      ...one,
      name: `Stone #${at}`,
      description: `The words of #${at}`,
      attributes: [{ trait_type: 'Fur', value: `Colour ${at}`, count: 1, floorPrice: null }],
    }),
  )
  const answered = tokens.map(() => Promise.withResolvers<void>())
  const answers = Object.fromEntries(
    tokens.map((token, at) => [
      `/api/collection/nfts/${token.tokenDataId}`,
      async () => {
        await answered[at]?.promise
        return token
      },
    ]),
  )
  const addressOf = (at: number) => `/?collectionId=${COLLECTION}&tokenDataId=${TOKENS[at]?.tokenDataId}`
  for (const isStepped of [true, false]) {
    answered.splice(0, 2, ...tokens.map(() => Promise.withResolvers<void>()))
    const page = <TokenDialogHost neighbours={TOKENS} renderActivity={(id) => `Activity of ${id}`} />
    const { router } = renderSite(page, answers, undefined, { at: addressOf(0) })
    answered[0]?.resolve()
    const dialog = () => screen.findByRole('dialog')
    await within(await dialog()).findByText('Colour 0')
    await userEvent.click(screen.getByRole('tab', { name: 'Activity' }))
    if (!isStepped) await act(() => router.navigate('/'))
    await act(() => router.navigate(addressOf(1)))
    const shown = within(await dialog())
    await shown.findByRole('status', { name: 'Loading the item' })
    for (const words of [
      /Colour 0/,
      /The words of #0/,
      /Stone #0/,
      new RegExp(`Activity of ${TOKENS[0]?.tokenDataId}`),
    ])
      expect(shown.queryByText(words), String(words)).toBeNull()
    answered[1]?.resolve()
    await shown.findByText('Colour 1')
    expect(shown.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true')
    // So does one that is known already.
    await userEvent.click(shown.getByRole('tab', { name: 'Activity' }))
    await act(() => router.navigate(addressOf(0)))
    await within(await dialog()).findByText('Colour 0')
    expect(screen.queryByText('Colour 1')).toBeNull()
    cleanup()
  }
})

// @feature token.neighbours, shell.browser-keys
it('steps by arrow keys, but not by those of the browser or of what has the focus', async () => {
  const [first, second] = TOKENS
  const at = `/?collectionId=${COLLECTION}&tokenDataId=${first?.tokenDataId}`
  const { router } = renderSite(
    <TokenDialogHost neighbours={TOKENS} renderActivity={() => null} />,
    { [`/api/collection/nfts/${first?.tokenDataId}`]: () => testingDetail({ ...first, name: 'Stone #1' }) },
    undefined,
    { at },
  )
  const dialog = await screen.findByRole('dialog', { name: 'Stone #1' })
  const shown = () => new URLSearchParams(router.state.location.search).get('tokenDataId')
  const chart = document.createElement('div')
  chart.addEventListener('keydown', (event) => event.preventDefault())
  for (const element of [chart, ...['input', 'select', 'video', 'audio'].map((tag) => document.createElement(tag))]) {
    dialog.append(element)
    fireEvent.keyDown(element, { key: 'ArrowRight' })
    element.remove()
  }
  for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
    fireEvent.keyDown(dialog, { key: 'ArrowRight', [held]: true })
  const above = document.body.appendChild(document.createElement('div'))
  above.role = 'dialog'
  fireEvent.keyDown(above, { key: 'ArrowRight' })
  above.remove()
  expect(shown()).toBe(first?.tokenDataId)
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  expect(shown()).toBe(second?.tokenDataId)
})

// @feature token.steps
it.each([
  ['the last token seen', 0, ['Right', 'Right', 'Right'], 5, 'Token 3'],
  ['the last one, also back past the opener', 2, ['Right', 'Left', 'Left', 'Left'], 5, 'Token 0'],
  ['the opener, where it did not step', 2, [], 5, 'Token 2'],
  ['the last one that the list has rendered', 0, ['Right', 'Right', 'Right'], 2, 'Token 1'],
] as const)('returns the focus on Escape to %s', async (_, opener, steps, rendered, expected) => {
  renderSite(<List rendered={rendered} />, {})
  const link = screen.getByText(`Token ${opener}`)
  link.focus()
  await userEvent.click(link)
  await screen.findByRole('dialog', { name: 'Item not found' })
  for (const step of steps) await userEvent.keyboard(`{Arrow${step}}`)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await act(() => new Promise((gone) => setTimeout(gone)))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement?.textContent).toBe(expected)
})
