/** An address, without the zeros before its digits: in only one way, as anyone can name a module after thousands of zeros. */
const PADDED_OR_CAPITAL = /\b0x0*([1-9a-fA-F][0-9a-fA-F]*|0)(?=::)/g
/** Types the node writes are nearly always short already: this says so without the cost of a replacement. */
const NEEDS_WORK = /0x0[0-9a-fA-F]|0x[0-9a-f]*[A-F]/

/**
 * Brings every address inside a Move type to the node's short form, so that types compare by `===`.
 * @example normaliseMoveType('0x0001::coin::CoinStore<0x01::aptos_coin::AptosCoin>')
 * // '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>'
 */
export function normaliseMoveType(type: string): string {
  if (!NEEDS_WORK.test(type)) return type
  return type.replace(PADDED_OR_CAPITAL, (_match, digits: string) => `0x${digits.toLowerCase()}`)
}

/** Returns a Move type without its type arguments: `0x1::coin::CoinStore<…>` is `0x1::coin::CoinStore`. */
export function baseOfMoveType(type: string): string {
  const at = type.indexOf('<')
  return at < 0 ? type : type.slice(0, at)
}
