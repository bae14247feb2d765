// The house's pots per coin as the auditor counts them (reliability M1).

export type Pot = 'deposits' | 'fees' | 'rounding' | 'treasury'

export class VenueFunds {
  readonly #pots = new Map<string, bigint>()

  of = (coin: string, pot: Pot): bigint => this.#pots.get(`${coin} ${pot}`) ?? 0n

  add(coin: string, pot: Pot, change: bigint): void {
    this.#pots.set(`${coin} ${pot}`, this.of(coin, pot) + change)
  }
}
