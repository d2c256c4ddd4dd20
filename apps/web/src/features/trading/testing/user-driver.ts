import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { finishCommand } from '../../../app/commands.ts'
import { trades } from '../confirmation/pending-trades.ts'

/** Where the API answers what the dialogs ask. */
export const BUY = '/api/collection/nfts/buy'
export const RELIST = '/api/collection/nfts/relist'
export const BID = '/api/collection/bid/nft'
export const ACCEPT = '/api/collection/bid/nft/accept'
export const CLAIM = '/api/collection/nfts/claim'
export const TAKE_BACK = '/api/collection/nfts/transfer/cancel'
export const LIST = '/api/collection/nfts/list'
export const DELIST = '/api/collection/nfts/delist'
export const UPDATE = '/api/collection/nfts/update-price'
export const SWEEP = '/api/collection/nfts/sweep'
export const CANCEL = '/api/collection/bid/cancel'
export const TRANSFER = '/api/collection/nfts/transfer-many'

/** Toasts and the words for failures are loaded when they are needed: on a busy machine that takes its time. */
export const PATIENT = { timeout: 30_000 }
// A trade from the dialog to its toast is many such steps, each of which may take that long.
vi.setConfig({ testTimeout: 90_000 })

/** Someone who uses the page. */
export const user = userEvent.setup()

/** The words of the button that sells items into bids. */
export const acceptLabel = (items: number) => (items === 1 ? 'Accept bid' : `Accept ${items} bids`)

/** Returns whether a button does nothing: it is disabled, or waits for something with the focus. */
export const isOff = (button: HTMLElement) => button.matches(':disabled, [aria-disabled="true"]')

/** Writes into a field, in place of its text. */
export function fill(field: HTMLElement | undefined, value: string): void {
  fireEvent.change(field as HTMLElement, { target: { value } })
}

/** Types a price in place of the one that the dialog starts with. */
export async function typePrice(text: string): Promise<void> {
  const field = await screen.findByLabelText('Price', {}, PATIENT)
  await user.clear(field)
  await user.type(field, text)
}

/** Presses a button as soon as it can be pressed. */
export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name }, PATIENT)
  // Off where something is wrong, and busy while it is being simulated.
  await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
  await user.click(button)
}

export const says = (text: string | RegExp) => screen.findByText(text, {}, PATIENT)
export const dialog = (name: string) => screen.findByRole('dialog', { name }, PATIENT)

/** Leaves nothing behind for the next test. */
export function resetTradeHarness(): void {
  cleanup()
  finishCommand('openTrade')
  trades.set([])
  finishCommand('openConnect')
  vi.unstubAllGlobals()
}
