import { Dialog } from '@opal/ui/overlays/dialog'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Component, type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { reloadIfUp } from '../../../app/failures/reload-on-missing-chunk.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { lazyDialog } from './lazy-dialog.tsx'
import { lazyPart } from './lazy-part.tsx'
import { MissingSection } from './missing-section.tsx'

// @vitest-environment happy-dom
vi.mock(import('../../../app/failures/reload-on-missing-chunk.ts'), async (original) => ({
  ...(await original()),
  reloadIfUp: vi.fn(async () => true),
}))
afterEach(() => {
  cleanup()
  vi.mocked(reloadIfUp).mockClear()
  vi.unstubAllGlobals()
})

interface FlagProps {
  name: string
  onClose(): void
}

/** A chunk that cannot be loaded until it is said to be there. */
function chunkOf<Loaded>(part: Loaded) {
  const state = { isThere: false, asked: 0 }
  const load = async () => {
    state.asked += 1
    if (!state.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: part }
  }
  return { state, load }
}

function openFlag() {
  const { state, load } = chunkOf(({ name, onClose }: FlagProps) => (
    <Dialog open onOpenChange={onClose} title={`Flag ${name}`}>
      reasons
    </Dialog>
  ))
  const Flag = lazyDialog<FlagProps>(load, ({ onClose }) => onClose())
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Flag
        </button>
        <Suspense fallback={null}>{isOpen && <Flag name="Stones" onClose={() => setOpen(false)} />}</Suspense>
      </>
    )
  }
  renderSite(<Page />, {})
  return { state, open: () => userEvent.click(screen.getByRole('button', { name: 'Flag', hidden: true })) }
}

const missing = () => screen.findByRole('dialog', { name: 'This didn’t load' }, { timeout: 30_000 })

// @feature shell.missing-dialog
it('shows in place of a dialog that its chunk is missing, and closes', async () => {
  const { open } = openFlag()
  await open()
  const dialog = await missing()
  expect(dialog.querySelector('[role="alert"]')?.textContent).toContain('Check your connection')
  const [close] = screen.getAllByRole('button', { name: 'Close' })
  await userEvent.click(close as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Flag' })).toBeTruthy()
})

// @feature shell.missing-dialog
it('opens the dialog itself once trying again loads it, without a reload', async () => {
  const { state, open } = openFlag()
  await open()
  await missing()
  state.isThere = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('dialog', { name: 'Flag Stones' })
  expect(reloadIfUp).not.toHaveBeenCalled()
})

// @feature shell.missing-dialog
it('tries again by itself when it is opened again', async () => {
  const { state, open } = openFlag()
  await open()
  await missing()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  state.isThere = true
  await open()
  await screen.findByRole('dialog', { name: 'Flag Stones' })
})

// @feature shell.missing-dialog
it('reloads the page on trying again where the site answers, but the release has no such chunk', async () => {
  const { state, open } = openFlag()
  await open()
  await missing()
  const before = state.asked
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reloadIfUp).toHaveBeenCalledOnce())
  expect(state.asked).toBe(before + 1)
})

// @feature shell.missing-dialog
it.each([0, 30])('requests a missing chunk once, also where that fails after %s ms', async (delayMs) => {
  let asked = 0
  const Part = lazyPart(async (): Promise<{ default: ComponentType }> => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    throw new TypeError('Failed to fetch dynamically imported module')
  }, MissingSection)
  renderSite(
    <Suspense fallback={<p>loading</p>}>
      <Part />
    </Suspense>,
    {},
  )
  await screen.findByText('Couldn’t load this part of the page')
  expect(asked).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked).toBe(2))
  await screen.findByText('Couldn’t load this part of the page')
  expect(asked).toBe(2)
})

// @feature shell.missing-dialog
it('says nothing of a dialog that is loaded without being open', async () => {
  const { load } = chunkOf((_: { open: boolean }) => null)
  const Runtime = lazyDialog<{ open: boolean }>(
    load,
    () => {},
    ({ open }) => open,
  )
  let open = (_: boolean) => {}
  function Page() {
    const [isOpen, setOpen] = useState(false)
    open = setOpen
    return (
      <Suspense fallback={null}>
        <Runtime open={isOpen} />
      </Suspense>
    )
  }
  renderSite(<Page />, {})
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => open(true))
  await missing()
})

class Boundary extends Component<{ children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <p>the page failed</p> : this.props.children
  }
}

// @feature shell.missing-dialog
it('leaves the page as it is without a part whose chunk is missing, and loads a section again on request', async () => {
  const { state, load } = chunkOf(({ name }: { name: string }) => <p>chart of {name}</p>)
  const Chart = lazyPart(load, MissingSection)
  const Host = lazyPart(chunkOf(() => <p>a host</p>).load)
  renderSite(
    <Boundary>
      <p>the page</p>
      <Suspense fallback={null}>
        <Host />
        <Chart name="Stones" />
      </Suspense>
    </Boundary>,
    {},
  )
  await screen.findByText('Couldn’t load this part of the page')
  expect(screen.getByText('the page')).toBeTruthy()
  state.isThere = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('chart of Stones')
})

it('passes the errors of a part that was loaded on to the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = lazyPart(async () => ({
    default: () => {
      throw new Error('a fault of ours')
    },
  }))
  renderSite(
    <Boundary>
      <Suspense fallback={null}>
        <Broken />
      </Suspense>
    </Boundary>,
    {},
  )
  await screen.findByText('the page failed')
})
