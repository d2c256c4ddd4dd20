/** Thrown when the API's payload is not what the user chose: the wallet must not be asked. The message is shown to the user. */
export class PayloadRefusedError extends Error {
  override readonly name = 'PayloadRefusedError'

  /** @param found what is wrong, after "The server prepared". */
  constructor(found: string) {
    super(`The server prepared ${found}. Your wallet was not asked, and nothing was moved.`)
  }
}
