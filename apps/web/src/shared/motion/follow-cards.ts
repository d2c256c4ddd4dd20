import { followSales } from './departures.ts'
import { followMoves } from './moves.ts'

/** Animates the cards of a grid: those that change places, and those of a collection's sold tokens. @returns a function that stops it. */
export function followCards(frame: HTMLElement, collectionId: string): () => void {
  const stops = [followSales(frame, collectionId), followMoves(frame)]
  return () => {
    for (const stop of stops) stop()
  }
}
