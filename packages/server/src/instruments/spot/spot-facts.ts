// Data of pairs and quote coins that the catalogue gives besides the instruments: names, labels,
// tags, leveraged tokens.

import { formatTrimmed, type Amount } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { mostLeverageOf, type LoanTerms } from '@basis/domain/margin/loans'
import type { QuoteTokenGroup, SpotFacts, SpotSymbol } from '@basis/protocol/spot/symbol'
import { sectorsOf } from '../sectors.ts'
import { tokenOf } from './leveraged-tokens.ts'
import { spotCoin, type SpotCoin } from './spot-coins.ts'

/** A delisted pair may still be in the exchange: of its coins only the names are known. */
const known = (coin: string): Pick<SpotCoin, 'name' | 'label' | 'isFiat'> =>
  spotCoin(coin) ?? { name: coin }

/** Returns the catalogue data of a pair. */
export function spotFacts(
  { baseCoin, quoteCoin, takerFeeE8 }: Instrument,
  now: {
    readonly mark: SpotFacts['mark']
    readonly turnover: Amount
    /** The terms at which a coin is lent; undefined if it is not. */
    readonly loanOf: (coin: string) => LoanTerms | undefined
  },
): SpotFacts {
  const { name, label = '' } = known(baseCoin)
  const token = tokenOf(baseCoin)
  const [base, quote] = [baseCoin, quoteCoin].map(now.loanOf)
  const ratio = (loan: LoanTerms | undefined): string =>
    loan === undefined ? '0' : String(mostLeverageOf(loan))
  return {
    tokenFullName: name,
    // Fiat money is shown in cents; smaller amounts are booked but not shown.
    quotePrecision: known(quoteCoin).isFiat === true ? '0.01' : '0.00000001',
    ltUnderlying: token?.underlying ?? '',
    ltDirection: token?.direction ?? '',
    label,
    tags: [
      ...sectorsOf(baseCoin),
      ...(token === undefined ? [] : ['leveraged']),
      ...(takerFeeE8 === 0 ? ['zeroFee'] : []),
    ],
    mark: now.mark,
    volume: formatTrimmed(now.turnover, 8),
    baseTokenLeverageRatio: ratio(base),
    quoteTokenLeverageRatio: ratio(quote),
    loanEnabled: (base ?? quote) !== undefined,
  }
}

/** Returns the data of a quote coin; its fees are the default that some pairs deviate from. */
export function quoteGroup(
  coin: string,
  pairs: readonly SpotSymbol[],
): Omit<QuoteTokenGroup, 'quoteTokenSymbols'> {
  const { name, isFiat = false } = known(coin)
  const [first] = pairs
  const isAlike = pairs.every(({ zeroFeeType }) => zeroFeeType === first?.zeroFeeType)
  return {
    tokenId: coin,
    tokenName: coin,
    tokenFullName: name,
    tokenType: isFiat ? 'REAL_MONEY' : 'CHAIN_TOKEN',
    zeroFeeType: isAlike ? (first?.zeroFeeType ?? 0) : 0,
    quoteTags: isFiat ? ['fiat'] : [],
  }
}
