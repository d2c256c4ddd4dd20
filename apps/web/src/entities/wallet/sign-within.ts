/** Seconds from the request to the wallet until the chain refuses the transaction: later, prices may have moved. */
export const SIGN_WITHIN_SECONDS = 120
