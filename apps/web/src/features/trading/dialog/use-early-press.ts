import { useState } from 'react'
import type { TradeState } from '../quote/trade-state.ts'

/** A press of a trade's button before there is a quote. */
export interface EarlyPress {
  /** Says to the user what the press did; null without one. */
  readonly note: string | null
  press(): void
}

type Pressed = 'never' | 'early' | 'answered'

const NOTES: Readonly<Record<Pressed, string | null>> = {
  never: null,
  early: 'Getting your quote. Press again once it’s here.',
  answered: 'Your quote is here. Check it, then press again.',
}

/**
 * Remembers a press that came before the quote, to say that it did nothing: a price that was not shown is not signed.
 * @source docs/product/trading.md#presses
 */
export function useEarlyPress(step: TradeState['step']): EarlyPress {
  const [pressed, setPressed] = useState<Pressed>('never')
  const now = stepped(pressed, step)
  if (now !== pressed) setPressed(now)
  return { note: NOTES[now], press: () => setPressed('early') }
}

function stepped(pressed: Pressed, step: TradeState['step']): Pressed {
  if (pressed === 'early' && step === 'quoting') return 'early'
  return pressed !== 'never' && step === 'ready' ? 'answered' : 'never'
}
