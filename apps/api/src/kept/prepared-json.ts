/** An answer that is JSON already, of parts that were held against the contract when they were made. */
export class PreparedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
