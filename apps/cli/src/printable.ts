/** Characters that steer a terminal, or turn the direction of what follows: controls, formats, and what separates lines. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Returns a text that strangers may have written as one line for a terminal: each character that could move the cursor, set the clipboard or
 * hide what is printed is replaced.
 */
export function printable(text: string): string {
  return text.replace(STEERING, '\u{fffd}')
}

/** Returns a text of several lines as {@link printable} does a line. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
