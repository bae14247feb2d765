// The exchange's funds per coin as computed by the auditor (reliability M1).

export type FundName = 'deposits' | 'fees' | 'rounding' | 'treasury'

export class VenueFunds {
  readonly #amounts = new Map<string, bigint>()

  of = (coin: string, fund: FundName): bigint => this.#amounts.get(`${coin} ${fund}`) ?? 0n

  add(coin: string, fund: FundName, change: bigint): void {
    this.#amounts.set(`${coin} ${fund}`, this.of(coin, fund) + change)
  }
}
