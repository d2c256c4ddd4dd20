/** In official rows an empty text counts as absent. @source aptos-labs/aptos-nft-aggregator, reading of event fields */
export function textOrNull(text: string | null): string | null {
  return text === '' ? null : text
}
