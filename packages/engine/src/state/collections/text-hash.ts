// An incremental, non-cryptographic hash of text: distinguishes states, events and ids.

/** Four lanes of multiply-and-mix over the UTF-16 codes of all pieces, as if they were one text. */
export class TextHash {
  #a = 0x243f6a88
  #b = 0x85a308d3
  #c = 0x13198a2e
  #d = 0x03707344
  #length = 0

  add(text: string): this {
    let a = this.#a
    let b = this.#b
    let c = this.#c
    let d = this.#d
    const before = this.#length
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      a = Math.imul(a ^ code, 0x9e3779b1)
      b = Math.imul(b ^ (code + before + i), 0x85ebca77)
      c = Math.imul(c ^ code ^ a, 0xc2b2ae3d)
      d = Math.imul(d ^ code ^ (b >>> 15), 0x27d4eb2f)
      a ^= a >>> 15
      c ^= c >>> 13
    }
    this.#a = a
    this.#b = b
    this.#c = c
    this.#d = d
    this.#length = before + text.length
    return this
  }

  addLine(line: string): this {
    return this.add(line).add('\n')
  }

  /** Returns the 128 bits so far as four unsigned words. */
  words(): readonly [number, number, number, number] {
    const [a, b, c, d] = [this.#a, this.#b, this.#c, this.#d]
    return [(a ^ d) >>> 0, (b ^ c) >>> 0, (c ^ (a >>> 16)) >>> 0, (d ^ (b >>> 16)) >>> 0]
  }

  /** Returns the 128 bits so far as 32 hex digits. */
  digest(): string {
    return this.words()
      .map((word) => word.toString(16).padStart(8, '0'))
      .join('')
  }
}

/** Returns 128 bits of a text as 32 hex digits. */
export const hashText = (text: string): string => new TextHash().add(text).digest()
