/**
 * Characters without a shape, such as zero-width spaces: pages and chats put them into what is copied from them.
 * @source Unicode, general category Cf
 */
const SHAPELESS = /\p{Cf}/gu

/** Returns a typed or pasted amount, address or name of a wallet without what cannot be seen of it: shapeless characters, and spaces around it. */
export function typedText(text: string): string {
  return text.replace(SHAPELESS, '').trim()
}
