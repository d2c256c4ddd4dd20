/**
 * An answer that is JSON already and goes out as it is. What every visitor asks for all day is put together of parts that were written
 * once, and is not held against the contract each time; `API_CHECK_ANSWERS` has it held, as tests do.
 */
export class PreparedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
