import { useState } from 'react'
import { parseApt, plainApt } from '../../../shared/format/apt.ts'
import { parseBidSize } from './bid-rules.ts'

/** Holds the typed price and size of a bid on several items, as texts and as numbers. @param price octas to begin with. */
export function useTypedBid(price: string | undefined, items: number) {
  const [text, setText] = useState(plainApt(price))
  const [sizeText, setSizeText] = useState(String(items))
  return { text, setText, price: parseApt(text), sizeText, setSizeText, size: parseBidSize(sizeText) }
}
