/** Most items that one trade buys, sells, lists or ends: what one transaction takes. */
export const MAX_TRADE_ITEMS = 30
